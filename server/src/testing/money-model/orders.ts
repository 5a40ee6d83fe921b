import { days, minutes } from '../../platform/clock.ts'
import { freeOf, standingOfOffer, statusOf, turn } from './listings.ts'
import { charge, decline, giveUp, refundCard } from './payments.ts'
import { feeOf, newest, type Offer, type Order, type Outcome, type Post, type State } from './state.ts'
import type { Purchase, Step, Taking } from './steps.ts'

// Orders of the model.

/** What becomes of an order that nobody touches, and after how long. */
const spans: Partial<Record<Order['status'], number>> = {
  pending: minutes(15),
  paid: days(7),
  shipped: days(14),
  received: days(3),
  disputed: days(60),
}

const keptOf = ({ total, refunded }: Order) => total - refunded

export function buy(state: State, step: Purchase): Outcome {
  const post = newest(state.posts, step.at)
  if (!post) return 'done'
  const status = statusOf(state, post)
  if (status === 'expired') return 'NO_SUCH_POST'
  if (post.seller === step.who) return 'CANNOT_BUY_OWN'
  if (status !== 'active' || step.quantity > freeOf(state, post)) return 'NOT_AVAILABLE'
  const { quantity } = step
  return place(state, step, { buyer: step.who, post, offer: null, quantity, total: post.price * quantity })
}

export function take(state: State, step: Taking): Outcome {
  const offer = newest(state.accepted, step.accepted)
  if (!offer) return 'done'
  const { post, buyer, quantity } = offer
  const status = statusOf(state, post)
  if (status === 'expired') return 'NO_SUCH_POST'
  if (standingOfOffer(offer, state.now) !== 'accepted') return 'OFFER_NOT_ACCEPTED'
  if (status === 'sold' || quantity > post.quantity - post.sold) return 'NOT_AVAILABLE'
  return place(state, step, { buyer, post, offer, quantity, total: offer.price * quantity })
}

interface Wanted {
  buyer: number
  post: Post
  offer: Offer | null
  quantity: number
  total: number
}

function place(state: State, { source, isPickup, card }: Purchase | Taking, wanted: Wanted): Outcome {
  const { buyer, post, offer, quantity, total } = wanted
  const has = state.balance(buyer, 'available')
  const wallet = source === 'wallet' ? total : source === 'card' ? 0 : Math.min(has, total)
  const waits = (one: Order) => one.buyer === buyer && one.post === post && one.status === 'pending'
  if (wallet < total && state.orders.some(waits)) return 'ALREADY_ORDERED'
  if (wallet > has) return 'INSUFFICIENT_FUNDS'
  const order: Order = {
    ...{ buyer, seller: post.seller, post, offer, quantity, total, wallet, isPickup },
    ...{ refunded: 0, cardRefunded: 0, status: 'pending', since: state.now, frozen: null },
  }
  state.orders.push(order)
  if (offer) offer.status = 'bought'
  post.sold += quantity
  state.add(buyer, 'available', -wallet)
  if (wallet === total) {
    state.add(buyer, 'escrow', total)
    turn(state, order, 'paid')
    return 'done'
  }
  state.add(buyer, 'reserved', wallet)
  const outcome = charge(state, buyer, total - wallet, { card, purpose: { kind: 'order', order } })
  if (outcome !== 'done') decline(state, order)
  return outcome
}

/** The card first; what comes back to it is in no wallet. */
function giveBack(state: State, order: Order, amount: number): void {
  const card = Math.min(amount, order.total - order.wallet - order.cardRefunded)
  state.add(order.buyer, 'available', amount - card)
  order.refunded += amount
  refundCard(state, order, card)
}

function settle(state: State, order: Order): void {
  const kept = keptOf(order)
  if (order.status === 'received') state.add(order.seller, 'pending', -kept)
  else state.add(order.buyer, 'escrow', -kept)
  state.add(order.seller, 'available', kept - feeOf(kept))
  turn(state, order, 'settled')
}

