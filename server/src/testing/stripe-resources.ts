import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

/**
 * What lies behind Stripe's protocol as far as Plaza asks for it: customers and setup intents,
 * with the parameters, refusals and states that Stripe documents. Every other parameter is refused.
 */
export interface StripeState {
  customers: Map<string, Stripe.Customer>
  setupIntents: Map<string, Stripe.SetupIntent>
  now(): Date
}

/** Refuses a request in Stripe's own envelope. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: Record<string, unknown>
  constructor(status: number, type: string, message: string, more: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.error = { ...more, message, type }
  }
}

export const invalidRequest = (message: string, more: Record<string, unknown> = {}, status = 400) =>
  new StripeRefusal(status, 'invalid_request_error', message, more)

export const declined = (more: Record<string, unknown> = {}) =>
  new StripeRefusal(402, 'card_error', 'Your card was declined.', {
    ...more,
    code: 'card_declined',
    decline_code: 'generic_decline',
  })

type Rule = 'text' | 'email' | { from: number; to: number } | readonly string[]

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /** Parameters by name, `[*]` standing for any key; an exclamation mark behind those that must be there. */
  takes: Record<string, Rule>
  /** Whether a page may call it with the publishable key and the intent's secret. */
  isOpenToPages?: true
  run(state: StripeState, given: Map<string, string>, id: string): object
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

const metadataIn = (given: Map<string, string>): Record<string, string> =>
  Object.fromEntries(
    [...given].flatMap(([name, value]) => {
      const [, key] = /^metadata\[([^\]]+)\]$/.exec(name) ?? []
      return key ? [[key, value]] : []
    }),
  )

const listed = (given: Map<string, string>, name: string): string[] =>
  [...given].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value)

/** One page of a list, newest first, as Stripe pages. */
function pageOf<T extends { id: string }>(all: T[], given: Map<string, string>, url: string): object {
  const newestFirst = all.toReversed()
  const after = given.get('starting_after')
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0)
    throw invalidRequest(`No such object: '${after}'`, { code: 'resource_missing', param: 'starting_after' })
  const limit = Number(given.get('limit') ?? 10)
  const data = newestFirst.slice(start, start + limit)
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url }
}

const paging: Record<string, Rule> = { limit: { from: 1, to: 100 }, starting_after: 'text' }

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

const noSuch = (what: string, id: string, param: string, status: number) =>
  invalidRequest(`No such ${what}: '${id}'`, { code: 'resource_missing', param }, status)

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
  const method = given.get('payment_method') ?? ''
  if (method === 'pm_card_chargeDeclined') throw declined({ setup_intent: intent })
  if (method !== 'pm_card_visa') throw noSuch('PaymentMethod', method, 'payment_method', 400)
  intent.payment_method = newId('pm')
  intent.status = 'succeeded'
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
    takes: { 'payment_method!': 'text', client_secret: 'text' },
    isOpenToPages: true,
    run: confirm,
  },
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
