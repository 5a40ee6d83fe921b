import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import { giveBack } from '../offers/public.ts'
import {
  openPayment,
  openRefund,
  type PaymentRow,
  type paymentMoved,
  type refundMoved,
} from '../payments/public.ts'
import { moveTransaction } from '../wallet/public.ts'
import { giveUp } from './conclusion.ts'
import { cardPartOf, holdPaid } from './money.ts'
import { tellPaid } from './purchase-notices.ts'
import { keepPayment, lockOrder, type OrderRow } from './queries.ts'
import { refundUnder } from './refund.ts'
import { move } from './transition.ts'
import { followOrder } from './units.ts'

/** Has a card pay what of an order the wallet does not, in the transaction that begins it. */
export async function openCardPart(
  work: Work,
  order: OrderRow,
  paymentMethodId: string | undefined,
): Promise<PaymentRow> {
  const payment = await openPayment(work, {
    personId: order.buyer_id,
    purpose: { kind: 'order', id: order.id },
    amountMinor: cardPartOf(order),
    currency: order.currency,
    paymentMethodId,
  })
  await keepPayment(work.db, order.id, payment.id)
  return payment
}

/** What follows for an order when the payment of its card moved, whoever heard of it first. */
export async function followPayment(
  work: Work,
  { purpose, paymentId, status, amountMinor }: Announced<(typeof paymentMoved)['data']>,
): Promise<void> {
  if (purpose.kind !== 'order') return
  const order = await lockOrder(work.db, purpose.id)
  if (!order) throw new Error(`there is no order ${purpose.id} that was paid`)
  const isAwaited = order.status === 'pending_payment'
  if (status === 'failed' && isAwaited) {
    await giveUp(work, order, { to: 'expired', actor: null })
    if (order.offer_id !== null) await giveBack(work, order.offer_id, order.buyer_id)
  }
  if (status !== 'succeeded') return
  if (isAwaited) await pay(work, order)
  // It came too late: the pieces may be somebody else's.
  else await openRefund(work, { key: `order:${order.id}:late`, paymentId, amountMinor })
}

async function pay(work: Work, order: OrderRow): Promise<void> {
  const paid = await move(work, order, 'paid', { actor: null })
  await holdPaid(work, paid)
  await followOrder(work, paid, 0)
  await tellPaid(work, paid, null)
}

/** What could not be given back to the card is in the wallet: in either case the buyer has it. */
export async function followRefund(
  work: Work,
  { purpose, key, status }: Announced<(typeof refundMoved)['data']>,
): Promise<void> {
  const refundId = purpose.kind === 'order' && status !== 'pending' ? refundUnder(key) : undefined
  if (refundId !== undefined) await moveTransaction(work, refundId, 'succeeded')
}
