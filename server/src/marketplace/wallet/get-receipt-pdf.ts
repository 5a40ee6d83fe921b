import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { member } from '../access.ts'
import { noSuchReceipt } from './problems.ts'
import { readDocument } from './receipt-document.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { ReceiptId } from './receipt-shapes.ts'

export const getReceiptPdf = operation({
  source: 'not in the specification; a receipt to keep',
  method: 'GET',
  path: '/payment-mgt/receipts/{id}/pdf',
  summary: 'Take one of your receipts along as a PDF, in your language',
  access: member,
  params: Type.Object({ id: ReceiptId }),
  replies: { 200: { file: ['application/pdf'], isWritten: true, description: 'The receipt' } },
  problems: [noSuchReceipt],

  async handle({ params, caller, db }) {
    const { row, document } = await readDocument({ db }, params.id, caller)
    const bytes = await receiptPdf(document)
    const name = `receipt-${row.number ?? row.id}.pdf`
    return reply({ file: { name, type: 'application/pdf', open: () => Readable.from([bytes]) } })
  },
})
