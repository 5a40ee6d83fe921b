import type { Work } from '../../platform/operation/work.ts'
import { tellBought } from '../offers/public.ts'
import { tellSale } from '../sales/public.ts'
import { tell } from './notice.ts'
import { findBegun, type OrderRow } from './queries.ts'

/** Tells everybody but the buyer that something was bought. */
export async function tellPurchase(work: Work, orderId: string): Promise<void> {
  const order = await findBegun(work.db, orderId)
  if (!order) throw new Error(`there is no order ${orderId}`)
  await tellSale(work, order.post_id)
  if (order.offer_id !== null) await tellBought(work, order.offer_id)
  if (order.paid_at !== null) await tellPaid(work, order, 'buyer')
}

export async function tellPaid(work: Work, order: OrderRow, actor: 'buyer' | null): Promise<void> {
  const what = order.delivery === 'ship' ? 'sold' : 'soldForPickup'
  await tell(work, order, { cause: 'paid', what, to: ['seller'], actor })
  if (actor === null) await tell(work, order, { cause: 'paid', what: 'bought', to: ['buyer'], actor })
}
