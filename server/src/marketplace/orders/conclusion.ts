import type { Work } from '../../platform/operation/work.ts'
import { endPayment } from '../payments/public.ts'
import { holdForSeller, keptOf, releaseReserved, settleWithSeller } from './money.ts'
import { tell } from './notice.ts'
import type { OrderRow } from './queries.ts'
import { giveBack } from './refund.ts'
import { type Actor, move } from './transition.ts'
import { followOrder } from './units.ts'

// How an order goes on, whoever or whatever brings it there. All of them take a locked order.

/** It was not paid, in time or at all: its pieces can be bought again. */
export async function giveUp(
  work: Work,
  order: OrderRow,
  { to, actor }: { to: 'expired' | 'canceled'; actor: Actor },
): Promise<OrderRow> {
  const ended = await move(work, order, to, { actor })
  await releaseReserved(work, order, to === 'expired' ? 'failed' : 'canceled')
  await followOrder(work, ended, -order.quantity)
  if (order.payment_id !== null) await endPayment(work, order.payment_id)
  if (actor === null) await tell(work, ended, { cause: to, what: 'expired', to: ['buyer'], actor })
  return ended
}

/**
 * It was paid and will not be had; the buyer gets everything back. What a buyer left is on offer again; a seller who did
 * not move says by themselves whether it still is.
 */
export async function cancelPaid(work: Work, order: OrderRow, actor: Actor): Promise<OrderRow> {
  const given = await giveBack(work, order, { amountMinor: keptOf(order), actor })
  const ended = await move(work, given, 'canceled', { actor })
  if (actor === 'buyer') await followOrder(work, ended, -order.quantity)
  const what = actor === null ? 'notShipped' : 'canceled'
  await tell(work, ended, { cause: 'canceled', what, to: ['buyer', 'seller'], actor })
  return ended
}

/** The buyer has it: the money is the seller's, unless the buyer objects within three days. */
export async function receive(work: Work, order: OrderRow, actor: Actor): Promise<OrderRow> {
  const received = await move(work, order, 'received', { actor })
  await holdForSeller(work, order)
  const to = actor === null ? (['buyer', 'seller'] as const) : (['seller', 'buyer'] as const)
  await tell(work, received, { cause: 'received', what: 'received', to, actor })
  return received
}

/** The money is the seller's for good: nobody objected, the dispute was decided so, or it is all that a bank left of it. */
export async function settle(
  work: Work,
  order: OrderRow,
  { to, ...moving }: { to: 'completed' | 'released' | 'charged_back'; actor: Actor; amountMinor?: number },
): Promise<OrderRow> {
  await settleWithSeller(work, order)
  const settled = await move(work, order, to, moving)
  const { actor } = moving
  if (to === 'completed') await tell(work, settled, { cause: to, what: 'completed', to: ['seller'], actor })
  return settled
}
