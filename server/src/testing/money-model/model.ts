import { days, hours, minutes } from '../../platform/clock.ts'
import type { Scenario } from '../../platform/payments/pretending.ts'
import type { Step } from './steps.ts'

// What money does, in as few words as possible: no database, no clock but the steps', one thing after the other.

/** A step's end: it was done, or the code of what was refused. */
export type Outcome = 'done' | (string & {})

export type Kind = 'available' | 'pending' | 'escrow' | 'reserved' | 'in_payout'
export const kinds: readonly Kind[] = ['available', 'pending', 'escrow', 'reserved', 'in_payout']

interface Post {
  seller: number
  price: number
  quantity: number
  sold: number
  since: number
  /** What is left to run of each boost, in milliseconds: the first one runs. */
  boosts: { left: number; hasRun: boolean }[]
}

interface Order {
  buyer: number
  seller: number
  post: Post
  quantity: number
  total: number
  wallet: number
  refunded: number
  cardRefunded: number
  isPickup: boolean
  status: 'pending' | 'paid' | 'shipped' | 'received' | 'disputed' | 'settled' | 'ended'
  since: number
}

interface Payment {
  who: number
  amount: number
  order: Order | null
  status: 'requires_action' | 'processing' | 'succeeded' | 'failed'
  since: number
}

interface Payout {
  who: number
  amount: number
  bounces: boolean
  since: number
  isOver: boolean
}

export const boostPrice = 700
const boostDays = 7
const mostBoosts = 3
const feePoints = 500

/** What becomes of an order that nobody touches, and after how long. */
const spans: Partial<Record<Order['status'], number>> = {
  pending: minutes(15),
  paid: days(7),
  shipped: days(14),
  received: days(3),
  disputed: days(60),
}
const answeredWithin = hours(1)
const arrivesAfter = days(2)
const listedFor = days(30)

/** A part of an amount to the even unit. */
export function feeOf(amount: number): number {
  const parts = amount * feePoints
  const [whole, rest] = [Math.floor(parts / 10_000), parts % 10_000]
  return rest > 5_000 || (rest === 5_000 && whole % 2 === 1) ? whole + 1 : whole
}

/** One of the newest few. */
export const newest = <Thing>(things: readonly Thing[], at: number): Thing | undefined =>
  things.at(-1 - (at % Math.max(things.length, 1)))

export class Model {
  now = 0
  readonly posts: Post[] = []
  readonly orders: Order[] = []
  readonly payments: Payment[] = []
  readonly payouts: Payout[] = []
  readonly #balances = new Map<string, number>()

  balance(who: number, kind: Kind): number {
    return this.#balances.get(`${who} ${kind}`) ?? 0
  }

