import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Dispute } from '../../platform/payments/charging.ts'
import { book, claim, forgive, moveTransaction, ofHouse, type TransactionStatus } from '../wallet/public.ts'
import { alarmOfDispute } from './alarm.ts'
import { disputeMoved } from './announcements.ts'
import {
  type DisputeRow,
  keepDispute,
  selectDisputeAt,
  selectPendingRefunds,
  selectStanding,
} from './bank-dispute-queries.ts'
import { tellOfDispute } from './notices.ts'
import { lockPayment, type PaymentRow, selectPaymentAt } from './payment-queries.ts'
import { refund } from './refund-job.ts'
import { settlePayment } from './settlement.ts'
import type { DisputePhase } from './states.ts'

// A bank takes a payment back. What it says comes in any order and more than once; it only ever goes on from what is known.

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function phaseOf({ status, isWithdrawn }: Pick<Dispute, 'status' | 'isWithdrawn'>): DisputePhase {
  if (status === 'lost') return 'lost'
  if (isWithdrawn) return 'withdrawn'
  return status === 'won' ? 'returned' : 'asked'
}

const rank: Readonly<Record<DisputePhase, number>> = { asked: 0, withdrawn: 1, returned: 2, lost: 2 }

async function paymentOf(work: Work, provider: string, said: Dispute): Promise<PaymentRow | undefined> {
  const { key, paymentId } = said
  const named = key !== null && uuid.test(key) ? await lockPayment(work.db, key) : undefined
  if (named) return named.provider === provider ? named : undefined
  const found = await selectPaymentAt(work.db, provider, paymentId)
  return found && lockPayment(work.db, found.id)
}

/**
 * Writes down how a dispute stands, books what follows from it, and tells who has to do with it. What is withdrawn is owed
 * to the house until the bank has decided.
 * @returns what came of it in one word
 */
export async function settleDispute(work: Work, provider: string, said: Dispute): Promise<string> {
  const { db, clock } = work
  const payment = await paymentOf(work, provider, said)
  if (!payment) return 'NOT_OURS'
  const outcome = `DISPUTE_${said.status.toUpperCase()}`
  const known = await selectDisputeAt(db, said.id)
  const phase = phaseOf(said)
  if (known && rank[phase] <= rank[known.phase] && phase !== known.phase) {
    if (rank[phase] === rank[known.phase])
      work.services.log.error({ disputeId: known.id, phase }, 'a dispute was decided otherwise than before')
    return 'SETTLED'
  }
  if (known?.phase === phase && !isNews(known, said)) return outcome
  // Nobody disputes what was not paid, whichever of the two we hear first.
  if (payment.status !== 'succeeded') await settlePayment(work, payment.id, succeededAs(payment, said))
  const pending =
    phase === 'lost' && known?.phase !== 'lost' ? await selectPendingRefunds(db, payment.id) : []
  const underWay = pending.reduce((sum, { amount_minor: minor }) => sum + minor, 0)
  const row = await keepDispute(
    db,
    {
      ...{ id: known?.id ?? newId(), payment_id: payment.id, provider_dispute_id: said.id, phase },
      ...{ amount_minor: said.amountMinor, status: said.status, reason: said.reason },
      ...{ is_withdrawn: said.isWithdrawn, evidence_due_at: said.evidenceDueAt },
      refunds_minor: known?.phase === 'lost' ? known.refunds_minor : Math.min(underWay, said.amountMinor),
    },
    clock.now(),
  )
  const { wasWithdrawn } = said
  if (known?.phase !== phase) await goOn(work, { payment, row, before: known?.phase ?? null, wasWithdrawn })
  return outcome
}

const isNews = (known: DisputeRow, { status, reason, isWithdrawn, evidenceDueAt }: Dispute): boolean =>
  known.status !== status ||
  known.reason !== reason ||
  known.is_withdrawn !== isWithdrawn ||
  known.evidence_due_at?.getTime() !== evidenceDueAt?.getTime()

