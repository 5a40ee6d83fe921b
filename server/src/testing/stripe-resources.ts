import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { chargingEndpoints, succeed } from './stripe-charging.ts'
import { connectEndpoints } from './stripe-connect.ts'
import { reportEndpoints } from './stripe-report.ts'
import {
  declined,
  invalidRequest,
  listed,
  metadataIn,
  newId,
  noSuch,
  pageOf,
  paging,
  type Rule,
  StripeRefusal,
  seconds,
} from './stripe-shapes.ts'
import type { Endpoint, StripeState } from './stripe-state.ts'

function makeCustomer(state: StripeState, given: Map<string, string>): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(state.now()),
    currency: null,
    default_source: null,
    delinquent: false,
    description: given.get('description') ?? null,
    discount: null,
    email: given.get('email') ?? null,
    invoice_prefix: randomBytes(4).toString('hex').toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: metadataIn(given),
    name: given.get('name') ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  state.customers.set(customer.id, customer)
  return customer
}

function makeSetupIntent(state: StripeState, given: Map<string, string>): Stripe.SetupIntent {
  const customer = given.get('customer') ?? null
  if (customer !== null && !state.customers.has(customer)) throw noSuch('customer', customer, 'customer', 400)
  const id = newId('seti')
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newId(`${id}_secret`),
    created: seconds(state.now()),
    customer,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: metadataIn(given),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: listed(given, 'payment_method_types'),
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: given.get('usage') ?? 'off_session',
  }
  state.setupIntents.set(id, intent)
  return intent
}

function setupIntentOf(state: StripeState, id: string): Stripe.SetupIntent {
  const intent = state.setupIntents.get(id)
  if (!intent) throw noSuch('setupintent', id, 'intent', 404)
  return intent
}

