import {
  declined,
  invalidRequest,
  listed,
  metadataIn,
  newId,
  noSuch,
  pageOf,
  paging,
  seconds,
} from './stripe-shapes.ts'
import type {
  Dispute,
  Endpoint,
  Intent,
  Method,
  Refund,
  StripeChargingState,
  StripeState,
} from './stripe-state.ts'

/**
 * Payment methods, payment intents, refunds and disputes behind Stripe's protocol, by the names of Stripe's test
 * cards. Only those fields of Stripe's objects are there that Stripe's reference shows and Plaza reads.
 */

export const emptyCharging = (): StripeChargingState => ({
  methods: new Map(),
  payments: new Map(),
  refunds: new Map(),
  disputes: new Map(),
})

const testCards: Readonly<Record<string, string | undefined>> = {
  pm_card_visa: '4242',
  pm_card_chargeCustomerFail: '0341',
  pm_card_visa_chargeDeclinedInsufficientFunds: '9995',
  pm_card_authenticationRequired: '3184',
  pm_card_bypassPending: '0077',
  pm_card_createDispute: '0259',
}

function attach(state: StripeState, given: Map<string, string>, name: string): Method {
  const customer = given.get('customer') ?? ''
  if (!state.customers.has(customer)) throw noSuch('customer', customer, 'customer', 400)
  const known = state.methods.get(name)
  if (known)
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  if (name === 'pm_card_chargeDeclined') throw declined()
  const last4 = testCards[name]
  if (last4 === undefined) throw noSuch('PaymentMethod', name, 'payment_method', 404)
  const method: Method = {
    id: newId('pm'),
    object: 'payment_method',
    type: 'card',
    customer,
    card: { brand: 'visa', last4, exp_month: 8, exp_year: 2040, fingerprint: `finger${last4}` },
    scenario: name,
  }
  state.methods.set(method.id, method)
  return method
}

function methodOf(state: StripeState, id: string): Method {
  const method = state.methods.get(id)
  if (!method) throw noSuch('PaymentMethod', id, 'payment_method', 404)
  return method
}

