import type { Work } from '../../platform/operation/work.ts'
import { lockPost, type PostRow, type Sale, updateQuantitySold } from '../posts/public.ts'
import { changeSale, type SoldPost } from '../sales/public.ts'
import { type OrderRow, selectTaken } from './queries.ts'

type Counted = SoldPost &
  Pick<PostRow, 'currency' | 'quantity' | 'quantity_sold' | 'buyer_id' | 'sold_price_minor'>

const sellable: readonly string[] = ['active', 'reserved', 'sold'] satisfies Sale['status'][]

/** Whether there is a sale to it: not of what was closed, hidden or deleted. */
export const isSellable = <Post extends Counted>(post: Post): post is Post & { status: Sale['status'] } =>
  sellable.includes(post.status)

/**
 * Has a locked listing say what its orders left of it, once they are written: it is reserved while its last pieces wait
 * for their payment, and sold with that.
 * @param units how many an order took, or, below zero, gave back
 */
export async function followOrders(
  work: Work,
  post: Counted,
  { units, order }: { units: number; order: OrderRow },
): Promise<void> {
  const { db, clock } = work
  if (isSellable(post)) {
    const { isAwaited } = await selectTaken(db, post.id)
    await changeSale(work, post, saleLeftBy(post, { units, order, isAwaited, now: clock.now() }))
  } else if (units !== 0) await updateQuantitySold(db, post.id, soldAfter(post, units), clock.now())
}

const soldAfter = (post: Counted, units: number) => Math.max(0, post.quantity_sold + units)

interface Taking {
  units: number
  order: OrderRow
  /** Whether an order of the listing waits for its payment. */
  isAwaited: boolean
  now: Date
}

/** What a listing says of its sale once an order took so many of its pieces. */
export function saleLeftBy(
  post: Counted & { status: Sale['status'] },
  { units, order, isAwaited, now }: Taking,
): Sale {
  const quantitySold = soldAfter(post, units)
  const last = lastSaleOf(post, order, now)
  const standing = standingOf(post, post.quantity - quantitySold, isAwaited)
  const isUnsold = quantitySold === 0
  return { ...last, ...standing, quantitySold, ...(isUnsold ? neverSold : {}) }
}

const neverSold = { buyerId: null, soldPriceMinor: null, soldAt: null }

function standingOf(
  post: Counted & { status: Sale['status'] },
  left: number,
  isAwaited: boolean,
): Pick<Sale, 'status' | 'soldType'> {
  if (left <= 0)
    return isAwaited
      ? { status: 'reserved', soldType: 'reserved' }
      : { status: 'sold', soldType: 'sold_here' }
  // What its seller said of the rest of it stays.
  if (post.quantity > post.quantity_sold) return { status: post.status, soldType: post.sold_type }
  return { status: 'active', soldType: 'available' }
}

/** Of the last sale, which is this one once it is paid; its price is in the currency of the listing, which may be another by then. */
const lastSaleOf = (post: Counted, order: OrderRow, now: Date) =>
  order.status === 'paid'
    ? {
        buyerId: order.buyer_id,
        soldPriceMinor: order.currency === post.currency ? order.price_minor : null,
        soldAt: now,
      }
    : { buyerId: post.buyer_id, soldPriceMinor: post.sold_price_minor, soldAt: post.sold_at }

/** The same of an order that is there already; what was deleted meanwhile says nothing any more. */
export async function followOrder(work: Work, order: OrderRow, units: number): Promise<void> {
  const post = await lockPost(
    work.db,
    order.post_id,
    { id: order.seller_id, isStaff: true },
    work.clock.now(),
  )
  if (post) await followOrders(work, post, { units, order })
}
