import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { findOwnCollection, setShareToken } from './collection-queries.ts'
import { noSuchCollection } from './problems.ts'
import { CollectionLink } from './shapes.ts'

export const unshareCollection = operation({
  source: 'not in the specification; the other half of sharing a collection',
  method: 'DELETE',
  path: '/post-mgt/share-collection/{collection_id}',
  summary: 'End the link of one of your collections; a later link is another one',
  tag: 'posts',
  access: member,
  params: Type.Object({ collection_id: Id }),
  replies: { 200: { message: 'Link ended successfully', data: CollectionLink } },
  problems: [noSuchCollection],

  async handle({ params, caller, db }) {
    const found = await findOwnCollection(db, params.collection_id, caller.id)
    if (!found || found.is_removed) throw noSuchCollection()
    return { _id: found.id, share_token: await setShareToken(db, found.id, caller.id, null) }
  },
})
