import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { LookedAfterId } from '../ids.ts'
import { countReferrals, newestReferral, selectReferrals } from './queries.ts'
import { presentRecord, ReferralRecord, states } from './shapes.ts'

export const adminGetReferrals = operation({
  source: 'not in the specification; where referrals are found that somebody has to decide about',
  method: 'GET',
  path: '/admin/referral',
  summary: 'List referrals, newest first, by what became of them',
  access: administrator,
  query: Type.Object({
    status: Type.Optional(OneOf(states)),
    isHeld: Type.Optional(Type.Literal(true, { description: 'only those that wait for a decision' })),
    referrerId: Type.Optional(LookedAfterId),
  }),
  paged: { limit: 20, numbered: true },
  runs: 'long-read',
  replies: { 200: { message: 'Referrals fetched successfully', data: Type.Array(ReferralRecord) } },

  async handle({ query, db, page }) {
    const filter = {
      state: query.status ?? null,
      isHeld: query.isHeld ?? false,
      referrerId: query.referrerId ?? null,
    }
    const [rows, total] = await Promise.all([
      selectReferrals(db, { ...filter, after: page.after, offset: page.offset, limit: page.limit + 1 }),
      countReferrals(db, filter),
    ])
    return page.of(rows, newestReferral.keyOf, presentRecord, { total })
  },
})
