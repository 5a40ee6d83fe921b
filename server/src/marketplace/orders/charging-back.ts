import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import { type disputeMoved, tellOfMoney } from '../payments/public.ts'
import { claim, forgive } from '../wallet/public.ts'
import { settle } from './conclusion.ts'
import { decideDispute } from './dispute-queries.ts'
import { bookChargeback, bookRestForBuyer, cardPartOf, keptOf } from './money.ts'
import { freezeOrder, insertEvent, lockOrder, type OrderRow, thawOrder, updateRefunded } from './queries.ts'
import { canBecome } from './states.ts'
import { move, publishChange } from './transition.ts'
import { followOrder } from './units.ts'

// The bank of a buyer takes the payment of an order back: until it has decided the order stands still, and then it goes on
// from there, or ends without any refund of ours.

type Moved = Announced<(typeof disputeMoved)['data']>

/** What follows for an order when a bank has come further with its payment. */
export async function followBankDispute(work: Work, moved: Moved): Promise<void> {
  if (moved.purpose.kind !== 'order') return
  const order = await lockOrder(work.db, moved.purpose.id)
  if (!order) throw new Error(`there is no order ${moved.purpose.id} that was paid`)
  const { phase, before } = moved
  if (phase === 'lost') return chargeBack(work, order, moved)
  if (phase === 'returned') return giveIn(work, order, moved)
  if (before === null) await freeze(work, order, moved)
}

/** Whether its money still waits for somebody, or was given to the seller: what ended otherwise has gone back already. */
const isKept = ({ status }: OrderRow) => canBecome(status, 'charged_back')

async function freeze(work: Work, order: OrderRow, { disputeId, amountMinor }: Moved): Promise<void> {
  const now = work.clock.now()
  const frozen = isKept(order) && !order.frozen_at ? await freezeOrder(work.db, order.id, now) : order
  await insertEvent(work.db, order.id, { kind: 'bank_disputed', actor: null, amountMinor }, now)
  publishChange(work, frozen)
  if (isKept(order)) await tellSeller(work, order, { disputeId, amountMinor, what: 'saleDisputed' })
}

/** Brings a locked order back to where it stood, once no bank has still to decide. */
const thaw = async (work: Work, order: OrderRow, { isOver }: Moved): Promise<OrderRow> =>
  order.frozen_at && isOver ? thawOrder(work.db, order.id, work.clock.now()) : order

async function giveIn(work: Work, order: OrderRow, moved: Moved): Promise<void> {
  const { disputeId, amountMinor, before } = moved
  await forgive(work, disputeId)
  if (before === null) return
  const thawed = await thaw(work, order, moved)
  await insertEvent(work.db, order.id, { kind: 'bank_gave_in', actor: null, amountMinor }, work.clock.now())
  publishChange(work, thawed)
  if (isKept(order)) await tellSeller(work, order, { disputeId, amountMinor, what: 'saleDisputeWon' })
}

/**
 * The bank keeps the money. It comes out of what is held for the order; of what the seller has been given, out of that, and
 * of what went back to the buyer besides, out of that: both as far as they have it.
 */
async function chargeBack(work: Work, order: OrderRow, moved: Moved): Promise<void> {
  const { disputeId, amountMinor, toBringMinor, currency, mode } = moved
  const { db, clock } = work
  const isEnded = !isKept(order)
  const taken = isEnded
    ? 0
    : Math.min(toBringMinor, keptOf(order), cardPartOf(order) - order.card_refunded_minor)
  const owed = toBringMinor - taken
  if (owed > 0) await claim(work, { personId: order.buyer_id, amountMinor: owed, disputeId, currency, mode })
  if (isEnded) {
    await insertEvent(db, order.id, { kind: 'charged_back', actor: null, amountMinor }, clock.now())
    return publishChange(work, order)
  }
  // Whatever else a bank has to decide of it: the order is over.
  const thawed = order.frozen_at ? await thawOrder(db, order.id, clock.now()) : order
  await bookChargeback(work, thawed, { disputeId, amountMinor: taken })
  const left = await updateRefunded(db, thawed, { amountMinor: taken, cardMinor: taken }, clock.now())
  const ended = await finish(work, left, amountMinor)
  await tellSeller(work, ended, { disputeId, amountMinor, what: 'saleDisputeLost' })
}

/** Ends it. What came from the wallet is the seller's where they had sent it, and else the buyer's. */
async function finish(work: Work, order: OrderRow, amountMinor: number): Promise<OrderRow> {
  const { db, clock } = work
  if (order.status === 'disputed')
    await decideDispute(db, order.id, { by: null, refundedMinor: keptOf(order), message: '' }, clock.now())
  if (order.status === 'shipped' || order.status === 'received')
    return settle(work, order, { to: 'charged_back', actor: null, amountMinor })
  const isForBuyer = order.status === 'paid' || order.status === 'disputed'
  const rest = isForBuyer ? keptOf(order) : 0
  if (rest > 0) await bookRestForBuyer(work, order, rest)
  const given =
    rest > 0 ? await updateRefunded(db, order, { amountMinor: rest, cardMinor: 0 }, clock.now()) : order
  const ended = await move(work, given, 'charged_back', { actor: null, amountMinor })
  if (order.status === 'paid') await followOrder(work, ended, -order.quantity)
  return ended
}

const tellSeller = (
  work: Work,
  order: OrderRow,
  {
    disputeId,
    amountMinor,
    what,
  }: {
    disputeId: string
    amountMinor: number
    what: 'saleDisputed' | 'saleDisputeWon' | 'saleDisputeLost'
  },
): Promise<void> =>
  tellOfMoney(work, {
    ...{ personId: order.seller_id, amountMinor, currency: order.currency, what },
    ...{ cause: `bank-dispute:${disputeId}:${what}:seller`, about: { model: 'order', id: order.id } },
    payload: { screen: 'Order', id: order.id },
  })
