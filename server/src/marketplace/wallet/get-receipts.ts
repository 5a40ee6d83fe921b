import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { receiptOrder, selectReceipts } from './receipt-queries.ts'
import { presentReceipt, Receipt } from './receipt-shapes.ts'

export const getReceipts = operation({
  source: 'not in the specification; where the receipts of what one paid and was paid are found again',
  method: 'GET',
  path: '/payment-mgt/receipts',
  summary: 'List your receipts, newest first',
  access: member,
  paged: { limit: 20 },
  replies: { 200: { message: 'Receipts fetched successfully', data: Type.Array(Receipt) } },

  async handle({ caller, db, page, services: { moneyMode: mode } }) {
    const asked = { userId: caller.id, mode, after: page.after, limit: page.limit + 1 }
    return page.of(await selectReceipts(db, asked), receiptOrder.keyOf, presentReceipt)
  },
})
