import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { member } from '../access.ts'
import { noSuchReceipt } from './problems.ts'
import { readDocument } from './receipt-document.ts'
import { receiptPage } from './receipt-page.ts'
import { ReceiptId } from './receipt-shapes.ts'

export const getReceiptPage = operation({
  source: 'not in the specification; a receipt to read and to print',
  method: 'GET',
  path: '/payment-mgt/receipts/{id}/html',
  summary: 'Read one of your receipts as a page, in your language',
  access: member,
  params: Type.Object({ id: ReceiptId }),
  replies: { 200: { html: true, description: 'The receipt' } },
  problems: [noSuchReceipt],

  async handle({ params, caller, db }) {
    const { document } = await readDocument({ db }, params.id, caller)
    return reply({ html: receiptPage(document) })
  },
})
