import { type Clock, days } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { newId, newSecret } from '../ids.ts'
import { ProviderRefused } from '../provider-errors.ts'
import type { Asking } from './asking.ts'
import type { Card, Charging, Dispute, NewPayment, NewRefund, Payment, Refund } from './charging.ts'
import { type Pretending, type Scenario, scenarios } from './pretending.ts'
import type { Movement } from './reporting.ts'
import { commandIn, failOnce, keyReused, missing, reach, reachToMake } from './sandbox-commands.ts'
import { SandboxPayingOut } from './sandbox-paying-out.ts'
import {
  type CardRow,
  type DisputeRow,
  emailOfCustomer,
  finishSetupIntent,
  insertCard,
  insertDispute,
  insertPayment,
  insertRefund,
  type PaymentRow,
  type RefundRow,
  releaseCard,
  selectCard,
  selectDispute,
  selectMovements,
  selectPayment,
  selectPaymentUnder,
  selectRefund,
  selectRefundUnder,
  updateDispute,
  updatePayment,
} from './sandbox-queries.ts'

type Waiting = Pick<Asking, 'signal'>

const testCard = /^pm_sandbox_([a-z]+(?:_[a-z]+)?)$/

const scenarioNamed = (name: string | undefined): Scenario | undefined =>
  scenarios.find((scenario) => scenario === name)

/** Each scenario is a card of its own, which is recognised however often it is saved. */
const presentCard = ({ id, customer_id: customerId, scenario }: CardRow): Card => ({
  id,
  customerId,
  brand: 'visa',
  last4: String(4242 - scenarios.indexOf(scenario)),
  expiryMonth: 12,
  expiryYear: 2040,
  fingerprint: `sandbox_${scenario}`,
})

const presentPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  status: row.status,
  clientSecret: row.client_secret,
  amountMinor: row.amount_minor,
  currency: row.currency,
  declineCode: row.decline_code,
  key: row.key,
})

const presentRefund = (row: RefundRow): Refund => ({
  id: row.id,
  paymentId: row.payment_id,
  status: row.status,
  key: row.key,
})

const presentDispute = (row: DisputeRow): Dispute => ({
  id: row.id,
  paymentId: row.payment_id,
  status: row.status,
  amountMinor: row.amount_minor,
  currency: row.currency,
  reason: 'fraudulent',
  isWithdrawn: row.status !== 'won',
  wasWithdrawn: true,
  evidenceDueAt: new Date(row.created_at.getTime() + days(7)),
  key: row.key,
})

/** What becomes of a payment at first, by the card. */
function beginningOf(scenario: Scenario, isOffSession: boolean): Pick<PaymentRow, 'status' | 'decline_code'> {
  switch (scenario) {
    case 'decline':
      return { status: 'declined', decline_code: 'card_declined' }
    case 'insufficient':
      return { status: 'declined', decline_code: 'insufficient_funds' }
    case 'requires_action':
      return isOffSession
        ? { status: 'declined', decline_code: 'authentication_required' }
        : { status: 'requires_action', decline_code: null }
    case 'late_success':
      return { status: 'processing', decline_code: null }
    default:
      return { status: 'succeeded', decline_code: null }
  }
}

