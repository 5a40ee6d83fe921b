import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import {
  type Booked,
  type Booking,
  book,
  bookBehind,
  claim,
  type Line,
  moveTransaction,
  ofHouse,
  ofPerson,
  openTransaction,
} from '../wallet/public.ts'
import { feeOf } from './fee.ts'
import type { OrderRow } from './queries.ts'
import { issuePurchase, issueRefund, issueSale, issueTakenBack } from './receipts.ts'
import { isPaidOut } from './states.ts'

/*
 * Where the money of an order is. Until it is paid, its part from the wallet is the buyer's `reserved`, and so is what the
 * card brings; then it is the buyer's `escrow`; once they have the thing, the seller's `pending`; in the end the
 * seller's `available`, but for the fee. A dispute takes it back to escrow.
 */

const aboutOf = ({ id }: OrderRow) => ({ model: 'order', id })

/** Books what happened to an order, once. Of what is given away nothing is booked. */
async function bookFor(
  work: Work,
  order: OrderRow,
  what: string,
  lines: readonly Line[],
): Promise<Booked | undefined> {
  if (lines.every(({ amountMinor }) => amountMinor === 0)) return undefined
  return book(work, bookingOf(order, what, lines))
}

const bookingOf = (order: OrderRow, what: string, lines: readonly Line[]): Booking => ({
  key: `order:${order.id}:${what}`,
  kind: `order_${kindOf(what)}`,
  currency: order.currency,
  mode: order.mode,
  lines,
  about: aboutOf(order),
})

const kindOf = (what: string) => what.split(':')[0] ?? what

/** What the buyer paid and did not get back. */
export const keptOf = ({
  total_minor,
  refunded_minor,
}: Pick<OrderRow, 'total_minor' | 'refunded_minor'>): number => total_minor - refunded_minor

export const cardPartOf = ({ total_minor, wallet_minor }: OrderRow): number => total_minor - wallet_minor

const buyers = (order: OrderRow, kind: 'available' | 'reserved' | 'escrow', amountMinor: number): Line => ({
  account: ofPerson(order.buyer_id, kind),
  amountMinor,
})
const sellers = (order: OrderRow, kind: 'available' | 'pending', amountMinor: number): Line => ({
  account: ofPerson(order.seller_id, kind),
  amountMinor,
})

/** The buyer's line of history, which has the id of the order. */
async function openPurchase(
  work: Work,
  order: OrderRow,
  isPaid: boolean,
  entry: Pick<Booked, 'id'> | undefined,
) {
  if (order.total_minor === 0) return
  await openTransaction(work, {
    id: order.id,
    personId: order.buyer_id,
    type: 'purchase',
    status: isPaid ? 'succeeded' : 'pending',
    amountMinor: -order.total_minor,
    currency: order.currency,
    mode: order.mode,
    counterpartId: order.seller_id,
    about: aboutOf(order),
    ...(entry ? { entryId: entry.id } : {}),
  })
}

async function movePurchase(
  work: Work,
  order: OrderRow,
  status: Parameters<typeof moveTransaction>[2],
  entry: Booked | undefined,
) {
  if (order.total_minor > 0) await moveTransaction(work, order.id, status, entry ? { entryId: entry.id } : {})
}

/** Takes the whole price from the buyer's wallet, in the last write of a transaction, which fails with INSUFFICIENT_FUNDS. */
export function payFromWallet(work: Work, order: OrderRow): void {
  const { total_minor: total } = order
  if (total === 0) return
  const lines = [buyers(order, 'available', -total), buyers(order, 'escrow', total)]
  const id = bookBehind(work, bookingOf(order, 'paid', lines))
  work.pipeline(openPurchase(work, order, true, { id }))
  work.pipeline(issuePurchase(work, order))
}

/** Sets aside what comes from the wallet beside a card. @throws INSUFFICIENT_FUNDS */
export async function reserveFromWallet(work: Work, order: OrderRow): Promise<void> {
  const { wallet_minor: part } = order
  const entry = await bookFor(work, order, 'reserved', [
    buyers(order, 'available', -part),
    buyers(order, 'reserved', part),
  ])
  await openPurchase(work, order, false, entry)
}

/** Holds what was set aside, and what the card brought, for both. */
export async function holdPaid(work: Work, order: OrderRow): Promise<void> {
  const { total_minor: total } = order
  const entry = await bookFor(work, order, 'paid', [
    buyers(order, 'reserved', -total),
    buyers(order, 'escrow', total),
  ])
  await movePurchase(work, order, 'succeeded', entry)
  await issuePurchase(work, order)
}

/** Gives back what was set aside of an order that is not going to be paid. */
export async function releaseReserved(
  work: Work,
  order: OrderRow,
  status: 'failed' | 'canceled',
): Promise<void> {
  const { wallet_minor: part } = order
  const entry = await bookFor(work, order, 'unreserved', [
    buyers(order, 'reserved', -part),
    buyers(order, 'available', part),
  ])
  await movePurchase(work, order, status, entry)
}

export async function holdForSeller(work: Work, order: OrderRow): Promise<void> {
  const kept = keptOf(order)
  await bookFor(work, order, 'received', [buyers(order, 'escrow', -kept), sellers(order, 'pending', kept)])
}

export async function takeBackToEscrow(work: Work, order: OrderRow): Promise<void> {
  const kept = keptOf(order)
  await bookFor(work, order, 'disputed', [sellers(order, 'pending', -kept), buyers(order, 'escrow', kept)])
}

