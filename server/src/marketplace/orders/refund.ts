import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { openRefund } from '../payments/public.ts'
import { decideDispute } from './dispute-queries.ts'
import { bookRefund, keptOf, splitOf } from './money.ts'
import { tell } from './notice.ts'
import { invalidTransition, refundTooLarge } from './problems.ts'
import { insertEvent, type OrderRow, updateRefunded } from './queries.ts'
import { canBecome } from './states.ts'
import { type Actor, checkMoves, move, publishChange } from './transition.ts'

/** What the processor's part of a refund is kept under; its end is the buyer's transaction. */
const cardRefundKey = ({ id }: OrderRow, refundId: string) => `order:${id}:refund:${refundId}`
export const refundUnder = (key: string): string | undefined => /^order:[^:]+:refund:(.+)$/.exec(key)?.[1]

interface Refund {
  amountMinor: number
  actor: Actor
}

/** Gives money of a locked order back. @returns the order with that written down, in the same status */
export async function giveBack(
  work: Work,
  order: OrderRow,
  { amountMinor, actor }: Refund,
): Promise<OrderRow> {
  checkMoves(order)
  if (amountMinor === 0) return order
  if (amountMinor > keptOf(order)) throw refundTooLarge()
  const id = newId()
  const now = work.clock.now()
  await bookRefund(work, order, { id, amountMinor })
  const { cardMinor } = splitOf(order, amountMinor)
  if (cardMinor > 0 && order.payment_id !== null)
    await openRefund(work, {
      key: cardRefundKey(order, id),
      paymentId: order.payment_id,
      amountMinor: cardMinor,
    })
  const refunded = await updateRefunded(work.db, order, { amountMinor, cardMinor }, now)
  await insertEvent(work.db, order.id, { id, kind: 'refund', actor, amountMinor }, now)
  return refunded
}

const giveIn = ({ db, clock }: Work, { id }: OrderRow, refundedMinor: number) =>
  decideDispute(db, id, { by: null, refundedMinor, message: '' }, clock.now())

/**
 * Gives back a part of what a buyer paid, or all that is left of it, which ends the order.
 * @throws INVALID_TRANSITION, REFUND_TOO_LARGE, or INSUFFICIENT_FUNDS where the seller has spent it
 */
export async function refund(work: Work, order: OrderRow, wish: Refund): Promise<OrderRow> {
  if (!canBecome(order.status, 'refunded')) throw invalidTransition()
  const isWhole = wish.amountMinor === keptOf(order)
  const given = await giveBack(work, order, wish)
  const cause = `refund:${given.refunded_minor}`
  const what = isWhole ? 'refunded' : 'partlyRefunded'
  await tell(work, order, { cause, what, to: ['buyer', 'seller'], actor: wish.actor })
  if (isWhole) {
    // A dispute about it has nothing left to be decided.
    if (order.status === 'disputed') await giveIn(work, order, wish.amountMinor)
    return move(work, given, 'refunded', { actor: wish.actor })
  }
  publishChange(work, given)
  return given
}