function receive(state: State, order: Order): void {
  const kept = keptOf(order)
  state.add(order.buyer, 'escrow', -kept)
  state.add(order.seller, 'pending', kept)
  turn(state, order, 'received')
}

function cancelPaid(state: State, order: Order, isByBuyer: boolean): void {
  const kept = keptOf(order)
  state.add(order.buyer, 'escrow', -kept)
  giveBack(state, order, kept)
  if (isByBuyer) order.post.sold -= order.quantity
  turn(state, order, 'ended')
}

function decide(state: State, order: Order, amount: number): void {
  state.add(order.buyer, 'escrow', -amount)
  giveBack(state, order, amount)
  if (order.refunded === order.total) turn(state, order, 'ended')
  else settle(state, order)
}

export function move(state: State, step: Extract<Step, { order: number }>): Outcome {
  const order = newest(state.orders, step.order)
  if (!order) return 'done'
  const { status, isPickup, frozen } = order
  const mayCancel = status === 'pending' || status === 'paid'
  if (step.does === 'cancel' && !mayCancel) return 'INVALID_TRANSITION'
  if (step.does === 'ship' && isPickup) return 'INVALID_TRANSITION'
  if (frozen !== null) return 'ORDER_FROZEN'
  switch (step.does) {
    case 'cancel':
      if (status === 'pending') giveUp(state, order)
      else cancelPaid(state, order, true)
      return 'done'
    case 'ship':
      if (status !== 'paid') return 'INVALID_TRANSITION'
      turn(state, order, 'shipped')
      return 'done'
    case 'confirm':
      if (status !== 'shipped' && !(status === 'paid' && isPickup)) return 'INVALID_TRANSITION'
      receive(state, order)
      return 'done'
    case 'dispute':
      return object(state, order, step.amount)
    case 'decide':
      if (status !== 'disputed') return 'INVALID_TRANSITION'
      if (step.amount > keptOf(order)) return 'REFUND_TOO_LARGE'
      decide(state, order, step.amount)
      return 'done'
    case 'refund':
      return refund(state, order, step.amount)
  }
}

function object(state: State, order: Order, wanted: number): Outcome {
  const kept = keptOf(order)
  if (order.status !== 'shipped' && order.status !== 'received') return 'INVALID_TRANSITION'
  if (wanted > kept) return 'REFUND_TOO_LARGE'
  if (order.status === 'received') {
    state.add(order.seller, 'pending', -kept)
    state.add(order.buyer, 'escrow', kept)
  }
  turn(state, order, 'disputed')
  return 'done'
}

function refund(state: State, order: Order, amount: number): Outcome {
  const kept = keptOf(order)
  if (order.status === 'pending' || order.status === 'ended') return 'INVALID_TRANSITION'
  if (amount > kept) return 'REFUND_TOO_LARGE'
  if (order.status === 'settled') {
    const feeBack = feeOf(kept) - feeOf(kept - amount)
    if (state.balance(order.seller, 'available') < amount - feeBack) return 'INSUFFICIENT_FUNDS'
    state.add(order.seller, 'available', feeBack - amount)
  } else if (order.status === 'received') state.add(order.seller, 'pending', -amount)
  else state.add(order.buyer, 'escrow', -amount)
  giveBack(state, order, amount)
  if (amount === kept) turn(state, order, 'ended')
  return 'done'
}

/** What the time has brought. */
export function endOrders(state: State): void {
  for (const order of state.orders) {
    const span = spans[order.status]
    const isDue = span !== undefined && order.frozen === null && order.since + span <= state.now
    if (isDue) end(state, order)
  }
}

function end(state: State, order: Order): void {
  if (order.status === 'pending') giveUp(state, order)
  else if (order.status === 'paid') cancelPaid(state, order, false)
  else if (order.status === 'shipped') receive(state, order)
  else if (order.status === 'received') settle(state, order)
  else decide(state, order, keptOf(order))
}
