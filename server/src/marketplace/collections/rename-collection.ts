import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Line } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { lockPerson } from '../users/public.ts'
import { findCollectionNamed, findOwnCollection, setCollectionName } from './collection-queries.ts'
import { collectionNameTaken, defaultCollection, noSuchCollection } from './problems.ts'

export const renameCollection = operation({
  source: 'not in the specification; collections are named in passing, when something is saved',
  method: 'PATCH',
  path: '/post-mgt/rename-collection/{collection_id}',
  summary: 'Give one of your collections another name',
  tag: 'posts',
  access: guest,
  params: Type.Object({ collection_id: Id }),
  body: Type.Object({ name: Line(1, 60, { example: 'Kitchen' }) }),
  replies: {
    200: {
      message: 'Collection renamed successfully',
      data: Type.Object({ _id: Id, name: Line(1, 60, { example: 'Kitchen' }) }),
    },
  },
  problems: [noSuchCollection, defaultCollection, collectionNameTaken],

  async handle({ params, body, caller, db }) {
    // Whoever makes a collection of this name at the same moment waits, or is found.
    await lockPerson(db, caller.id)
    const found = await findOwnCollection(db, params.collection_id, caller.id)
    if (!found || found.is_removed) throw noSuchCollection()
    if (found.is_default) throw defaultCollection()
    const namesake = await findCollectionNamed(db, body.name, caller.id)
    if (namesake && namesake.id !== found.id) throw collectionNameTaken()
    await setCollectionName(db, found.id, body.name)
    return { _id: found.id, name: body.name }
  },
})
