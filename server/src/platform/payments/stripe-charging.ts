import type { Stripe } from 'stripe'
import { ProviderRefused, ProviderUnsure } from '../provider-errors.ts'
import type { Asking } from './asking.ts'
import type {
  Card,
  Charging,
  Dispute,
  DisputeState,
  NewPayment,
  NewRefund,
  Payment,
  PaymentState,
  Refund,
  RefundState,
} from './charging.ts'
import type { Movement } from './reporting.ts'
import { minorOfStripe, stripeAmountOf } from './stripe-amounts.ts'
import { idOf, isStripeError, keyName, madeUnder, type StripeCalls, StripeCustomers } from './stripe-calls.ts'
import { movementsOf } from './stripe-report.ts'

type Waiting = Pick<Asking, 'signal'>

const paymentStates: Readonly<Record<string, PaymentState | undefined>> = {
  requires_payment_method: 'declined',
  requires_confirmation: 'requires_action',
  requires_action: 'requires_action',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

const refundStates: Readonly<Record<string, RefundState | undefined>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

const disputeStates: Readonly<Record<string, DisputeState | undefined>> = {
  warning_needs_response: 'open',
  warning_under_review: 'open',
  warning_closed: 'won',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  prevented: 'won',
  lost: 'lost',
}

function cardOf({ object, id, customer, card }: Stripe.PaymentMethod): Card {
  if (object !== 'payment_method' || !card) throw new ProviderUnsure('Stripe answered with no card')
  return {
    id,
    customerId: idOf(customer),
    brand: card.brand,
    last4: card.last4,
    expiryMonth: card.exp_month,
    expiryYear: card.exp_year,
    fingerprint: card.fingerprint ?? id,
  }
}

function paymentOf(intent: Stripe.PaymentIntent): Payment {
  const { object, id, status, client_secret: clientSecret, amount, last_payment_error: failure } = intent
  const known = paymentStates[status]
  if (object !== 'payment_intent' || !known || !clientSecret)
    throw new ProviderUnsure('Stripe answered with no payment that can be read')
  const currency = intent.currency.toUpperCase()
  return {
    ...{ id, status: known, clientSecret, currency },
    amountMinor: minorOfStripe(amount, currency),
    declineCode: known === 'declined' ? (failure?.decline_code ?? failure?.code ?? 'declined') : null,
    key: intent.metadata[keyName] ?? null,
  }
}

function refundOf({ object, id, payment_intent: payment, status, metadata }: Stripe.Refund): Refund {
  const known = refundStates[status ?? '']
  const paymentId = idOf(payment)
  if (object !== 'refund' || !known || paymentId === null)
    throw new ProviderUnsure('Stripe answered with no refund that can be read')
  return { id, paymentId, status: known, key: metadata?.[keyName] ?? null }
}

function disputeOf({ object, id, payment_intent: payment, ...said }: Stripe.Dispute): Dispute {
  const status = disputeStates[said.status]
  const paymentId = idOf(payment)
  if (object !== 'dispute' || !status || paymentId === null)
    throw new ProviderUnsure('Stripe answered with no dispute that can be read')
  const currency = said.currency.toUpperCase()
  const dueBy = said.evidence_details?.due_by ?? null
  // Each withdrawal and each return is a transaction of its own, the first below zero.
  const taken = said.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)
  return {
    ...{ id, paymentId, status, currency, reason: said.reason },
    amountMinor: minorOfStripe(said.amount, currency),
    isWithdrawn: taken < 0,
    wasWithdrawn: said.balance_transactions.length > 0,
    evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1000),
    // Only where the payment itself was asked for with it.
    key: typeof payment === 'object' ? (payment?.metadata[keyName] ?? null) : null,
  }
}

/** The payment of a card error, which was made, and declined. */
function declinedIn(error: unknown): Stripe.PaymentIntent | undefined {
  return isStripeError(error) && error.type === 'StripeCardError' ? error.payment_intent : undefined
}

/** The cards, payments, refunds and disputes at Stripe. */
export class StripeCharging extends StripeCustomers implements Charging {
  readonly #calls: StripeCalls

  constructor(calls: StripeCalls) {
    super(calls)
    this.#calls = calls
  }