function confirm(state: StripeState, given: Map<string, string>, id: string): Stripe.SetupIntent {
  const intent = setupIntentOf(state, id)
  if (intent.status !== 'requires_payment_method')
    throw invalidRequest(`You cannot confirm this SetupIntent because it has already ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
    })
  const number = given.get('payment_method_data[card][number]')
  const method = number === undefined ? (given.get('payment_method') ?? '') : cardOfNumber(number)
  if (method === 'pm_card_chargeDeclined') throw declined({ setup_intent: intent })
  const last4 = { pm_card_visa: '4242', pm_card_authenticationRequired: '3184' }[method]
  if (last4 === undefined) throw noSuch('PaymentMethod', method, 'payment_method', 400)
  const methodId = newId('pm')
  state.methods.set(methodId, {
    ...{
      id: methodId,
      object: 'payment_method',
      type: 'card',
      customer: intent.customer?.toString() ?? null,
      scenario: method,
    },
    card: { brand: 'visa', last4, exp_month: 8, exp_year: 2040, fingerprint: `finger${last4}` },
  })
  intent.payment_method = methodId
  // That card's bank asks whenever its owner is there.
  intent.status = method === 'pm_card_visa' ? 'succeeded' : 'requires_action'
  return intent
}

const numbers: Readonly<Record<string, string | undefined>> = {
  '4242424242424242': 'pm_card_visa',
  '4000002760003184': 'pm_card_authenticationRequired',
  '4000000000000002': 'pm_card_chargeDeclined',
}

function cardOfNumber(number: string): string {
  const card = numbers[number]
  if (card) return card
  throw new StripeRefusal(402, 'card_error', 'Your card number is incorrect.', { code: 'incorrect_number' })
}

/** What somebody answers their bank, on its page. */
function authenticate(state: StripeState, given: Map<string, string>, id: string): object {
  const isTheirs = given.get('outcome') === 'succeed'
  const setup = state.setupIntents.get(id)
  const payment = state.payments.get(id)
  const intent = setup ?? payment
  if (intent?.status !== 'requires_action') throw invalidRequest('Nothing is asked.', {}, 400)
  if (!isTheirs) {
    intent.status = 'requires_payment_method'
    const code = `${setup ? 'setup' : 'payment'}_intent_authentication_failure`
    if (payment) payment.last_payment_error = { code }
    throw invalidRequest('We are unable to authenticate your payment method.', { code })
  }
  if (payment) succeed(payment)
  else intent.status = 'succeeded'
  return intent
}

const instants = { from: 0, to: 9_999_999_999 }

export const endpoints: readonly Endpoint[] = [
  {
    method: 'DELETE',
    path: /^\/v1\/customers\/(\w+)$/,
    takes: {},
    run({ customers }, _given, id) {
      if (!customers.delete(id)) throw noSuch('customer', id, 'id', 404)
      return { id, object: 'customer', deleted: true }
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    takes: { email: 'email', name: 'text', description: 'text', 'metadata[*]': 'text' },
    run: makeCustomer,
  },
  {
    method: 'GET',
    path: /^\/v1\/customers$/,
    takes: { ...paging, email: 'text', 'created[gte]': instants, 'created[lte]': instants },
    run({ customers }, given) {
      const email = given.get('email')
      const since = Number(given.get('created[gte]') ?? 0)
      const until = Number(given.get('created[lte]') ?? instants.to)
      const found = [...customers.values()].filter(
        (one) => (email === undefined || one.email === email) && one.created >= since && one.created <= until,
      )
      return pageOf(found, given, '/v1/customers')
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/setup_intents$/,
    takes: {
      customer: 'text',
      usage: ['off_session', 'on_session'],
      'payment_method_types[*]': 'text',
      'metadata[*]': 'text',
    },
    run: makeSetupIntent,
  },
  {
    method: 'GET',
    path: /^\/v1\/setup_intents$/,
    takes: { ...paging, customer: 'text' },
    run({ setupIntents }, given) {
      const customer = given.get('customer')
      const found = [...setupIntents.values()].filter(
        (one) => customer === undefined || one.customer === customer,
      )
      return pageOf(found, given, '/v1/setup_intents')
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/setup_intents\/(\w+)$/,
    takes: {},
    run: (state, _given, id) => setupIntentOf(state, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/setup_intents\/(\w+)\/confirm$/,
    takes: {
      ...{ payment_method: 'text', client_secret: 'text' },
      ...{ 'payment_method_data[type]': ['card'], 'payment_method_data[card][*]': 'text' },
    },
    isOpenToPages: true,
    run: confirm,
  },
  {
    method: 'POST',
    path: /^\/v1\/(?:setup|payment)_intents\/(\w+)\/authenticate$/,
    takes: { 'client_secret!': 'text', 'outcome!': ['succeed', 'fail'] },
    isOpenToPages: true,
    run: authenticate,
  },
  ...chargingEndpoints,
  ...connectEndpoints,
  ...reportEndpoints,
]

const breaks: { [K in 'text' | 'email']: (value: string) => boolean } = {
  text: (value) => value.length > 5000,
  email: (value) => !/^[^\s@]+@[^\s@]+$/.test(value) || value.length > 512,
}

function checkValue(name: string, value: string, rule: Rule): void {
  if (value === '')
    throw invalidRequest(`You passed an empty string for '${name}'.`, {
      code: 'parameter_invalid_empty',
      param: name,
    })
  if (Array.isArray(rule) && !rule.includes(value))
    throw invalidRequest(`Invalid ${name}: must be one of ${rule.join(' or ')}`, { param: name })
  if (typeof rule === 'string' && breaks[rule](value))
    throw invalidRequest(`Invalid ${rule}: ${value.slice(0, 40)}`, {
      param: name,
      ...(rule === 'email' ? { code: 'email_invalid' } : {}),
    })
  if (typeof rule === 'object' && 'from' in rule) {
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= rule.from && number <= rule.to))
      throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  }
}

function checkMetadata(given: Map<string, string>): void {
  const entries = Object.entries(metadataIn(given))
  const wrong = entries.find(([key, value]) => key.length > 40 || value.length > 500)
  if (wrong || entries.length > 50)
    throw invalidRequest('Metadata may have 50 keys of up to 40 characters, and values of up to 500.', {
      param: 'metadata',
    })
}

/** @throws StripeRefusal naming the first parameter that is unknown, missing, empty or of the wrong kind. */
export function checkParameters({ takes }: Endpoint, given: Map<string, string>): void {
  const rules = new Map(Object.entries(takes).map(([name, rule]) => [name.replace('!', ''), rule]))
  for (const [name, value] of given) {
    const rule = rules.get(name) ?? rules.get(name.replace(/\[[^\]]*\]$/, '[*]'))
    if (rule === undefined)
      throw invalidRequest(`Received unknown parameter: ${name.split('[')[0]}`, {
        code: 'parameter_unknown',
        param: name.split('[')[0],
      })
    checkValue(name, value, rule)
  }
  checkMetadata(given)
  const missing = Object.keys(takes).find((name) => name.endsWith('!') && !given.has(name.slice(0, -1)))
  if (missing)
    throw invalidRequest(`Missing required param: ${missing.slice(0, -1)}.`, {
      code: 'parameter_missing',
      param: missing.slice(0, -1),
    })
}
