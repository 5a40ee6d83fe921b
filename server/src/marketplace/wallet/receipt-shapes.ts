import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { openId } from '../../platform/operation/open-id.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { totalOf } from './receipt-document.ts'
import { type ReceiptRow, receiptLabels, receiptSides } from './receipt-queries.ts'
import { receiptPath } from './shapes.ts'
import { transactionTypes } from './transaction-queries.ts'

export const ReceiptId = openId({
  to: administrator.admits,
  because: 'administrators answer for everybody’s money',
})

export const Receipt = Type.Object(
  {
    _id: Id,
    number: Nullable(Type.Integer(), 'without gaps; null for up to a minute'),
    type: OneOf(transactionTypes),
    subject: Shown('Box of records'),
    total: Type.Number(),
    total_minor: Type.Integer(),
    currency: Shown('EUR'),
    lines: Type.Array(
      Type.Object({
        side: OneOf(receiptSides, { description: 'whose line it is' }),
        label: OneOf(receiptLabels),
        amount: Type.Number(),
        amount_minor: Type.Integer(),
      }),
    ),
    transaction_id: Id,
    html_url: Shown('/api/v1/payment-mgt/receipts/0197b3a1/html'),
    pdf_url: Shown('/api/v1/payment-mgt/receipts/0197b3a1/pdf'),
    createdAt: Timestamp,
  },
  { title: 'Receipt' },
)

export function presentReceipt(row: ReceiptRow): Static<typeof Receipt> {
  const { currency } = row
  const total = totalOf(row)
  return {
    _id: row.id,
    number: row.number,
    type: row.type,
    subject: row.subject,
    total: majorOf(total, currency),
    total_minor: total,
    currency,
    lines: row.lines.map((line) => ({ ...line, amount: majorOf(line.amount_minor, currency) })),
    transaction_id: row.transaction_id,
    html_url: receiptPath(row.id, 'html'),
    pdf_url: receiptPath(row.id, 'pdf'),
    createdAt: row.issued_at.toISOString(),
  }
}