/** The cards, payments, refunds and disputes of the sandbox, in tables of its own. */
export class SandboxCharging implements Charging {
  readonly #db: Db
  readonly #clock: Clock
  readonly pretending: Pretending
  readonly payingOut: SandboxPayingOut

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
    this.payingOut = new SandboxPayingOut(db, clock)
    this.pretending = {
      testCardId: (scenario) => `pm_sandbox_${scenario}`,
      finishSetup: (id, cardId, asking) => this.#finishSetup(id, cardId, asking),
      finishPayment: (id, outcome, asking) => this.#finishPayment(id, outcome, asking),
      openDispute: (paymentId, asking) => this.#openDispute(paymentId, asking),
      decideDispute: (id, outcome, asking) => this.#decideDispute(id, outcome, asking),
      finishPayout: (id, outcome, asking) => this.payingOut.finishPayout(id, outcome, asking),
    }
  }

  async saveCard(
    { customerId, cardId }: { customerId: string; cardId: string },
    asking: Asking,
  ): Promise<Card> {
    const email = await emailOfCustomer(this.#db, customerId)
    if (email === undefined) throw missing(`customer ${customerId}`)
    reachToMake(commandIn(email), asking)
    const known = await selectCard(this.#db, cardId)
    if (known?.customer_id === customerId) return presentCard(known)
    const scenario = scenarioNamed(testCard.exec(cardId)?.[1])
    if (known || !scenario) throw missing(`card ${cardId}`)
    const id = `card_sandbox_${asking.key}`
    const row = { id, customer_id: customerId, scenario }
    return presentCard(await insertCard(this.#db, row, this.#clock.now()))
  }

  async readCard(id: string, asking: Waiting): Promise<Card> {
    reach(undefined, asking)
    const row = await selectCard(this.#db, id)
    if (!row) throw missing(`card ${id}`)
    return presentCard(row)
  }

  async forgetCard(id: string, asking: Waiting): Promise<void> {
    reach(undefined, asking)
    await releaseCard(this.#db, id)
  }

  async createPayment(payment: NewPayment, asking: Asking): Promise<Payment> {
    const { customerId, cardId, amountMinor, currency, isOffSession = false } = payment
    const [email, card] = await Promise.all([
      emailOfCustomer(this.#db, customerId),
      selectCard(this.#db, cardId),
    ])
    if (email === undefined || card?.customer_id !== customerId) throw missing(`card ${cardId}`)
    const command = commandIn(email)
    reachToMake(command, asking)
    const id = `pi_sandbox_${newId()}`
    const made = await insertPayment(
      this.#db,
      {
        ...{
          id,
          key: asking.key,
          customer_id: customerId,
          card_id: cardId,
          amount_minor: amountMinor,
          currency,
        },
        ...beginningOf(card.scenario, isOffSession),
        client_secret: `${id}_secret_${newSecret()}`,
      },
      this.#clock.now(),
    )
    if (made && card.scenario === 'dispute')
      await insertDispute(this.#db, disputeIdOf(id), id, this.#clock.now())
    if (made) await failOnce(command, asking)
    const row = made ?? (await selectPaymentUnder(this.#db, asking.key))
    if (row?.customer_id !== customerId || row.amount_minor !== amountMinor || row.currency !== currency)
      throw keyReused()
    return presentPayment(row)
  }

  async findPayment(
    { customerId }: Pick<NewPayment, 'customerId'>,
    { key, signal }: Asking,
  ): Promise<Payment | undefined> {
    reach(commandIn((await emailOfCustomer(this.#db, customerId)) ?? null), { signal })
    const row = await selectPaymentUnder(this.#db, key)
    return row && presentPayment(row)
  }

  async readPayment(id: string, asking: Waiting): Promise<Payment> {
    reach(undefined, asking)
    return presentPayment(await this.#payment(id))
  }

  async cancelPayment(id: string, asking: Waiting): Promise<Payment> {
    reach(undefined, asking)
    await updatePayment(this.#db, id, {
      status: 'canceled',
      from: ['requires_action', 'processing', 'declined'],
    })
    return presentPayment(await this.#payment(id))
  }

  async createRefund({ paymentId, amountMinor }: NewRefund, asking: Asking): Promise<Refund> {
    reach(undefined, asking)
    const payment = await this.#payment(paymentId)
    if (payment.status !== 'succeeded')
      throw new ProviderRefused('the sandbox has nothing to give back', 'charge_not_refundable')
    const made = await insertRefund(
      this.#db,
      { id: `re_sandbox_${newId()}`, key: asking.key, payment_id: paymentId, amount_minor: amountMinor },
      this.#clock.now(),
    )
    const row = made ?? (await selectRefundUnder(this.#db, asking.key))
    if (!row && (await this.#payment(paymentId)).is_disputed)
      throw new ProviderRefused('the bank has taken this back from the sandbox', 'charge_disputed')
    if (!row) throw new ProviderRefused('the sandbox gives back no more than it took', 'amount_too_large')
    if (row.payment_id !== paymentId || row.amount_minor !== amountMinor) throw keyReused()
    return presentRefund(row)
  }

  async findRefund(
    _refund: Pick<NewRefund, 'paymentId'>,
    { key, signal }: Asking,
  ): Promise<Refund | undefined> {
    reach(undefined, { signal })
    const row = await selectRefundUnder(this.#db, key)
    return row && presentRefund(row)
  }

  async readRefund(id: string, asking: Waiting): Promise<Refund> {
    reach(undefined, asking)
    const row = await selectRefund(this.#db, id)
    if (!row) throw missing(`refund ${id}`)
    return presentRefund(row)
  }

  async readDispute(id: string, asking: Waiting): Promise<Dispute> {
    reach(undefined, asking)
    const row = await selectDispute(this.#db, id)
    if (!row) throw missing(`dispute ${id}`)
    return presentDispute(row)
  }

  listMovements(span: { from: Date; until: Date }, asking: Waiting): Promise<Movement[]> {
    reach(undefined, asking)
    return selectMovements(this.#db, span)
  }

  async #payment(id: string): Promise<PaymentRow> {
    const row = await selectPayment(this.#db, id)
    if (!row) throw missing(`payment ${id}`)
    return row
  }

  async #finishSetup(id: string, cardId: string, asking: Waiting): Promise<void> {
    reach(undefined, asking)
    const scenario = scenarioNamed(testCard.exec(cardId)?.[1])
    if (!scenario) throw missing(`card ${cardId}`)
    const customerId = await finishSetupIntent(this.#db, id, `card_${id}`)
    if (customerId === undefined) throw missing(`open setup intent ${id}`)
    await insertCard(this.#db, { id: `card_${id}`, customer_id: customerId, scenario }, this.#clock.now())
  }

  async #finishPayment(id: string, outcome: 'succeed' | 'fail', asking: Waiting): Promise<Payment> {
    const { customer_id: customerId } = await this.#payment(id)
    reach(commandIn((await emailOfCustomer(this.#db, customerId)) ?? null), asking)
    const from = ['requires_action', 'processing'] as const
    await updatePayment(
      this.#db,
      id,
      outcome === 'succeed'
        ? { status: 'succeeded', from }
        : { status: 'declined', declineCode: 'card_declined', from },
    )
    return presentPayment(await this.#payment(id))
  }

  async #openDispute(paymentId: string, asking: Waiting): Promise<Dispute> {
    const payment = await this.#payment(paymentId)
    if (payment.status !== 'succeeded')
      throw new ProviderRefused(
        'the sandbox has taken nothing that could be disputed',
        'charge_not_disputable',
      )
    await insertDispute(this.#db, disputeIdOf(paymentId), paymentId, this.#clock.now())
    if (!(await selectDispute(this.#db, disputeIdOf(paymentId))))
      throw new ProviderRefused('the sandbox has given back all of it', 'charge_already_refunded')
    return this.readDispute(disputeIdOf(paymentId), asking)
  }

  async #decideDispute(id: string, outcome: 'won' | 'lost', asking: Waiting): Promise<Dispute> {
    await updateDispute(this.#db, id, outcome, this.#clock.now())
    return this.readDispute(id, asking)
  }
}

const disputeIdOf = (paymentId: string) => `dp_${paymentId.replace(/^pi_/, '')}`
