import { type Static, Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { minorOf } from '../../platform/money.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, Integer, Money, OneOf } from '../../platform/operation/schema.ts'
import { invalidTransition, type PostRow, type Sale, soldTypes } from '../posts/public.ts'

export const SaleChange = Type.Object({
  post_id: Id,
  sold_type: OneOf(soldTypes),
  buyer_id: Type.Optional({
    ...Id,
    description: 'of what is `sold_here`, and required then: somebody who chatted with you about it',
  }),
  sold_price: Type.Optional(Money(0, 99_999_999.99, { description: 'of a piece' })),
  quantity: Type.Optional(
    Integer(1, 999, {
      description:
        'of a sale: how many pieces, all that are left unless said, and only with the last the listing is sold; each call counts as a sale of its own, so a repeat needs `If-Match` or an idempotency key; of `available`: how many are on offer again, all of a sold listing unless said',
    }),
  ),
})
type SaleChange = Static<typeof SaleChange>

const undoDays = 30

/**
 * What a wish makes of a listing; undefined when it is so already, so that a retry neither undoes
 * nor moves a sale. Part of a quantity has no such memory: a retry needs `If-Match` or its key.
 * @throws INVALID_TRANSITION, PRICE_PRECISION, VALIDATION_FAILED for a quantity that is not there
 */
export function saleAfter(post: PostRow, wish: SaleChange, now: Date): Sale | undefined {
  const isOpen = post.status === 'active' || post.status === 'reserved'
  if (wish.sold_type === 'available') {
    if (isOpen) return offerAgain(post, wish.quantity ?? post.quantity - post.quantity_sold)
    if (post.status !== 'sold' || !post.sold_at || now.getTime() - post.sold_at.getTime() > days(undoDays))
      throw invalidTransition()
    return offerAgain(post, wish.quantity ?? post.quantity)
  }
  if (wish.sold_type !== 'reserved' && post.status === 'sold' && isRepeat(post, wish))
    return correctPrice(post, wish)
  if (!isOpen || (post.expires_at !== null && post.expires_at <= now)) throw invalidTransition()
  if (wish.sold_type !== 'reserved') return sell(post, wish, now)
  return post.sold_type === 'reserved'
    ? undefined
    : { ...saleOf(post), status: 'reserved', soldType: 'reserved' }
}

/** Whether a sold listing was sold as is wished; of several pieces nobody can tell which sale a repeat means. */
const isRepeat = (post: PostRow, wish: SaleChange): boolean =>
  post.sold_type === wish.sold_type &&
  post.buyer_id === (buyerOf(wish) ?? null) &&
  (wish.quantity === undefined || post.quantity === 1)

/** Only a sale here has a buyer. */
export const buyerOf = ({ sold_type, buyer_id }: SaleChange): string | undefined =>
  sold_type === 'sold_here' ? buyer_id : undefined

const priceOf = (post: PostRow, { sold_price }: SaleChange): number | null =>
  sold_price === undefined ? null : minorOf(sold_price, post.currency, 'body.sold_price')

const saleOf = (post: PostRow): Omit<Sale, 'status' | 'soldType'> => ({
  quantitySold: post.quantity_sold,
  buyerId: post.buyer_id,
  soldPriceMinor: post.sold_price_minor,
  soldAt: post.sold_at,
})

function offerAgain(post: PostRow, quantity: number): Sale | undefined {
  const quantitySold = post.quantity - quantity
  if (quantitySold < 0)
    throw invalidField('body.quantity', 'maximum', `must be at most the ${post.quantity} that there were`)
  if (post.sold_type === 'available' && quantitySold === post.quantity_sold) return undefined
  const isSaleLeft = quantitySold > 0 && post.status !== 'sold'
  const last = isSaleLeft ? saleOf(post) : { buyerId: null, soldPriceMinor: null, soldAt: null }
  return { ...last, status: 'active', soldType: 'available', quantitySold }
}

function correctPrice(post: PostRow, wish: SaleChange): Sale | undefined {
  const soldPriceMinor = priceOf(post, wish)
  if (soldPriceMinor === null || soldPriceMinor === post.sold_price_minor) return undefined
  return { ...saleOf(post), status: 'sold', soldType: post.sold_type, soldPriceMinor }
}

function sell(post: PostRow, wish: SaleChange, now: Date): Sale {
  const left = post.quantity - post.quantity_sold
  const { quantity = left } = wish
  if (quantity > left)
    throw invalidField('body.quantity', 'maximum', `must be at most the ${left} that are left`)
  const isLast = quantity === left
  return {
    status: isLast ? 'sold' : post.status === 'reserved' ? 'reserved' : 'active',
    soldType: isLast ? wish.sold_type : post.sold_type,
    quantitySold: post.quantity_sold + quantity,
    buyerId: buyerOf(wish) ?? null,
    soldPriceMinor: priceOf(post, wish),
    soldAt: now,
  }
}

/**
 * Whose purchase a change takes back: of what is wholly on offer again everybody's, else that of the buyer who is named
 * no more. Undefined where pieces are corrected of which nobody knows who has them.
 */
export function undoneBy(post: PostRow, sale: Sale): { buyerId: string | null } | undefined {
  if (sale.quantitySold >= post.quantity_sold) return undefined
  if (sale.quantitySold === 0) return { buyerId: null }
  return post.buyer_id !== null && sale.buyerId === null ? { buyerId: post.buyer_id } : undefined
}
