import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { noSuchPost } from '../posts/public.ts'
import { presentFloor } from './floor.ts'
import { findFloor } from './floor-queries.ts'
import { OfferFloor } from './shapes.ts'

export const getOfferFloor = operation({
  source: 'not in the specification; what a seller does not go below, which only they see',
  method: 'GET',
  path: '/offer-mgt/floor',
  summary: 'See the lowest offer that you consider for a listing of yours; nobody else does',
  access: member,
  query: Type.Object({ post_id: Id }),
  replies: { 200: { message: 'Floor fetched successfully', data: OfferFloor } },
  problems: [noSuchPost],

  async handle({ query, caller, db }) {
    const floor = await findFloor(db, query.post_id, caller.id)
    if (!floor) throw noSuchPost()
    return presentFloor(query.post_id, floor)
  },
})
