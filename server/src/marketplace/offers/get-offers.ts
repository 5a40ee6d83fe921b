import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { offerSides, offerStatuses } from '../chat/public.ts'
import { NarrowingPostId } from '../ids.ts'
import { newestOffers, selectOffersOf } from './queries.ts'
import { Offer, presentOffer } from './shapes.ts'

export const getOffers = operation({
  source: 'not in the specification; what one offered, and was offered',
  method: 'GET',
  path: '/offer-mgt/list',
  summary: 'List the offers that you made or got, newest first',
  access: member,
  query: Type.Object({
    role: Type.Optional(OneOf(offerSides)),
    post_id: Type.Optional(NarrowingPostId),
    status: Type.Optional(OneOf(offerStatuses)),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Offers fetched successfully', data: Type.Array(Offer) } },

  async handle({ query, caller, page, db, clock, publicUrl }) {
    const now = clock.now()
    const wanted = {
      role: query.role ?? null,
      postId: query.post_id ?? null,
      status: query.status ?? null,
      after: page.after,
      limit: page.limit + 1,
    }
    const rows = await selectOffersOf(db, caller.id, wanted, now)
    return page.of(rows, newestOffers.keyOf, (row) => presentOffer(row, caller.id, { publicUrl, now }))
  },
})
