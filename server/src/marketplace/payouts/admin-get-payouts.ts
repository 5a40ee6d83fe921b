import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { newestPayouts, selectPayoutsOfAll } from './payout-queries.ts'
import { AdminPayoutRecord, presentPayoutForStaff } from './shapes.ts'
import { payoutStatuses } from './states.ts'

export const adminGetPayouts = operation({
  source: 'not in the specification; where administrators see what went to people’s banks',
  method: 'GET',
  path: '/admin/payouts',
  summary: 'List everybody’s payouts, the newest first',
  access: administrator,
  query: Type.Object({ status: Type.Optional(OneOf(payoutStatuses)) }),
  paged: { limit: 50 },
  replies: { 200: { message: 'Payouts fetched successfully', data: Type.Array(AdminPayoutRecord) } },

  async handle({ query: { status }, db, page }) {
    const rows = await selectPayoutsOfAll(db, { status, after: page.after, limit: page.limit + 1 })
    return page.of(rows, newestPayouts.keyOf, presentPayoutForStaff)
  },
})