/** Gives the seller what is theirs, and the platform its fee. `order` is as it was before. */
export async function settleWithSeller(work: Work, order: OrderRow): Promise<void> {
  const kept = keptOf(order)
  const fee = feeOf(kept, order.fee_basis_points)
  const held = order.status === 'received' ? sellers(order, 'pending', -kept) : buyers(order, 'escrow', -kept)
  const entry = await bookFor(work, order, 'settled', [
    held,
    sellers(order, 'available', kept - fee),
    { account: ofHouse('revenue'), amountMinor: fee },
  ])
  if (!entry) return
  const id = newId()
  await openTransaction(work, {
    id,
    personId: order.seller_id,
    type: 'sale',
    status: 'succeeded',
    amountMinor: kept - fee,
    feeMinor: fee,
    currency: order.currency,
    mode: order.mode,
    counterpartId: order.buyer_id,
    about: aboutOf(order),
    entryId: entry.id,
  })
  await issueSale(work, order, { transactionId: id, kept, fee })
}

/** How a refund is split: the card first. */
export function splitOf(order: OrderRow, amountMinor: number): { cardMinor: number; walletMinor: number } {
  const cardMinor = Math.min(amountMinor, cardPartOf(order) - order.card_refunded_minor)
  return { cardMinor, walletMinor: amountMinor - cardMinor }
}

/**
 * Gives a part of what was kept back to the buyer: to the wallet at once, and what is for the card into `reserved`, from
 * where the processor takes it. `order` is as it was before.
 * @throws INSUFFICIENT_FUNDS where the seller has spent it
 */
export async function bookRefund(
  work: Work,
  order: OrderRow,
  { id, amountMinor }: { id: string; amountMinor: number },
): Promise<void> {
  const kept = keptOf(order)
  const points = order.fee_basis_points
  const feeBack = isPaidOut(order.status) ? feeOf(kept, points) - feeOf(kept - amountMinor, points) : 0
  const { cardMinor, walletMinor } = splitOf(order, amountMinor)
  const from = isPaidOut(order.status)
    ? sellers(order, 'available', feeBack - amountMinor)
    : order.status === 'received'
      ? sellers(order, 'pending', -amountMinor)
      : buyers(order, 'escrow', -amountMinor)
  const entry = await bookFor(work, order, `refund:${id}`, [
    from,
    { account: ofHouse('revenue'), amountMinor: -feeBack },
    buyers(order, 'available', walletMinor),
    buyers(order, 'reserved', cardMinor),
  ])
  if (!entry) return
  const isWhole = amountMinor === kept
  await movePurchase(work, order, isWhole ? 'refunded' : 'partly_refunded', undefined)
  const line = {
    type: 'refund' as const,
    currency: order.currency,
    mode: order.mode,
    about: aboutOf(order),
    entryId: entry.id,
  }
  await openTransaction(work, {
    ...line,
    id,
    personId: order.buyer_id,
    status: cardMinor > 0 ? 'processing' : 'succeeded',
    amountMinor,
    counterpartId: order.seller_id,
  })
  await issueRefund(work, order, { transactionId: id, amountMinor })
  if (!isPaidOut(order.status)) return
  const transactionId = newId()
  await openTransaction(work, {
    ...line,
    id: transactionId,
    personId: order.seller_id,
    status: 'succeeded',
    amountMinor: feeBack - amountMinor,
    counterpartId: order.buyer_id,
  })
  await issueTakenBack(work, order, { transactionId, amountMinor, feeBack })
}

/**
 * Takes what a bank took back out of where the order's money is, for the house. What the seller has of it already they owe;
 * the fee of it is given up.
 */
export async function bookChargeback(
  work: Work,
  order: OrderRow,
  { disputeId, amountMinor }: { disputeId: string; amountMinor: number },
): Promise<void> {
  const { seller_id: personId, currency, mode } = order
  const kept = keptOf(order)
  const points = order.fee_basis_points
  const isWith = isPaidOut(order.status)
  const feeBack = isWith ? feeOf(kept, points) - feeOf(kept - amountMinor, points) : 0
  const from =
    order.status === 'received'
      ? sellers(order, 'pending', -amountMinor)
      : buyers(order, 'escrow', -amountMinor)
  const entry = await bookFor(work, order, `charged_back:${disputeId}`, [
    isWith ? { account: ofHouse('revenue'), amountMinor: -feeBack } : from,
    { account: ofHouse('receivables'), amountMinor: isWith ? feeBack : amountMinor },
  ])
  if (isWith) await claim(work, { personId, amountMinor: amountMinor - feeBack, currency, mode, disputeId })
  await movePurchase(work, order, 'charged_back', entry)
}

/** Gives what a bank left of an order to its buyer, into the wallet from which it came. */
export async function bookRestForBuyer(work: Work, order: OrderRow, amountMinor: number): Promise<void> {
  const { buyer_id: personId, seller_id: counterpartId, currency, mode } = order
  const entry = await bookFor(work, order, 'rest', [
    buyers(order, 'escrow', -amountMinor),
    buyers(order, 'available', amountMinor),
  ])
  if (!entry) return
  await openTransaction(work, {
    ...{ id: newId(), personId, type: 'refund', status: 'succeeded', amountMinor, currency, mode },
    ...{ counterpartId, about: aboutOf(order), entryId: entry.id },
  })
}
