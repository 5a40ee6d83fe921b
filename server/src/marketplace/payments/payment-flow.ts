import { newId } from '../../platform/ids.ts'
import type { Flow, Work } from '../../platform/operation/work.ts'
import type { NewPayment } from '../../platform/payments/charging.ts'
import {
  ProviderRefused,
  ProviderUnavailable,
  ProviderUnsure,
  providerNotConfigured,
} from '../../platform/provider-errors.ts'
import { checkMoneyMoves } from '../wallet/public.ts'
import { chargedBackOf } from './bank-dispute-queries.ts'
import { selectPayingCard } from './card-queries.ts'
import { lookAfterPayment } from './jobs.ts'
import {
  insertPayment,
  insertRefund,
  lockPayment,
  type PaymentRow,
  type RefundRow,
  refundedOf,
  selectPayment,
  selectRefundUnder,
} from './payment-queries.ts'
import { noPaymentMethod, noSuchCard, refundTooLarge } from './problems.ts'
import { type Processor, paymentsOf } from './processor.ts'
import { refund } from './refund-job.ts'
import { neverMade, type Said, settlePayment } from './settlement.ts'
import { isSettled, type Purpose, type Status } from './states.ts'

/** @throws PROVIDER_NOT_CONFIGURED while nobody processes payments. */
export function processorOf({ services }: Pick<Work, 'services'>): Processor {
  const { paymentProvider: provider, moneyMode: mode } = services
  if (provider === null)
    throw providerNotConfigured({ details: { settings: services.missingSettings('payments') } })
  return { provider, mode }
}

/**
 * Begins a payment with somebody's card, in the transaction that gives it its reason. Nobody is asked yet:
 * `askForPayment` comes next, in a step of its own; where it does not, the payment fails within the hour.
 * @throws MONEY_STOPPED, PROVIDER_NOT_CONFIGURED, NO_SUCH_PAYMENT_METHOD, NO_PAYMENT_METHOD
 */
export async function openPayment(
  work: Work,
  payment: {
    personId: string
    purpose: Purpose
    amountMinor: number
    currency: string
    /** Their default unless said. */
    paymentMethodId?: string | undefined
    /** Whether its owner is not there, so that their bank cannot ask them. */
    isOffSession?: boolean
  },
): Promise<PaymentRow> {
  await checkMoneyMoves(work)
  const { personId, purpose, paymentMethodId, isOffSession = false } = payment
  const processor = processorOf(work)
  const card = await selectPayingCard(work.db, personId, processor, paymentMethodId)
  if (!card) throw paymentMethodId === undefined ? noPaymentMethod() : noSuchCard()
  const row = {
    ...{ id: newId(), user_id: personId, purpose_kind: purpose.kind, purpose_id: purpose.id },
    ...{ amount_minor: payment.amountMinor, currency: payment.currency, ...processor, ...card },
    ...{ is_off_session: isOffSession, status: 'processing' as const },
  }
  return insertPayment(work.db, row, work.clock.now())
}

export interface PaymentProgress {
  status: Status
  declineCode: string | null
  /** With which the phone answers its owner's bank, while that is asked for. */
  clientSecret: string | null
}

const sentFor: Record<Purpose['kind'], string> = {
  add_funds: 'Adding funds',
  order: 'A purchase',
  boost: 'A boost',
  subscription: 'A subscription',
}

/** What the provider is asked for a row. */
export const wantedOf = (row: PaymentRow): NewPayment => ({
  customerId: row.provider_customer_id ?? '',
  cardId: row.provider_card_id ?? '',
  amountMinor: row.amount_minor,
  currency: row.currency,
  isOffSession: row.is_off_session,
  description: sentFor[row.purpose_kind],
})

/**
 * Has the provider charge what `openPayment` began, and writes down what came of it: in steps of the flow by the
 * names `charge` and `settle charge`. Where no answer comes, it stays `processing` until a job has found out.
 */
export async function askForPayment(flow: Flow, { id }: PaymentRow): Promise<PaymentProgress> {
  const row = await flow.read(({ db }) => selectPayment(db, id))
  if (!row) throw new Error('the row of a payment is gone')
  const charged = isSettled(row.status) ? null : await charge(flow, row)
  return flow.step('settle charge', async (work) => {
    if (charged) await settlePayment(work, id, charged, { isLate: row.is_off_session })
    else await work.enqueue(lookAfterPayment, { paymentId: id })
    const { status, decline_code: declineCode } = (await selectPayment(work.db, id)) ?? row
    const clientSecret = status === 'requires_action' ? (charged?.clientSecret ?? null) : null
    return { status, declineCode, clientSecret }
  })
}

/** @returns null where nobody knows whether it was made. */
async function charge({ outside }: Flow, row: PaymentRow): Promise<Said | null> {
  const { id: key } = row
  try {
    return await outside('charge', {
      async call(providers, { signal }): Promise<Said> {
        const payments = paymentsOf(providers, row)
        const made = await payments.createPayment(wantedOf(row), { key, signal }).catch(ifNothingWasMade(row))
        if (made.id === null || made.status !== 'declined') return made
        // Nobody tries another card with what was declined.
        const ended = await payments.cancelPayment(made.id, { signal }).catch(() => made)
        return { ...ended, declineCode: made.declineCode }
      },
      find: (providers, { signal }) => paymentsOf(providers, row).findPayment(wantedOf(row), { key, signal }),
    })
  } catch (error) {
    if (error instanceof ProviderUnsure || error instanceof ProviderUnavailable) return null
    throw error
  }
}

/** Of what surely was not made, why. */
const ifNothingWasMade =
  (row: PaymentRow) =>
  (error: unknown): Said => {
    if (error instanceof ProviderUnavailable) return neverMade(row, 'provider_unavailable')
    if (error instanceof ProviderRefused) return neverMade(row, error.code ?? 'refused')
    throw error
  }

/** Ends a payment that nobody waits for any more; it may have succeeded meanwhile, which is announced as ever. */
export async function endPayment(work: Work, paymentId: string): Promise<void> {
  await work.enqueue(lookAfterPayment, { paymentId, isToEnd: true })
}

/**
 * Begins to give back some of a payment, in the transaction that gives it its reason; the same key again begins
 * nothing. The money must be reserved for who had paid it by the time that the provider has given it.
 * @throws REFUND_TOO_LARGE
 */
export async function openRefund(
  work: Work,
  { key, paymentId, amountMinor }: { key: string; paymentId: string; amountMinor: number },
): Promise<RefundRow> {
  const { db, clock } = work
  const payment = await lockPayment(db, paymentId)
  const known = await selectRefundUnder(db, key)
  if (known) return known
  if (payment?.status !== 'succeeded') throw refundTooLarge()
  const given = (await refundedOf(db, paymentId)) + (await chargedBackOf(db, paymentId))
  if (given + amountMinor > payment.amount_minor) throw refundTooLarge()
  const row = await insertRefund(
    db,
    { id: newId(), key, payment_id: paymentId, amount_minor: amountMinor },
    clock.now(),
  )
  if (!row) throw new Error(`the key ${key} is being used by a refund of another payment`)
  await work.enqueue(refund, { refundId: row.id })
  return row
}
