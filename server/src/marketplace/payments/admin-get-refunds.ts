import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { newestRefunds, selectRefunds } from './payment-queries.ts'
import { AdminRefundRecord, presentRefundForStaff } from './shapes.ts'
import { refundStatuses } from './states.ts'

export const adminGetRefunds = operation({
  source: 'not in the specification; where administrators see what went back to cards',
  method: 'GET',
  path: '/admin/refunds',
  summary: 'List what was given back of payments, the newest first',
  access: administrator,
  query: Type.Object({ status: Type.Optional(OneOf(refundStatuses)) }),
  paged: { limit: 50 },
  replies: { 200: { message: 'Refunds fetched successfully', data: Type.Array(AdminRefundRecord) } },

  async handle({ query: { status }, db, page }) {
    const rows = await selectRefunds(db, { status, after: page.after, limit: page.limit + 1 })
    return page.of(rows, newestRefunds.keyOf, presentRefundForStaff)
  },
})