  #add(who: number, kind: Kind, amount: number): void {
    this.#balances.set(`${who} ${kind}`, this.balance(who, kind) + amount)
  }

  /** Does a step. @returns how it ends */
  do(step: Step): Outcome {
    switch (step.does) {
      case 'fund':
        return this.#charge(step.who, step.amount, step.card, null)
      case 'answer':
        return this.#answer(newest(this.payments, step.at), step.outcome)
      case 'list':
        return this.#list(step)
      case 'buy':
        return this.#buy(step)
      case 'boost':
        return this.#boost(newest(this.posts, step.at))
      case 'payOut':
        return this.#payOut(step.who, step.amount, step.bounces)
      case 'wait':
        return this.#wait(step.ms)
      case 'cancel':
      case 'ship':
      case 'confirm':
      case 'dispute':
      case 'decide':
      case 'refund':
        return this.#move(step)
      default:
        return 'done'
    }
  }

  #list({ who: seller, price, quantity }: Extract<Step, { does: 'list' }>): Outcome {
    this.posts.push({ seller, price, quantity, sold: 0, since: this.now, boosts: [] })
    return 'done'
  }

  #charge(who: number, amount: number, card: Scenario, order: Order | null): Outcome {
    if (card === 'decline' || card === 'insufficient') return 'PAYMENT_DECLINED'
    const status =
      card === 'requires_action' ? card : card === 'late_success' ? 'processing' : ('succeeded' as const)
    const payment: Payment = { who, amount, order, status, since: this.now }
    this.payments.push(payment)
    if (status === 'succeeded') this.#receive(payment)
    return 'done'
  }

  /** A card's money has come. */
  #receive(payment: Payment): void {
    payment.status = 'succeeded'
    if (!payment.order) this.#add(payment.who, 'available', payment.amount)
    // What comes too late goes back to the card.
    if (payment.order?.status !== 'pending') return
    this.#add(payment.who, 'reserved', -payment.order.wallet)
    this.#add(payment.who, 'escrow', payment.order.total)
    this.#turn(payment.order, 'paid')
  }

  #fail(payment: Payment): void {
    payment.status = 'failed'
    if (payment.order?.status === 'pending') this.#giveUp(payment.order)
  }

  #answer(payment: Payment | undefined, outcome: 'succeed' | 'fail'): Outcome {
    if (!payment) return 'done'
    if (payment.status !== 'requires_action' && payment.status !== 'processing') return 'any'
    if (outcome === 'succeed') this.#receive(payment)
    else this.#fail(payment)
    return 'done'
  }

  #turn(order: Order, status: Order['status']): void {
    order.status = status
    order.since = this.now
    this.#followSale(order.post)
  }

  #isReserved(post: Post): boolean {
    return this.orders.some((order) => order.post === post && order.status === 'pending')
  }

  #standingOf(post: Post): 'active' | 'reserved' | 'over' {
    if (this.#isExpired(post)) return 'over'
    if (post.sold < post.quantity) return 'active'
    return this.#isReserved(post) ? 'reserved' : 'over'
  }

  #isExpired({ since }: Post): boolean {
    return since + listedFor <= this.now
  }

  /** Boosts end with their listing; of days that nobody saw the price comes back. */
  #followSale(post: Post): void {
    if (this.#standingOf(post) !== 'over') return
    for (const { left, hasRun } of post.boosts) {
      const unused = Math.floor((left - (hasRun ? 1 : 0)) / days(1))
      this.#add(post.seller, 'available', Math.floor((boostPrice * unused) / boostDays))
    }
    post.boosts = []
  }

  #buy(step: Extract<Step, { does: 'buy' }>): Outcome {
    const post = newest(this.posts, step.at)
    if (!post) return 'done'
    if (this.#isExpired(post) && post.sold < post.quantity) return 'NO_SUCH_POST'
    if (post.seller === step.who) return 'CANNOT_BUY_OWN'
    if (step.quantity > post.quantity - post.sold) return 'NOT_AVAILABLE'
    const total = post.price * step.quantity
    const has = this.balance(step.who, 'available')
    const wallet = step.source === 'wallet' ? total : step.source === 'card' ? 0 : Math.min(has, total)
    const waits = (one: Order) => one.buyer === step.who && one.post === post && one.status === 'pending'
    if (wallet < total && this.orders.some(waits)) return 'ALREADY_ORDERED'
    if (wallet > has) return 'INSUFFICIENT_FUNDS'
    return this.#insertOrder(post, step, total, wallet)
  }

  #insertOrder(
    post: Post,
    { who, quantity, isPickup, card }: Extract<Step, { does: 'buy' }>,
    total: number,
    wallet: number,
  ): Outcome {
    const money = { total, wallet, refunded: 0, cardRefunded: 0 }
    const people = { buyer: who, seller: post.seller }
    const order: Order = {
      ...people,
      ...money,
      ...{ post, quantity, isPickup, status: 'pending', since: this.now },
    }
    this.orders.push(order)
    post.sold += quantity
    this.#add(who, 'available', -wallet)
    this.#add(who, 'reserved', wallet)
    if (wallet === total) {
      this.#add(who, 'reserved', -total)
      this.#add(who, 'escrow', total)
      this.#turn(order, 'paid')
      return 'done'
    }
    const outcome = this.#charge(who, total - wallet, card, order)
    if (outcome !== 'done') this.#giveUp(order)
    return outcome
  }

  #giveUp(order: Order): void {
    this.#add(order.buyer, 'reserved', -order.wallet)
    this.#add(order.buyer, 'available', order.wallet)
    order.post.sold -= order.quantity
    this.#turn(order, 'ended')
    for (const payment of this.payments)
      if (payment.order === order && payment.status === 'requires_action') payment.status = 'failed'
  }

  /** The card first; what comes back to it is in no wallet. */
  #giveBack(order: Order, amount: number): void {
    const card = Math.min(amount, order.total - order.wallet - order.cardRefunded)
    this.#add(order.buyer, 'available', amount - card)
    order.refunded += amount
    order.cardRefunded += card
  }

  #settle(order: Order): void {
    const kept = order.total - order.refunded
    if (order.status === 'received') this.#add(order.seller, 'pending', -kept)
    else this.#add(order.buyer, 'escrow', -kept)
    this.#add(order.seller, 'available', kept - feeOf(kept))
    this.#turn(order, 'settled')
  }

  #receiveGoods(order: Order): void {
    const kept = order.total - order.refunded
    this.#add(order.buyer, 'escrow', -kept)
    this.#add(order.seller, 'pending', kept)
    this.#turn(order, 'received')
  }

  #cancelPaid(order: Order, isByBuyer: boolean): void {
    const kept = order.total - order.refunded
    this.#add(order.buyer, 'escrow', -kept)
    this.#giveBack(order, kept)
    if (isByBuyer) order.post.sold -= order.quantity
    this.#turn(order, 'ended')
  }

  #decide(order: Order, amount: number): void {
    this.#add(order.buyer, 'escrow', -amount)
    this.#giveBack(order, amount)
    if (order.refunded === order.total) this.#turn(order, 'ended')
    else this.#settle(order)
  }

  #move(step: Extract<Step, { order: number }>): Outcome {
    const order = newest(this.orders, step.order)
    if (!order) return 'done'
    const { status, isPickup } = order
    const kept = order.total - order.refunded
    switch (step.does) {
      case 'cancel':
        if (status === 'pending') this.#giveUp(order)
        else if (status === 'paid') this.#cancelPaid(order, true)
        else return 'INVALID_TRANSITION'
        return 'done'
      case 'ship':
        if (status !== 'paid' || isPickup) return 'INVALID_TRANSITION'
        this.#turn(order, 'shipped')
        return 'done'
      case 'confirm':
        if (status !== 'shipped' && !(status === 'paid' && isPickup)) return 'INVALID_TRANSITION'
        this.#receiveGoods(order)
        return 'done'
      case 'dispute':
        if (status !== 'shipped' && status !== 'received') return 'INVALID_TRANSITION'
        if (step.amount > kept) return 'REFUND_TOO_LARGE'
        if (status === 'received') {
          this.#add(order.seller, 'pending', -kept)
          this.#add(order.buyer, 'escrow', kept)
        }
        this.#turn(order, 'disputed')
        return 'done'
      case 'decide':
        if (status !== 'disputed') return 'INVALID_TRANSITION'
        if (step.amount > kept) return 'REFUND_TOO_LARGE'
        this.#decide(order, step.amount)
        return 'done'
      case 'refund':
        return this.#refund(order, step.amount)
    }
  }

  #refund(order: Order, amount: number): Outcome {
    const kept = order.total - order.refunded
    if (order.status === 'pending' || order.status === 'ended') return 'INVALID_TRANSITION'
    if (amount > kept) return 'REFUND_TOO_LARGE'
    if (order.status === 'settled') {
      const feeBack = feeOf(kept) - feeOf(kept - amount)
      if (this.balance(order.seller, 'available') < amount - feeBack) return 'INSUFFICIENT_FUNDS'
      this.#add(order.seller, 'available', feeBack - amount)
    } else if (order.status === 'received') this.#add(order.seller, 'pending', -amount)
    else this.#add(order.buyer, 'escrow', -amount)
    this.#giveBack(order, amount)
    if (amount === kept) this.#turn(order, 'ended')
    return 'done'
  }

  #boost(post: Post | undefined): Outcome {
    if (!post) return 'done'
    if (this.#standingOf(post) !== 'active') return 'POST_NOT_ACTIVE'
    if (post.boosts.length >= mostBoosts) return 'ALREADY_QUEUED'
    if (this.balance(post.seller, 'available') < boostPrice) return 'INSUFFICIENT_FUNDS'
    this.#add(post.seller, 'available', -boostPrice)
    post.boosts.push({ left: days(boostDays), hasRun: post.boosts.length === 0 })
    return 'done'
  }

  #payOut(who: number, amount: number, bounces: boolean): Outcome {
    if (this.balance(who, 'available') < amount) return 'INSUFFICIENT_FUNDS'
    this.#add(who, 'available', -amount)
    this.#add(who, 'in_payout', amount)
    this.payouts.push({ who, amount, bounces, since: this.now, isOver: false })
    return 'done'
  }

  #wait(ms: number): Outcome {
    for (const post of this.posts) this.#runBoosts(post, ms)
    this.now += ms
    for (const post of this.posts) this.#followSale(post)
    for (const order of this.orders) {
      const span = spans[order.status]
      if (span !== undefined && order.since + span <= this.now) this.#end(order)
    }
    for (const payment of this.payments)
      if (payment.status === 'requires_action' && payment.since + answeredWithin < this.now)
        this.#fail(payment)
    for (const payout of this.payouts)
      if (!payout.isOver && payout.since + arrivesAfter <= this.now) {
        payout.isOver = true
        this.#add(payout.who, 'in_payout', -payout.amount)
        if (payout.bounces) this.#add(payout.who, 'available', payout.amount)
      }
    return 'done'
  }

  #runBoosts(post: Post, ms: number): void {
    if (this.#standingOf(post) !== 'active') return
    let rest = ms
    for (const boost of post.boosts) {
      if (rest <= 0) break
      const ran = Math.min(rest, boost.left)
      boost.left -= ran
      boost.hasRun = true
      rest -= ran
    }
    post.boosts = post.boosts.filter(({ left }) => left > 0)
  }

  #end(order: Order): void {
    const kept = order.total - order.refunded
    if (order.status === 'pending') this.#giveUp(order)
    else if (order.status === 'paid') this.#cancelPaid(order, false)
    else if (order.status === 'shipped') this.#receiveGoods(order)
    else if (order.status === 'received') this.#settle(order)
    else this.#decide(order, kept)
  }
}
