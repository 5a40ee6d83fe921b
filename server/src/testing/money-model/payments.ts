import type { Scenario } from '../../platform/payments/pretending.ts'
import { addBoost, followListing, standingOf, turn, unusedOf } from './listings.ts'
import { giveBackOffer } from './offers.ts'
import {
  type Debt,
  feeOf,
  newest,
  type Order,
  type Outcome,
  type Payment,
  type Purpose,
  type State,
} from './state.ts'
import type { BankCommand, Step } from './steps.ts'

// Cards of the model, and the banks behind them.

type OfBoost = Extract<Purpose, { kind: 'boost' }>

export function charge(
  state: State,
  who: number,
  amount: number,
  { card, purpose }: { card: Scenario; purpose: Purpose },
): Outcome {
  if (card === 'decline' || card === 'insufficient') return 'PAYMENT_DECLINED'
  const status =
    card === 'requires_action' ? card : card === 'late_success' ? 'processing' : ('succeeded' as const)
  const payment: Payment = { who, amount, refunded: 0, purpose, status, dispute: null, since: state.now }
  state.payments.push(payment)
  if (status === 'succeeded') receive(state, payment)
  return 'done'
}

/** A card's money has come; what comes too late goes back to the card. */
function receive(state: State, payment: Payment): void {
  payment.status = 'succeeded'
  const { purpose, who, amount } = payment
  if (purpose.kind === 'funds') state.add(who, 'available', amount)
  else if (purpose.kind === 'boost' && standingOf(state, purpose.post) !== 'over') {
    purpose.boost = addBoost(state, purpose.post)
    followListing(state, purpose.post)
  } else if (purpose.kind === 'order' && purpose.order.status === 'pending') {
    state.add(who, 'reserved', -purpose.order.wallet)
    state.add(who, 'escrow', purpose.order.total)
    turn(state, purpose.order, 'paid')
  } else payment.refunded = amount
}

/** An order that is not going to be paid: its pieces can be bought again. */
export function giveUp(state: State, order: Order): void {
  state.add(order.buyer, 'reserved', -order.wallet)
  state.add(order.buyer, 'available', order.wallet)
  order.post.sold -= order.quantity
  turn(state, order, 'ended')
  for (const payment of state.payments)
    if (isOf(payment, order) && payment.status === 'requires_action') payment.status = 'failed'
}

const isOf = ({ purpose }: Payment, order: Order) => purpose.kind === 'order' && purpose.order === order

/** A card did not pay for an order. */
export function decline(state: State, order: Order): void {
  if (order.status !== 'pending') return
  giveUp(state, order)
  if (order.offer) giveBackOffer(state, order.offer)
}

export function fail(state: State, payment: Payment): void {
  payment.status = 'failed'
  if (payment.purpose.kind === 'order') decline(state, payment.purpose.order)
}

export function answer(state: State, { at, outcome }: Extract<Step, { does: 'answer' }>): Outcome {
  const payment = newest(state.payments, at)
  if (!payment) return 'done'
  if (payment.status !== 'requires_action' && payment.status !== 'processing') return 'any'
  if (outcome === 'succeed') receive(state, payment)
  else fail(state, payment)
  return 'done'
}

/** What a card gets back of an order's payment. */
export function refundCard(state: State, order: Order, amount: number): void {
  order.cardRefunded += amount
  for (const payment of state.payments)
    if (isOf(payment, order) && payment.status === 'succeeded') payment.refunded += amount
}

export function disputeAtBank(state: State, at: number, command: BankCommand): Outcome {
  const payment = newest(state.payments, at)
  if (!payment) return 'done'
  if (payment.status !== 'succeeded') return 'NOT_SIMULABLE'
  if (!payment.dispute) {
    if (payment.refunded >= payment.amount) return 'NOT_SIMULABLE'
    // Of what is decided at once, nobody hears before.
    payment.dispute = 'open'
    if (command === 'dispute') withdraw(state, payment)
  }
  if (command === 'dispute' || payment.dispute !== 'open') return 'done'
  payment.dispute = command === 'win_dispute' ? 'won' : 'lost'
  if (payment.dispute === 'won') giveIn(state, payment)
  else keep(state, payment)
  return 'done'
}

