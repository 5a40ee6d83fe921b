import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { guest } from '../access.ts'
import { selectCollections } from './collection-queries.ts'
import { CollectionRecord, presentCollection } from './shapes.ts'

export const getCollectionList = operation({
  key: 'M38',
  source: 'named in the specification in the post group; method, path and shape chosen here',
  method: 'GET',
  path: '/post-mgt/get-collection-list',
  summary: 'List your collections: first that of everything that you saved, then the newest',
  tag: 'posts',
  access: guest,
  replies: { 200: { message: 'Collections fetched successfully', data: Type.Array(CollectionRecord) } },

  async handle({ caller, db, publicUrl }) {
    const rows = await selectCollections(db, caller.id)
    return rows.map((row) => presentCollection(row, publicUrl))
  },
})
