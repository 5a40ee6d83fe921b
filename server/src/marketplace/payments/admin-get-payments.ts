import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { keyOf, selectPayments } from './payment-queries.ts'
import { AdminPaymentRecord, presentForStaff } from './shapes.ts'
import { statuses } from './states.ts'

export const adminGetPayments = operation({
  source: 'not in the specification; where administrators see what was charged',
  method: 'GET',
  path: '/admin/payments',
  summary: 'List payments, the newest first',
  access: administrator,
  query: Type.Object({ status: Type.Optional(OneOf(statuses)) }),
  paged: { limit: 50 },
  replies: { 200: { message: 'Payments fetched successfully', data: Type.Array(AdminPaymentRecord) } },

  async handle({ query: { status }, db, page }) {
    const rows = await selectPayments(db, { status, after: page.after, limit: page.limit + 1 })
    return page.of(rows, keyOf, presentForStaff)
  },
})
