import type { Work } from '../../platform/operation/work.ts'
import { issueReceipt, type ReceiptLine } from '../wallet/public.ts'
import type { OrderRow } from './queries.ts'

/** The receipt of what a buyer paid. */
export async function issuePurchase(work: Work, order: OrderRow): Promise<void> {
  if (order.total_minor === 0) return
  await issue(work, order, {
    side: 'buyer',
    transactionId: order.id,
    lines: [{ side: 'seller', label: 'item', amount_minor: order.total_minor }],
  })
}

/** The receipt of what a seller got, with the platform's line. */
export const issueSale = (
  work: Work,
  order: OrderRow,
  { transactionId, kept, fee }: { transactionId: string; kept: number; fee: number },
): Promise<void> =>
  issue(work, order, {
    side: 'seller',
    transactionId,
    lines: [
      { side: 'seller', label: 'item', amount_minor: kept },
      { side: 'platform', label: 'fee', amount_minor: -fee },
    ],
  })

/** The receipt of what went back to a buyer. */
export const issueRefund = (
  work: Work,
  order: OrderRow,
  { transactionId, amountMinor }: { transactionId: string; amountMinor: number },
): Promise<void> =>
  issue(work, order, {
    side: 'buyer',
    transactionId,
    lines: [{ side: 'seller', label: 'refund', amount_minor: amountMinor }],
  })

/** The receipt of what a seller gave back of what they had got, with the fee that they have back. */
export const issueTakenBack = (
  work: Work,
  order: OrderRow,
  { transactionId, amountMinor, feeBack }: { transactionId: string; amountMinor: number; feeBack: number },
): Promise<void> =>
  issue(work, order, {
    side: 'seller',
    transactionId,
    lines: [
      { side: 'seller', label: 'refund', amount_minor: -amountMinor },
      { side: 'platform', label: 'fee', amount_minor: feeBack },
    ],
  })

const issue = (
  work: Work,
  { buyer_id, seller_id, title, mode, currency }: OrderRow,
  {
    side,
    transactionId,
    lines,
  }: { side: 'buyer' | 'seller'; transactionId: string; lines: readonly ReceiptLine[] },
): Promise<void> =>
  issueReceipt(work, {
    personId: side === 'buyer' ? buyer_id : seller_id,
    counterpartId: side === 'buyer' ? seller_id : buyer_id,
    ...{ transactionId, mode, currency, lines, subject: title },
  })
