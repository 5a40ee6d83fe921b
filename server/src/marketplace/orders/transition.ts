import type { Work } from '../../platform/operation/work.ts'
import type { Role } from './actions.ts'
import { orderEnded } from './announcements.ts'
import { orderUpdated } from './events.ts'
import { orderFrozen } from './problems.ts'
import { type Change, insertEvent, type OrderRow, updateOrder } from './queries.ts'
import { checkArrow, isPaidOut, type OrderStatus, timesOf } from './states.ts'

/** Who moves an order; null: its time had come, or the payment moved. */
export type Actor = Role | null

interface Move {
  actor: Actor
  change?: Change
  /** What of its money that is about, where it is not all. */
  amountMinor?: number
}

/**
 * Brings a locked order into another status, and tells the open apps of both.
 * @throws INVALID_TRANSITION where no arrow leads there, ORDER_FROZEN while a bank disputes its payment
 */
export async function move(
  work: Work,
  order: OrderRow,
  to: OrderStatus,
  { actor, change = {}, ...of }: Move,
): Promise<OrderRow> {
  checkMoves(order)
  checkArrow(order.status, to)
  const now = work.clock.now()
  const moved = await updateOrder(work.db, order, to, change, timesOf(to, now), now)
  await insertEvent(work.db, order.id, { kind: to, actor, ...of }, now)
  publishChange(work, moved)
  if (isDealt(moved)) await work.announce(orderEnded, { orderId: moved.id })
  return moved
}

const isGivenBack = (status: OrderStatus) => status === 'refunded' || status === 'charged_back'

/** Whether an order was more than a wish: it went well, or its money went back once the goods were under way. */
const isDealt = ({ status, shipped_at, received_at }: OrderRow) =>
  isPaidOut(status) || (isGivenBack(status) && (shipped_at !== null || received_at !== null))

/** @throws ORDER_FROZEN while a bank disputes its payment */
export function checkMoves({ frozen_at: frozenAt }: OrderRow): void {
  if (frozenAt !== null) throw orderFrozen()
}

export function publishChange({ publish }: Work, { id, buyer_id, seller_id }: OrderRow): void {
  for (const recipientId of [buyer_id, seller_id])
    publish(orderUpdated, { recipientId, data: { order_id: id } })
}
