import { newId } from '../../platform/ids.ts'
import { minorOf } from '../../platform/money.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { Surroundings, Work } from '../../platform/operation/work.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { orderFee } from '../limits.ts'
import { consume, findAccepted, type OfferRow } from '../offers/public.ts'
import { lockRow, noSuchPost } from '../posts/public.ts'
import { balanceOf } from '../wallet/public.ts'
import { payFromWallet, reserveFromWallet } from './money.ts'
import { publishChange } from './moving.ts'
import { tell } from './notice.ts'
import { alreadyOrdered, cannotBuyOwn, notAvailable, priceChanged } from './problems.ts'
import {
  type Address,
  type Delivery,
  findOffered,
  insertEvent,
  insertOrder,
  type OfferedRow,
  type OrderRow,
  offeredWays,
} from './queries.ts'
import { timesOf } from './states.ts'
import { followOrders } from './units.ts'

export const sources = ['wallet', 'card', 'wallet_and_card'] as const
export type Source = (typeof sources)[number]

export interface Wish {
  postId: string
  /** What was agreed on; its price and its pieces hold. */
  offerId: string | null
  /** One unless said. */
  quantity: number | undefined
  source: Source
  delivery: Delivery
  address: Address | null
  /** In major units; what the buyer was shown. */
  expectedPrice: number | undefined
}

/** What the platform takes of what is bought now. */
export const feeNow = ({ services }: Pick<Surroundings, 'services'>): number => configured(services, orderFee)

/** How many pieces somebody buys, and at which price. */
export interface Terms {
  quantity: number
  priceMinor: number
  currency: string
  offer: OfferRow | null
}

/** @throws when somebody cannot buy so many of a listing; what is kept for others is not there for them */
export async function termsOf(
  work: Pick<Work, 'db' | 'clock'>,
  post: OfferedRow,
  buyerId: string,
  { offerId, quantity: wanted }: Pick<Wish, 'offerId' | 'quantity'>,
  path: 'body' | 'query' = 'body',
): Promise<Terms> {
  if (post.author_id === buyerId) throw cannotBuyOwn()
  const left = post.quantity - post.quantity_sold
  if (offerId === null) {
    const quantity = wanted ?? 1
    if (post.status !== 'active' || quantity > left - post.held) throw notAvailable()
    return { quantity, priceMinor: post.price_minor, currency: post.currency, offer: null }
  }
  const offer = await findAccepted(work, { offerId, postId: post.id, buyerId })
  const { quantity, price_minor: priceMinor, currency } = offer
  if (wanted !== undefined && wanted !== quantity)
    throw invalidField(`${path}.quantity`, 'agreed', `is ${quantity}, as the offer says`)
  // That its seller says it is reserved is said for this buyer.
  if (!['active', 'reserved'].includes(post.status) || quantity > left) throw notAvailable()
  return { quantity, priceMinor, currency, offer }
}

/** How a listing can be had; its seller may have left that open. */
export const waysOf = ({ delivery }: Pick<OfferedRow, 'delivery'>): Delivery[] => [
  ...offeredWays[delivery ?? 'both'],
]

function checkWish(post: OfferedRow, { currency, priceMinor }: Terms, wish: Wish): void {
  if (!waysOf(post).includes(wish.delivery))
    throw invalidField('body.delivery', 'offered', 'is not how the seller offers it')
  if (wish.delivery === 'ship' && wish.address === null)
    throw invalidField('body.address', 'required', 'is needed for what is sent')
  if (wish.expectedPrice === undefined) return
  if (minorOf(wish.expectedPrice, currency, 'body.expected_price') !== priceMinor) throw priceChanged()
}

/** What of a price comes from the buyer's wallet, where a card may bring the rest. */
async function walletPartOf(
  { db, services }: Work,
  buyerId: string,
  source: Source,
  { totalMinor, currency }: { totalMinor: number; currency: string },
): Promise<number> {
  if (source === 'wallet') return totalMinor
  if (source === 'card') return 0
  const { available_minor } = await balanceOf(db, buyerId, { currency, mode: services.moneyMode })
  return Math.min(available_minor, totalMinor)
}

/**
 * Takes pieces out of a listing for a buyer: paid for at once where the wallet has enough, else waiting for the card.
 * Whoever comes too late is refused here, before anything is charged.
 */
export async function begin(work: Work, buyerId: string, wish: Wish): Promise<OrderRow> {
  const { db, clock, services } = work
  const now = clock.now()
  await lockRow(db, wish.postId)
  const post = await findOffered(db, wish.postId, buyerId, now)
  if (!post) throw noSuchPost()
  const terms = await termsOf(work, post, buyerId, wish)
  checkWish(post, terms, wish)
  const { currency, priceMinor: price_minor, quantity, offer } = terms
  const totalMinor = price_minor * quantity
  const walletMinor = await walletPartOf(work, buyerId, wish.source, { totalMinor, currency })
  const status = walletMinor === totalMinor ? 'paid' : 'pending_payment'
  const order = await insertOrder(
    db,
    {
      ...{ id: newId(), post_id: post.id, buyer_id: buyerId, seller_id: post.author_id, status },
      ...{ title: post.title, quantity, price_minor, currency, wallet_minor: walletMinor },
      ...{ mode: services.moneyMode, fee_basis_points: feeNow(work), delivery: wish.delivery },
      address: wish.delivery === 'ship' ? wish.address : null,
      offer_id: offer?.id ?? null,
    },
    timesOf(status, now),
    now,
  )
  if (!order) throw alreadyOrdered()
  if (offer) await consume(work, offer)
  await (status === 'paid' ? payFromWallet : reserveFromWallet)(work, order)
  await insertEvent(db, order.id, { kind: status, actor: 'buyer' }, now)
  await followOrders(work, post, { units: quantity, order })
  publishChange(work, order)
  if (status === 'paid') await tellPaid(work, order, 'buyer')
  return order
}

export async function tellPaid(work: Work, order: OrderRow, actor: 'buyer' | null): Promise<void> {
  const what = order.delivery === 'ship' ? 'sold' : 'soldForPickup'
  await tell(work, order, { cause: 'paid', what, to: ['seller'], actor })
  if (actor === null) await tell(work, order, { cause: 'paid', what: 'bought', to: ['buyer'], actor })
}
