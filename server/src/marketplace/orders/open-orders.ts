import type { Work } from '../../platform/operation/work.ts'
import { openOrder } from '../posts/public.ts'
import { paymentLocked } from '../sales/public.ts'
import { openOrders } from './problems.ts'
import { countOpenOrders, hasOpenOrder, selectTaken } from './queries.ts'

// What orders stand in the way of: they hear of it before it is done, and refuse.

/** @throws OPEN_ORDER while somebody is buying the listing */
export async function refuseWithOrder({ db }: Work, { postId }: { postId: string }): Promise<void> {
  if (await hasOpenOrder(db, postId)) throw openOrder()
}

/** What was paid for here cannot be taken back or sold to somebody else by hand. @throws PAYMENT_LOCKED */
export async function refuseWhatIsPaid(
  { db }: Work,
  { postId, quantitySold, isCorrection }: { postId: string; quantitySold: number; isCorrection: boolean },
): Promise<void> {
  const { units, isAwaited } = await selectTaken(db, postId)
  if (isAwaited || quantitySold < units || (isCorrection && units > 0)) throw paymentLocked()
}

/** @throws OPEN_ORDERS while somebody who wants to leave buys or sells something */
export async function refuseWithOrders({ db }: Work, { userId }: { userId: string }): Promise<void> {
  const count = await countOpenOrders(db, userId)
  if (count > 0) throw openOrders({ details: { orders: count } })
}