const succeededAs = (payment: PaymentRow, { paymentId }: Dispute) => ({
  ...{ id: payment.provider_payment_id ?? paymentId, status: 'succeeded' as const, declineCode: null },
  ...{ amountMinor: payment.amount_minor, currency: payment.currency },
})

interface Step {
  payment: PaymentRow
  row: DisputeRow
  before: DisputePhase | null
  wasWithdrawn: boolean
}

/** What follows from a dispute that has come further, in the transaction that writes it. */
async function goOn(work: Work, step: Step): Promise<void> {
  const { payment, row, before } = step
  const { phase } = row
  if (phase === 'lost' || step.wasWithdrawn) await bookWithdrawal(work, payment, row)
  if (payment.purpose_kind === 'add_funds') await followFunds(work, step)
  // Refunds waited for the bank: they go on, or are ended by what it took.
  if (phase === 'returned' || phase === 'lost')
    for (const { id: refundId } of await selectPendingRefunds(work.db, payment.id))
      await work.enqueue(refund, { refundId })
  const standing = (await selectStanding(work.db, payment.id)).filter((one) => one.phase !== 'lost')
  await work.announce(disputeMoved, {
    ...{ disputeId: row.id, paymentId: payment.id, personId: payment.user_id, phase, before },
    purpose: { kind: payment.purpose_kind, id: payment.purpose_id },
    ...{ amountMinor: row.amount_minor, toBringMinor: row.amount_minor - row.refunds_minor },
    ...{ currency: payment.currency, mode: payment.mode, isOver: standing.length === 0 },
  })
  const isNew = before === null && (phase === 'asked' || phase === 'withdrawn')
  if (isNew) await alarmOfDispute(work, payment, row)
  if (isNew || phase === 'lost' || (phase === 'returned' && before !== null))
    await tellOfDispute(work, payment, row)
}

/** What the provider has taken is owed to the house; what comes back, or never was taken, is not. */
async function bookWithdrawal(work: Work, payment: PaymentRow, row: DisputeRow): Promise<void> {
  const { currency, mode, id } = payment
  const amountMinor = row.amount_minor
  const name = row.provider_dispute_id
  const withdrawn = {
    ...{ key: `dispute:${name}:withdrawn`, kind: 'dispute_withdrawn', currency, mode },
    lines: [
      { account: ofHouse('receivables'), amountMinor: -amountMinor },
      { account: ofHouse('provider'), amountMinor },
    ],
    about: { model: 'payment', id },
  }
  const entry = await book(work, withdrawn)
  if (row.phase !== 'returned') return
  const lines = withdrawn.lines.map((line) => ({ ...line, amountMinor: -line.amountMinor }))
  const returned = { key: `dispute:${name}:returned`, kind: 'dispute_returned', lines, reverses: entry.id }
  await book(work, { ...withdrawn, ...returned })
}

const statusOfFunds: Readonly<Record<DisputePhase, TransactionStatus>> = {
  asked: 'disputed',
  withdrawn: 'disputed',
  returned: 'succeeded',
  lost: 'charged_back',
}

/** What came into a wallet with it comes out again, as far as it is there; the rest is owed. */
async function followFunds(work: Work, { payment, row, before }: Step): Promise<void> {
  const { id, user_id: personId, currency, mode } = payment
  const { phase, id: disputeId } = row
  if (phase === 'withdrawn' || phase === 'lost')
    await claim(work, {
      ...{ personId, disputeId, currency, mode },
      amountMinor: row.amount_minor - row.refunds_minor,
    })
  if (phase === 'returned') await forgive(work, disputeId)
  const isSame = before !== null && statusOfFunds[before] === statusOfFunds[phase]
  if (!isSame && !(phase === 'returned' && before === null))
    await moveTransaction(work, id, statusOfFunds[phase])
}
