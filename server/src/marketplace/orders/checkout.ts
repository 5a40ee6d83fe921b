import { newId } from '../../platform/ids.ts'
import { minorOf } from '../../platform/money.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { Surroundings, Work } from '../../platform/operation/work.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { orderFee } from '../limits.ts'
import { acceptedOf, consume, lockOfferOf, type OfferRow } from '../offers/public.ts'
import { lockRow, noSuchPost, updateSale } from '../posts/public.ts'
import { balanceOf } from '../wallet/public.ts'
import type { Known } from './detail-shapes.ts'
import { tellOfPurchase } from './jobs.ts'
import { payFromWallet, reserveFromWallet } from './money.ts'
import { alreadyOrdered, cannotBuyOwn, notAvailable, priceChanged } from './problems.ts'
import {
  type Address,
  type Delivery,
  findOffered,
  insertEvent,
  insertOrder,
  newOrderRow,
  type OfferedRow,
  type OrderRow,
  offeredWays,
  selectTaken,
} from './queries.ts'
import { timesOf } from './states.ts'
import { publishChange } from './transition.ts'
import { isSellable, saleLeftBy } from './units.ts'

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

/**
 * What is kept for others is not there for them.
 * @param agreed the offer that they name, if there is one
 * @throws when somebody cannot buy so many of a listing
 */
export function termsOf(
  post: OfferedRow,
  buyerId: string,
  {
    offerId,
    quantity: wanted,
    agreed,
    now,
  }: Pick<Wish, 'offerId' | 'quantity'> & {
    agreed: OfferRow | undefined
    now: Date
  },
  path: 'body' | 'query' = 'body',
): Terms {
  if (post.author_id === buyerId) throw cannotBuyOwn()
  const left = post.quantity - post.quantity_sold
  if (offerId === null) {
    const quantity = wanted ?? 1
    if (post.status !== 'active' || quantity > left - post.held) throw notAvailable()
    return { quantity, priceMinor: post.price_minor, currency: post.currency, offer: null }
  }
  const offer = acceptedOf(agreed, { postId: post.id, buyerId, now })
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

/** An order that was begun, with what is shown of it. */
export interface Begun extends Known {
  order: OrderRow
}

/**
 * Takes pieces out of a listing for a buyer: paid for at once where the wallet has enough, else waiting for the card.
 * Whoever comes too late is refused here, before anything is charged. All that is asked leaves in one write; what is paid
 * at once is written in another, with the commit. Others are told by a job.
 */
export async function begin(work: Work, buyerId: string, wish: Wish): Promise<Begun> {
  const { db, clock, services } = work
  const now = clock.now()
  const id = newId()
  const [, post, agreed, taken] = await Promise.all([
    lockRow(db, wish.postId),
    findOffered(db, wish.postId, buyerId, now),
    wish.offerId === null ? undefined : lockOfferOf(db, wish.offerId, buyerId),
    selectTaken(db, wish.postId),
    // Here it costs no wait; of who is refused below it goes with the transaction.
    work.enqueue(tellOfPurchase, { orderId: id }),
  ])
  if (!post || !isSellable(post)) throw noSuchPost()
  const terms = termsOf(post, buyerId, { ...wish, agreed, now })
  checkWish(post, terms, wish)
  const { currency, priceMinor: price_minor, quantity, offer } = terms
  const totalMinor = price_minor * quantity
  const walletMinor = await walletPartOf(work, buyerId, wish.source, { totalMinor, currency })
  const status = walletMinor === totalMinor ? 'paid' : 'pending_payment'
  const order = newOrderRow(
    {
      ...{ id, post_id: post.id, buyer_id: buyerId, seller_id: post.author_id, status },
      ...{ title: post.title, quantity, price_minor, currency, wallet_minor: walletMinor },
      ...{ mode: services.moneyMode, fee_basis_points: feeNow(work), delivery: wish.delivery },
      address: wish.delivery === 'ship' ? wish.address : null,
      offer_id: offer?.id ?? null,
    },
    timesOf(status, now),
    now,
  )
  const inserting = insertOrder(db, order)
  if (status === 'paid') work.pipeline(inserting)
  else if (!(await inserting)) throw alreadyOrdered()
  if (offer) consume(work, offer)
  if (status === 'paid') payFromWallet(work, order)
  else await reserveFromWallet(work, order)
  const event = { id: newId(), kind: status, actor: 'buyer' as const }
  work.pipeline(insertEvent(db, order.id, event, now))
  const taking = { units: quantity, order, isAwaited: taken.isAwaited || status !== 'paid', now }
  work.pipeline(updateSale(db, post.id, saleLeftBy(post, taking), now))
  publishChange(work, order)
  const { buyer_name, seller_name, photo_id } = post
  return {
    order,
    row: { ...order, buyer_name, seller_name, photo_id },
    events: [{ ...event, amount_minor: null, created_at: now }],
    ...noDispute,
  }
}

const noDispute = { disputed: undefined, urls: new Map() }
