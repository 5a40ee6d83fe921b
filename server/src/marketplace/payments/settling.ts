import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Dispute, Payment, PaymentState, Refund } from '../../platform/payments/charging.ts'
import { type About, book, moveTransaction, ofHouse, ofPerson } from '../wallet/public.ts'
import { paymentMoved, refundMoved } from './announcements.ts'
import {
  keepDispute,
  lockPayment,
  type PaymentRow,
  selectPaymentAt,
  selectRefund,
  updatePayment,
  updateRefund,
} from './payment-queries.ts'
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
export async function settlePayment(work: Work, id: string, said: Said): Promise<string> {
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
  const now = { status, decline_code: decline, provider_payment_id: said.id }
  await updatePayment(work.db, id, now, work.clock.now())
  if (row.status !== status) await follow(work, row, status)
  return status.toUpperCase()
}

/** What follows from a payment's new state, in the transaction that writes it. */
async function follow(work: Work, row: PaymentRow, status: Status): Promise<void> {
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
  if (isFunds) await moveTransaction(work, id, status, booked ? { entryId: booked.id } : {})
  await work.announce(paymentMoved, { paymentId: id, personId, purpose, status, amountMinor, currency, mode })
}

/** Writes down how a refund stands. What cannot be given back is put into the wallet of who had paid it. */
export async function settleRefund(
  work: Work,
  id: string,
  said: Pick<Refund, 'status'> & { id: string | null },
): Promise<string> {
  const { db, clock } = work
  const paymentId = (await selectRefund(db, id))?.payment_id
  const payment = paymentId === undefined ? undefined : await lockPayment(db, paymentId)
  const refund = payment && (await selectRefund(db, id))
  if (!payment || !refund) return 'NOT_OURS'
  if (refund.status === said.status && refund.provider_refund_id === (said.id ?? refund.provider_refund_id))
    return 'UNCHANGED'
  // A bank may send back what the provider had given; nothing else changes what is settled.
  const isReturned = refund.status === 'succeeded' && said.status === 'failed'
  if (refund.status !== 'pending' && !isReturned) return 'SETTLED'
  await updateRefund(db, id, { status: said.status, provider_refund_id: said.id }, clock.now())
  if (refund.status === said.status) return 'PENDING'
  const { currency, mode, user_id: personId } = payment
  const { amount_minor: amountMinor } = refund
  const from = isReturned ? ofHouse('provider') : ofPerson(personId, 'reserved')
  const to = said.status === 'succeeded' ? ofHouse('provider') : ofPerson(personId, 'available')
  await book(work, {
    ...{ key: `refund:${id}:${said.status}`, kind: `refund_${said.status}`, currency, mode },
    lines: [
      { account: from, amountMinor: -amountMinor },
      { account: to, amountMinor },
    ],
    about: { model: 'refund', id },
  })
  await work.announce(refundMoved, {
    ...{ refundId: id, key: refund.key, paymentId: payment.id, personId, status: said.status, amountMinor },
    ...{ purpose: { kind: payment.purpose_kind, id: payment.purpose_id }, currency, mode },
  })
  return said.status.toUpperCase()
}

/**
 * Writes down how a dispute stands. What the provider withdraws for it is owed to the house, until it is
 * given back: whoever had been paid keeps what they have.
 */
export async function settleDispute(work: Work, provider: string, said: Dispute): Promise<string> {
  const found = await selectPaymentAt(work.db, provider, said.paymentId)
  const payment = found && (await lockPayment(work.db, found.id))
  if (!payment) return 'NOT_OURS'
  const { status, reason, amountMinor, isWithdrawn } = said
  await keepDispute(
    work.db,
    {
      ...{ id: newId(), payment_id: payment.id, provider_dispute_id: said.id, amount_minor: amountMinor },
      ...{ status, reason, is_withdrawn: isWithdrawn },
    },
    work.clock.now(),
  )
  const { currency, mode } = payment
  const withdrawn = {
    ...{ key: `dispute:${said.id}:withdrawn`, kind: 'dispute_withdrawn', currency, mode },
    lines: [
      { account: ofHouse('receivables'), amountMinor: -amountMinor },
      { account: ofHouse('provider'), amountMinor },
    ],
    about: aboutPayment(payment.id),
  }
  if (isWithdrawn) await book(work, withdrawn)
  else if (status === 'won') await giveBack(work, withdrawn)
  return `DISPUTE_${status.toUpperCase()}`
}

/** What was withdrawn comes back; what never was has nothing to undo, whichever news came first. */
async function giveBack(work: Work, withdrawn: Parameters<typeof book>[1]): Promise<void> {
  const { id } = await book(work, withdrawn)
  const lines = withdrawn.lines.map(({ account, amountMinor }) => ({ account, amountMinor: -amountMinor }))
  await book(work, {
    ...withdrawn,
    ...{ key: withdrawn.key.replace('withdrawn', 'returned'), kind: 'dispute_returned', lines, reverses: id },
  })
}
