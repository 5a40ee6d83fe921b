import type { Work } from '../../platform/operation/work.ts'
import { cancelPaid, giveUp, receive, settle } from './conclusion.ts'
import { decide } from './dispute.ts'
import { keptOf } from './money.ts'
import { tell } from './notice.ts'
import { lockOrder, markReminded, type OrderRow } from './queries.ts'

/** Does what an order's time has brought, if it has not been done yet. */
export async function bringOn(work: Work, orderId: string): Promise<void> {
  const order = await lockOrder(work.db, orderId)
  const now = work.clock.now()
  if (!order?.due_at || !order.ends_at || order.due_at > now || order.frozen_at) return
  if (order.ends_at > now) return remind(work, order)
  await end(work, order)
}

async function remind(work: Work, order: OrderRow): Promise<void> {
  await markReminded(work.db, order.id)
  if (order.status === 'shipped')
    await tell(work, order, { cause: 'confirm', what: 'confirmReminder', to: ['buyer'], actor: null })
  else if (order.delivery === 'ship')
    await tell(work, order, { cause: 'ship', what: 'shipReminder', to: ['seller'], actor: null })
  else
    await tell(work, order, { cause: 'meet', what: 'pickupReminder', to: ['buyer', 'seller'], actor: null })
}

async function end(work: Work, order: OrderRow): Promise<void> {
  if (order.status === 'pending_payment') await giveUp(work, order, { to: 'expired', actor: null })
  if (order.status === 'paid') await cancelPaid(work, order, null)
  if (order.status === 'shipped') await receive(work, order, null)
  if (order.status === 'received') await settle(work, order, { to: 'completed', actor: null })
  if (order.status === 'disputed')
    await decide(work, order, { refundMinor: keptOf(order), by: null, message: '' })
}
