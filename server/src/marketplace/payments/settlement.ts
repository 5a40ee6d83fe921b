import type { Work } from '../../platform/operation/work.ts'
import type { Payment, PaymentState, Refund } from '../../platform/payments/charging.ts'
import { type About, book, moveTransaction, ofHouse, ofPerson } from '../wallet/public.ts'
import { sealedSecret } from './action-secret.ts'
import { paymentMoved, refundMoved } from './announcements.ts'
import { addCovered, type DisputeRow, selectStanding } from './bank-dispute-queries.ts'
import { sourceNameOf } from './card-queries.ts'
import { tellOfFunds, tellOfRefund } from './notices.ts'
import { lockPayment, type PaymentRow, selectRefund, updatePayment, updateRefund } from './payment-queries.ts'
import { isSettled, type Status } from './states.ts'

// What the provider says is written down here and nowhere else, once, whoever hears it first.

const statusOf: Record<PaymentState, Status> = {
  requires_action: 'requires_action',
  processing: 'processing',
  succeeded: 'succeeded',
  declined: 'failed',
  canceled: 'failed',
}

/** What a provider says of a payment; `failed` also of one that was never made. */
export type Said = Pick<Payment, 'amountMinor' | 'currency' | 'declineCode'> & {
  id: string | null
  status: PaymentState
  /** Absent of what was never made, or is paid on a page. */
  clientSecret?: string
}

/** What is said of a payment of which nothing was made. */
export const neverMade = (row: PaymentRow, declineCode: string): Said => ({
  id: null,
  status: 'declined',
  amountMinor: row.amount_minor,
  currency: row.currency,
  declineCode,
})

const aboutPayment = (id: string): About => ({ model: 'payment', id })

/**
 * Writes down how a payment stands, books what came of it, and tells who waits for it. It never goes back from
 * success; what counted as failed and succeeded after all is a success.
 * @returns what came of it in one word
 */
export async function settlePayment(
  work: Work,
  id: string,
  said: Said,
  { isLate = true }: { isLate?: boolean } = {},
): Promise<string> {
  const row = await lockPayment(work.db, id)
  if (!row) return 'NOT_OURS'
  const status = statusOf[said.status]
  if (row.status === status && row.provider_payment_id === (said.id ?? row.provider_payment_id))
    return 'UNCHANGED'
  if (row.status === 'succeeded' || (isSettled(row.status) && status !== 'succeeded')) return 'SETTLED'
  if (said.amountMinor !== row.amount_minor || said.currency !== row.currency) {
    work.services.log.error({ paymentId: id }, 'a payment is of another amount than was asked for')
    return 'OTHER_AMOUNT'
  }
  const decline = status === 'failed' ? (said.declineCode ?? 'not_paid') : null
  const asks = status === 'requires_action' ? said.clientSecret : undefined
  const action_secret = asks === undefined ? null : sealedSecret(work, id, asks)
  const now = { status, decline_code: decline, action_secret, provider_payment_id: said.id }
  await updatePayment(work.db, id, now, work.clock.now())
  if (row.status !== status) await follow(work, row, { status, isLate })
  return status.toUpperCase()
}

/** What follows from a payment's new state, in the transaction that writes it. */
async function follow(
  work: Work,
  row: PaymentRow,
  { status, isLate }: { status: Status; isLate: boolean },
): Promise<void> {
  const { id, user_id: personId, amount_minor: amountMinor, currency, mode } = row
  const purpose = { kind: row.purpose_kind, id: row.purpose_id }
  const isFunds = purpose.kind === 'add_funds'
  const booked =
    status === 'succeeded' &&
    (await book(work, {
      ...{ key: `payment:${id}:succeeded`, kind: isFunds ? 'funds_added' : 'card_paid', currency, mode },
      lines: [
        { account: ofHouse('provider'), amountMinor: -amountMinor },
        { account: ofPerson(personId, isFunds ? 'available' : 'reserved'), amountMinor },
      ],
      about: aboutPayment(id),
    }))
  if (isFunds) {
    const subject = booked ? await sourceNameOf(work.db, row) : ''
    await moveTransaction(work, id, status, booked ? { entryId: booked.id, subject } : {})
  }
  const moved = { paymentId: id, personId, purpose, status, amountMinor, currency, mode, isLate }
  await work.announce(paymentMoved, moved)
  if (isFunds && isLate && isSettled(status)) await tellOfFunds(work, row, status)
}

/**
 * Writes down how a refund stands; nothing is said of one that was not asked for, since a bank disputes the payment. What
 * cannot be given back is put into the wallet of who had paid it, but for what the bank has given them.
 */
export async function settleRefund(
  work: Work,
  id: string,
  said: (Pick<Refund, 'status'> & { id: string | null }) | null,
): Promise<string> {
  const { db, clock } = work
  const paymentId = (await selectRefund(db, id))?.payment_id
  const payment = paymentId === undefined ? undefined : await lockPayment(db, paymentId)
  const refund = payment && (await selectRefund(db, id))
  if (!payment || !refund) return 'NOT_OURS'
  const [dispute] = await selectStanding(db, payment.id)
  const { status, id: refundedAs } = said ?? {
    status: dispute?.phase === 'lost' ? 'failed' : 'pending',
    id: null,
  }
  if (refund.status === status && refund.provider_refund_id === (refundedAs ?? refund.provider_refund_id))
    return 'UNCHANGED'
  // A bank may send back what the provider had given; nothing else changes what is settled.
  const isReturned = refund.status === 'succeeded' && status === 'failed'
  if (refund.status !== 'pending' && !isReturned) return 'SETTLED'
  // Until the bank has decided, nobody knows whether it is the bank that gives it back.
  if (status === 'failed' && !isReturned && dispute && dispute.phase !== 'lost') return 'HELD'
  await updateRefund(db, id, { status, provider_refund_id: refundedAs }, clock.now())
  if (refund.status === status) return 'PENDING'
  const { currency, mode, user_id: personId } = payment
  const { amount_minor: amountMinor } = refund
  const isByBank = status === 'failed' && !isReturned
  const covered = isByBank && dispute ? await coverDispute(work, dispute, amountMinor) : 0
  await book(work, {
    ...{ key: `refund:${id}:${status}`, kind: `refund_${status}`, currency, mode },
    lines: [
      {
        account: isReturned ? ofHouse('provider') : ofPerson(personId, 'reserved'),
        amountMinor: -amountMinor,
      },
      { account: ofHouse('receivables'), amountMinor: covered },
      {
        account: status === 'succeeded' ? ofHouse('provider') : ofPerson(personId, 'available'),
        amountMinor: amountMinor - covered,
      },
    ],
    about: { model: 'refund', id },
  })
  await work.announce(refundMoved, {
    ...{ refundId: id, key: refund.key, paymentId: payment.id, personId, status, amountMinor },
    ...{ purpose: { kind: payment.purpose_kind, id: payment.purpose_id }, currency, mode },
  })
  if (covered < amountMinor)
    await tellOfRefund(work, payment, { id, status, amountMinor: amountMinor - covered })
  return status.toUpperCase()
}

/** What a refund that was not made any more brings of a lost dispute: the bank has given it already. */
async function coverDispute({ db }: Work, dispute: DisputeRow, amountMinor: number): Promise<number> {
  const covered = Math.min(amountMinor, dispute.refunds_minor - dispute.refunds_covered_minor)
  if (covered > 0) await addCovered(db, dispute.id, covered)
  return covered
}