function detach(state: StripeState, id: string): Method {
  const method = methodOf(state, id)
  if (method.customer === null)
    throw invalidRequest('The payment method you provided is not attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  method.customer = null
  return method
}

/** How a payment begins, by the card; a declined one is made all the same, and comes in the refusal. */
function begin(intent: Intent, scenario: string, isOffSession: boolean): void {
  const refusal = (decline: string) => {
    intent.status = 'requires_payment_method'
    intent.last_payment_error = { code: 'card_declined', decline_code: decline }
    return declined({ payment_intent: intent, decline_code: decline })
  }
  switch (scenario) {
    case 'pm_card_chargeCustomerFail':
      throw refusal('generic_decline')
    case 'pm_card_visa_chargeDeclinedInsufficientFunds':
      throw refusal('insufficient_funds')
    case 'pm_card_authenticationRequired':
      if (isOffSession) throw refusal('authentication_required')
      intent.status = 'requires_action'
      return
    case 'pm_card_bypassPending':
      intent.status = 'processing'
      return
    default:
      succeed(intent)
  }
}

export function succeed(intent: Intent): void {
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
}

const zeroDecimals = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const threeDecimals = ['bhd', 'jod', 'kwd', 'omr', 'tnd']
const wholeOnly = ['isk', 'ugx']

/** @throws StripeRefusal of an amount that Stripe does not take in this currency */
function checkAmount(amount: number, currency: string): void {
  const step = threeDecimals.includes(currency) ? 10 : wholeOnly.includes(currency) ? 100 : 1
  if (amount % step !== 0 || (!zeroDecimals.includes(currency) && amount < 50))
    throw invalidRequest(`Invalid amount for ${currency}.`, {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
}

function pay(state: StripeState, given: Map<string, string>): Intent {
  const [customer = '', name = ''] = [given.get('customer'), given.get('payment_method')]
  const method = methodOf(state, name)
  if (method.customer !== customer)
    throw invalidRequest('The provided PaymentMethod cannot be attached. It may belong to another customer.')
  const [amount, currency = ''] = [Number(given.get('amount')), given.get('currency')]
  checkAmount(amount, currency)
  if (listed(given, 'payment_method_types').join() !== 'card' || given.get('confirm') !== 'true')
    throw invalidRequest('This server takes cards only, and confirms at once.')
  const id = newId('pi')
  const intent: Intent = {
    ...{ id, object: 'payment_intent', amount, amount_received: 0, currency, customer },
    ...{ client_secret: newId(`${id}_secret`), created: seconds(state.now()), livemode: false },
    ...{ metadata: metadataIn(given), payment_method: name, status: 'processing', last_payment_error: null },
  }
  state.payments.set(id, intent)
  begin(intent, method.scenario, given.get('off_session') === 'true')
  if (method.scenario === 'pm_card_createDispute') dispute(state, intent)
  return intent
}

const refundedOf = ({ refunds }: Pick<StripeState, 'refunds'>, id: string) =>
  [...refunds.values()]
    .filter((one) => one.payment_intent === id && one.status !== 'failed')
    .reduce((sum, one) => sum + one.amount, 0)

type Disputed = Pick<StripeState, 'disputes' | 'refunds' | 'now'>

/** A bank takes back what was not given back. */
export function dispute(state: Disputed, { id, currency, ...intent }: Intent): Dispute {
  const amount = intent.amount - refundedOf(state, id)
  const created = seconds(state.now())
  const made: Dispute = {
    ...{ id: newId('dp'), object: 'dispute', amount, created, currency, payment_intent: id },
    ...{ reason: 'fraudulent', status: 'needs_response' },
    balance_transactions: [{ id: newId('txn'), amount: -amount, created }],
    evidence_details: { due_by: created + 7 * 86_400 },
  }
  state.disputes.set(made.id, made)
  return made
}

/** The bank has decided. */
export function decide(state: Disputed, made: Dispute, status: 'won' | 'lost'): void {
  made.status = status
  if (status === 'won')
    made.balance_transactions.push({
      ...{ id: newId('txn'), amount: made.amount, created: seconds(state.now()) },
    })
}

function intentOf(state: StripeState, id: string): Intent {
  const intent = state.payments.get(id)
  if (!intent) throw noSuch('payment_intent', id, 'intent', 404)
  return intent
}

function cancel(state: StripeState, id: string): Intent {
  const intent = intentOf(state, id)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status))
    throw invalidRequest(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      {
        code: 'payment_intent_unexpected_state',
      },
    )
  intent.status = 'canceled'
  return intent
}

function refund(state: StripeState, given: Map<string, string>): Refund {
  const intent = intentOf(state, given.get('payment_intent') ?? '')
  if (intent.status !== 'succeeded')
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.')
  if ([...state.disputes.values()].some((one) => one.payment_intent === intent.id && one.status !== 'won'))
    throw invalidRequest('The charge you’re attempting to refund has been charged back.', {
      code: 'charge_disputed',
    })
  const amount = Number(given.get('amount'))
  const back = refundedOf(state, intent.id)
  if (back + amount > intent.amount_received)
    throw invalidRequest('Refund amount is greater than unrefunded amount on charge.', { param: 'amount' })
  const made: Refund = {
    ...{ id: newId('re'), object: 'refund', amount, currency: intent.currency, payment_intent: intent.id },
    ...{ created: seconds(state.now()), status: 'succeeded', metadata: metadataIn(given) },
  }
  state.refunds.set(made.id, made)
  return made
}

const amounts = { from: 1, to: 99_999_999 }
const yes = ['true'] as const

export const chargingEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/(\w+)\/attach$/,
    takes: { 'customer!': 'text' },
    run: attach,
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/(\w+)\/detach$/,
    takes: {},
    run: (state, _given, id) => detach(state, id),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_methods\/(\w+)$/,
    takes: {},
    run: (state, _given, id) => methodOf(state, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    takes: {
      ...{ 'amount!': amounts, 'currency!': 'text', 'customer!': 'text', 'payment_method!': 'text' },
      ...{ 'confirm!': yes, off_session: yes, description: 'text' },
      ...{ 'payment_method_types[*]': 'text', 'metadata[*]': 'text' },
    },
    run: pay,
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents$/,
    takes: { ...paging, customer: 'text' },
    run({ payments }, given) {
      const found = [...payments.values()].filter(({ customer }) => customer === given.get('customer'))
      return pageOf(found, given, '/v1/payment_intents')
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    takes: { client_secret: 'text' },
    isOpenToPages: true,
    run: (state, _given, id) => intentOf(state, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    takes: {},
    run: (state, _given, id) => cancel(state, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    takes: { 'payment_intent!': 'text', amount: amounts, 'metadata[*]': 'text' },
    run: refund,
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    takes: { ...paging, payment_intent: 'text' },
    run({ refunds }, given) {
      const found = [...refunds.values()].filter((one) => one.payment_intent === given.get('payment_intent'))
      return pageOf(found, given, '/v1/refunds')
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds\/(\w+)$/,
    takes: {},
    run({ refunds }, _given, id) {
      const found = refunds.get(id)
      if (!found) throw noSuch('refund', id, 'refund', 404)
      return found
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/disputes\/(\w+)$/,
    takes: { 'expand[*]': ['payment_intent'] },
    run({ disputes, payments }, given, id) {
      const found = disputes.get(id)
      if (!found) throw noSuch('dispute', id, 'dispute', 404)
      const isExpanded = listed(given, 'expand').length > 0
      return isExpanded ? { ...found, payment_intent: payments.get(found.payment_intent) } : found
    },
  },
]
