import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { newestPayouts, selectPayouts } from './payout-queries.ts'
import { PayoutRecord, presentPayout } from './shapes.ts'

export const getPayouts = operation({
  source: 'not in the specification; what became of what one was paid out with M98',
  method: 'GET',
  path: '/payment-mgt/payouts',
  summary: 'List what was paid out to you, newest first',
  access: member,
  paged: { limit: 20 },
  replies: { 200: { message: 'Payouts fetched successfully', data: Type.Array(PayoutRecord) } },

  async handle({ caller, db, page }) {
    const rows = await selectPayouts(db, caller.id, { after: page.after, limit: page.limit + 1 })
    return page.of(rows, newestPayouts.keyOf, presentPayout)
  },
})