  async saveCard(
    { customerId, cardId }: { customerId: string; cardId: string },
    { key, signal }: Asking,
  ): Promise<Card> {
    const { api } = this.#calls
    try {
      return await this.#calls.ask(signal, async () =>
        cardOf(
          await api.paymentMethods.attach(
            cardId,
            { customer: customerId },
            { idempotencyKey: `${key}:save` },
          ),
        ),
      )
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      // One that is theirs already is refused, too.
      const card = await this.readCard(cardId, { signal }).catch(() => undefined)
      if (card?.customerId !== customerId) throw error
      return card
    }
  }

  readCard(id: string, { signal }: Waiting): Promise<Card> {
    return this.#calls.ask(signal, async () => cardOf(await this.#calls.api.paymentMethods.retrieve(id)))
  }

  async forgetCard(id: string, { signal }: Waiting): Promise<void> {
    try {
      await this.#calls.ask(signal, () => this.#calls.api.paymentMethods.detach(id))
    } catch (error) {
      const card = await this.readCard(id, { signal }).catch(goneAlready)
      if (card?.customerId) throw error
    }
  }

  createPayment(payment: NewPayment, asking: Asking): Promise<Payment> {
    const { customerId, cardId, amountMinor, currency, isOffSession = false, description } = payment
    const wanted = {
      amount: stripeAmountOf(amountMinor, currency),
      currency: currency.toLowerCase(),
      customer: customerId,
      payment_method: cardId,
      payment_method_types: ['card'],
      confirm: true,
      ...(isOffSession ? { off_session: true } : {}),
      description,
      metadata: { [keyName]: asking.key },
    }
    return this.#calls.make(
      asking,
      async (options) => {
        try {
          return paymentOf(await this.#calls.api.paymentIntents.create(wanted, options))
        } catch (error) {
          const declined = declinedIn(error)
          if (!declined) throw error
          return paymentOf(declined)
        }
      },
      () => this.findPayment(payment, asking),
    )
  }

  async findPayment(
    { customerId }: Pick<NewPayment, 'customerId'>,
    { key, signal }: Asking,
  ): Promise<Payment | undefined> {
    const found = await this.#calls.ask(signal, () =>
      madeUnder(key, this.#calls.api.paymentIntents.list({ customer: customerId, limit: 100 })),
    )
    return found && paymentOf(found)
  }

  readPayment(id: string, { signal }: Waiting): Promise<Payment> {
    return this.#calls.ask(signal, async () => paymentOf(await this.#calls.api.paymentIntents.retrieve(id)))
  }

  async cancelPayment(id: string, { signal }: Waiting): Promise<Payment> {
    try {
      return await this.#calls.ask(signal, async () =>
        paymentOf(await this.#calls.api.paymentIntents.cancel(id)),
      )
    } catch (error) {
      // What is over already, or just now under way, says so itself.
      if (!(error instanceof ProviderRefused)) throw error
      return this.readPayment(id, { signal })
    }
  }

  createRefund(refund: NewRefund, asking: Asking): Promise<Refund> {
    const wanted = {
      payment_intent: refund.paymentId,
      amount: stripeAmountOf(refund.amountMinor, refund.currency),
      metadata: { [keyName]: asking.key },
    }
    return this.#calls.make(
      asking,
      async (options) => refundOf(await this.#calls.api.refunds.create(wanted, options)),
      () => this.findRefund(refund, asking),
    )
  }

  async findRefund(
    { paymentId }: Pick<NewRefund, 'paymentId'>,
    { key, signal }: Asking,
  ): Promise<Refund | undefined> {
    const found = await this.#calls.ask(signal, () =>
      madeUnder(key, this.#calls.api.refunds.list({ payment_intent: paymentId, limit: 100 })),
    )
    return found && refundOf(found)
  }

  readRefund(id: string, { signal }: Waiting): Promise<Refund> {
    return this.#calls.ask(signal, async () => refundOf(await this.#calls.api.refunds.retrieve(id)))
  }

  listMovements({ from, until }: { from: Date; until: Date }, { signal }: Waiting): Promise<Movement[]> {
    return this.#calls.ask(signal, () => movementsOf(this.#calls.api, { from, until }))
  }

  readDispute(id: string, { signal }: Waiting): Promise<Dispute> {
    return this.#calls.ask(signal, async () =>
      disputeOf(await this.#calls.api.disputes.retrieve(id, { expand: ['payment_intent'] })),
    )
  }
}

/** A card that nobody there knows any more is gone. */
function goneAlready(error: unknown): undefined {
  if (error instanceof ProviderRefused && error.code === 'resource_missing') return undefined
  throw error
}
