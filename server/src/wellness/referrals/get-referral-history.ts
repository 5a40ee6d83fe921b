import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { qualifyingTime } from './course.ts'
import { newestReferral, selectReferralsOf } from './queries.ts'
import { presentReferral, Referral } from './shapes.ts'

export const getReferralHistory = operation({
  key: 'U24',
  source: 'named in the specification with GET; path, fields and order chosen here',
  method: 'GET',
  path: '/user/referral/history',
  summary: 'List whom you invited, newest first, and what became of it',
  access: user,
  paged: { limit: 20 },
  replies: { 200: { message: 'Referral history fetched successfully', data: Type.Array(Referral) } },

  async handle({ caller, db, page }) {
    const rows = await selectReferralsOf(db, caller.id, { after: page.after, limit: page.limit + 1 })
    return page.of(rows, newestReferral.keyOf, presentReferral(qualifyingTime))
  },
})