/** What a bank took. */
const takenBy = ({ amount, refunded }: Payment) => amount - refunded

/** What somebody has of what they owe is taken now. */
function claim(state: State, payment: Payment, who: number, amount: number): void {
  if (state.debts.some((debt) => debt.payment === payment && debt.who === who)) return
  const debt = { who, payment, amount, settled: 0, isForgiven: false }
  state.debts.push(debt)
  settle(state, debt)
}

function settle(state: State, debt: Debt): void {
  if (debt.isForgiven) return
  const taken = Math.min(state.balance(debt.who, 'available'), debt.amount - debt.settled)
  debt.settled += taken
  state.add(debt.who, 'available', -taken)
}

/** What somebody owes still. */
export const owedBy = (state: State, who: number): number =>
  state.debts
    .filter((debt) => debt.who === who && !debt.isForgiven)
    .reduce((sum, { amount, settled }) => sum + amount - settled, 0)

/** Takes what came meanwhile, from one or from everybody who owes. */
export function collect(state: State, who?: number): void {
  for (const debt of state.debts) if (who === undefined || debt.who === who) settle(state, debt)
}

function withdraw(state: State, payment: Payment): void {
  const { purpose, who } = payment
  if (purpose.kind === 'funds') claim(state, payment, who, takenBy(payment))
  if (purpose.kind === 'boost') stopBoost(purpose)
  if (purpose.kind === 'order' && purpose.order.status !== 'ended') purpose.order.frozen ??= state.now
}

function stopBoost(purpose: OfBoost): void {
  const { post, boost } = purpose
  if (!boost || !post.boosts.includes(boost)) return
  post.boosts = post.boosts.filter((other) => other !== boost)
  purpose.withheld = unusedOf(boost)
}

function giveIn(state: State, payment: Payment): void {
  const { purpose } = payment
  for (const debt of state.debts)
    if (debt.payment === payment && !debt.isForgiven) {
      debt.isForgiven = true
      state.add(debt.who, 'available', debt.settled)
    }
  if (purpose.kind === 'boost') {
    state.add(purpose.post.seller, 'available', purpose.withheld)
    purpose.withheld = 0
  }
  if (purpose.kind === 'order') thaw(state, purpose.order)
}

/** Its clock goes on from where it stood. */
function thaw(state: State, order: Order): void {
  if (order.frozen === null) return
  order.since += state.now - order.frozen
  order.frozen = null
}

function keep(state: State, payment: Payment): void {
  const { purpose, who } = payment
  if (purpose.kind === 'funds') claim(state, payment, who, takenBy(payment))
  if (purpose.kind === 'boost') {
    stopBoost(purpose)
    purpose.withheld = 0
  }
  if (purpose.kind === 'order' && purpose.order.status !== 'ended') chargeBack(state, payment, purpose.order)
}

/** It comes out of where the order's money is; what came from the wallet is the seller's where they had sent it. */
function chargeBack(state: State, payment: Payment, order: Order): void {
  thaw(state, order)
  const { buyer, seller, status } = order
  const taken = takenBy(payment)
  const kept = order.total - order.refunded
  const left = kept - taken
  order.refunded += taken
  order.cardRefunded += taken
  if (status === 'settled') claim(state, payment, seller, taken - (feeOf(kept) - feeOf(left)))
  else if (status === 'received') state.add(seller, 'pending', -kept)
  else state.add(buyer, 'escrow', -kept)
  if (status === 'shipped' || status === 'received') state.add(seller, 'available', left - feeOf(left))
  if (status === 'paid' || status === 'disputed') state.add(buyer, 'available', left)
  if (status === 'paid') order.post.sold -= order.quantity
  turn(state, order, 'ended')
}
