import { Type } from 'typebox'
import { newSecret } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { findOwnCollection, setShareToken } from './collection-queries.ts'
import { defaultCollection, noSuchCollection } from './problems.ts'
import { CollectionLink } from './shapes.ts'

export const shareCollection = operation({
  source: 'not in the specification; how a collection is shown to others',
  method: 'POST',
  path: '/post-mgt/share-collection/{collection_id}',
  summary: 'Make a link by which anybody reads one of your collections; it stays the same until you end it',
  tag: 'posts',
  access: member,
  params: Type.Object({ collection_id: Id }),
  replies: { 200: { message: 'Collection shared successfully', data: CollectionLink } },
  problems: [noSuchCollection, defaultCollection],

  async handle({ params, caller, db }) {
    const found = await findOwnCollection(db, params.collection_id, caller.id)
    if (!found || found.is_removed) throw noSuchCollection()
    if (found.is_default) throw defaultCollection()
    return { _id: found.id, share_token: await setShareToken(db, found.id, caller.id, newSecret()) }
  },
})
