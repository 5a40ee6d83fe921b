import { days } from '../../platform/clock.ts'

// What the model of money knows: no database, no clock but the steps', one thing after the other.

/** A step's end: it was done, or the code of what was refused. */
export type Outcome = 'done' | (string & {})

export type Kind = 'available' | 'pending' | 'escrow' | 'reserved' | 'in_payout'
export const kinds: readonly Kind[] = ['available', 'pending', 'escrow', 'reserved', 'in_payout']

export interface Boost {
  /** What is left to run of it, in milliseconds. */
  left: number
  /** Not before; and when it would be over, as it was seen when its listing was last on show. */
  startsAt: number
  endsAt: number
}

export interface Post {
  seller: number
  price: number
  quantity: number
  sold: number
  since: number
  /** The lowest offer that its seller considers. */
  floor: number | null
  /** The first one runs. */
  boosts: Boost[]
}

export interface Offer {
  post: Post
  buyer: number
  price: number
  quantity: number
  madeBy: 'buyer' | 'seller'
  status: 'open' | 'accepted' | 'bought' | 'over'
  /** Until when it can be answered, or is kept once it was accepted. */
  until: number
}

export interface Order {
  buyer: number
  seller: number
  post: Post
  offer: Offer | null
  quantity: number
  total: number
  wallet: number
  refunded: number
  cardRefunded: number
  isPickup: boolean
  status: 'pending' | 'paid' | 'shipped' | 'received' | 'disputed' | 'settled' | 'ended'
  since: number
  /** Since when it stands still, because a bank disputes its payment. */
  frozen: number | null
}

/** What a payment is for, where it is not the wallet. */
export type Purpose =
  | { kind: 'order'; order: Order }
  | { kind: 'boost'; post: Post; boost: Boost | null; withheld: number }
  | { kind: 'funds' }

export interface Payment {
  who: number
  amount: number
  refunded: number
  purpose: Purpose
  status: 'requires_action' | 'processing' | 'succeeded' | 'failed'
  dispute: 'open' | 'won' | 'lost' | null
  since: number
}

/** Money that somebody adds on PayPal's page. */
export interface Hosted {
  who: number
  amount: number
  isPaid: boolean
}

export interface Debt {
  who: number
  payment: Payment
  amount: number
  settled: number
  isForgiven: boolean
}

interface Payout {
  who: number
  amount: number
  bounces: boolean
  since: number
  isOver: boolean
}

interface Window {
  count: number
  endsAt: number
}

export class State {
  now = 0
  readonly posts: Post[] = []
  readonly offers: Offer[] = []
  /** Those that were accepted, in that order. */
  readonly accepted: Offer[] = []
  readonly orders: Order[] = []
  readonly payments: Payment[] = []
  readonly payouts: Payout[] = []
  readonly hosted: Hosted[] = []
  /** Whether those who have a bank account have chosen the one that bounces. */
  readonly defaultBanks = new Map<number, boolean>()
  /** Devices on which a plan was tried. */
  readonly triedOn = new Set<number>()
  readonly debts: Debt[] = []
  readonly #balances = new Map<string, number>()
  readonly #proposals = new Map<Post, Map<number, Window>>()

  balance(who: number, kind: Kind): number {
    return this.#balances.get(`${who} ${kind}`) ?? 0
  }

  add(who: number, kind: Kind, amount: number): void {
    this.#balances.set(`${who} ${kind}`, this.balance(who, kind) + amount)
  }

  /** @returns whether somebody may name another price for a listing on this day */
  countProposal(who: number, post: Post, most: number): boolean {
    const ofPost = this.#proposals.get(post) ?? new Map<number, Window>()
    this.#proposals.set(post, ofPost)
    const known = ofPost.get(who)
    const window = known && known.endsAt > this.now ? known : { count: 0, endsAt: this.now + days(1) }
    if (window.count >= most) return false
    window.count += 1
    ofPost.set(who, window)
    return true
  }
}

const feePoints = 500

/** The platform's part of an amount, to the even unit. */
export function feeOf(amount: number): number {
  const parts = amount * feePoints
  const [whole, rest] = [Math.floor(parts / 10_000), parts % 10_000]
  return rest > 5_000 || (rest === 5_000 && whole % 2 === 1) ? whole + 1 : whole
}

/** One of the newest few. */
export const newest = <Thing>(things: readonly Thing[], at: number): Thing | undefined =>
  things.at(-1 - (at % Math.max(things.length, 1)))
