import { AsyncLocalStorage } from 'node:async_hooks'
import type { Stripe } from 'stripe'
import { Type } from 'typebox'
import { type Clock, minutes } from '../clock.ts'
import { type Sender, type Sent, signatureInvalid } from '../operation/signature.ts'
import { jsonOf, type Origin, requireSuccess } from '../outbound.ts'
import { provider } from '../provider.ts'
import { ProviderRefused, ProviderUnsure, providerNotConfigured } from '../provider-errors.ts'
import { AddressOr } from '../settings.ts'
import type { Door, Topic } from './hearing.ts'
import { checkSignature, noticeOf, topicIn } from './notices.ts'
import type {
  Asking,
  CardForm,
  Customer,
  NewCustomer,
  NewSetupIntent,
  PaymentMode,
  Payments,
  SetupIntent,
  SetupState,
  SoughtCustomer,
} from './port.ts'
import { idOf, keyName, madeUnder, StripeCalls } from './stripe-calls.ts'
import { StripeCharging } from './stripe-charging.ts'
import { StripePayingOut } from './stripe-paying-out.ts'

/** Both hold while one is changed for the other. */
const SigningSecrets = (whose: string) =>
  Type.Optional(
    Type.String({
      maxLength: 1000,
      pattern: '^whsec_\\w{16,}(,whsec_\\w{16,})*$',
      description: `whsec_…, comma-separated while they are changed: signing secrets ${whose}`,
    }),
  )

const secretNames: Record<Door, string> = {
  platform: 'STRIPE_WEBHOOK_SECRETS',
  connected: 'STRIPE_CONNECT_WEBHOOK_SECRETS',
}

const listIn = (secrets: string | undefined): string[] => secrets?.split(',') ?? []

export const stripePayments = provider({
  port: 'payments',
  name: 'stripe',
  summary: 'saves and charges cards through Stripe',
  settings: Type.Object({
    STRIPE_SECRET_KEY: Type.Optional(
      Type.String({
        maxLength: 255,
        pattern: '^(sk|rk)_(test|live)_\\w+$',
        description: 'sk_… or rk_… of the Stripe account, needed with PAYMENTS_PROVIDER=stripe',
      }),
    ),
    STRIPE_BASE_URL: AddressOr('https://api.stripe.com', 'address of Stripe’s API'),
    STRIPE_PUBLISHABLE_KEY: Type.Optional(
      Type.String({
        maxLength: 255,
        pattern: '^pk_(test|live)_\\w+$',
        description: 'pk_… of the Stripe account: with it the pages show Stripe’s own form for cards',
      }),
    ),
    STRIPE_SCRIPT_URL: AddressOr('https://js.stripe.com/v3/', 'address of the script that shows that form'),
    STRIPE_WEBHOOK_SECRETS: SigningSecrets('of the webhook to this server’s own account'),
    STRIPE_CONNECT_WEBHOOK_SECRETS: SigningSecrets('of the webhook for connected accounts'),
  }),
  needs: ['STRIPE_SECRET_KEY'],
  async open({ STRIPE_SECRET_KEY, STRIPE_BASE_URL, ...settings }, { outbound, clock }): Promise<Payments> {
    const mode = modeOf(STRIPE_SECRET_KEY)
    const cardForm = cardFormOf({ ...settings, STRIPE_BASE_URL })
    if (cardForm && modeOf(cardForm.publishableKey) !== mode)
      throw new Error('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY are of different modes')
    const { Stripe } = await import('stripe')
    const { protocol, hostname, port } = new URL(STRIPE_BASE_URL)
    const signals = new AsyncLocalStorage<AbortSignal>()
    const api = new Stripe(STRIPE_SECRET_KEY, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      port: port || (protocol === 'http:' ? '80' : '443'),
      httpClient: Stripe.createFetchHttpClient(
        fetchThrough(outbound.at(new URL(STRIPE_BASE_URL).origin), signals),
      ),
      // `outbound` repeats what is safe, and the kernel the rest.
      maxNetworkRetries: 0,
      telemetry: false,
    })
    return new StripePayments(new StripeCalls(api, signals), {
      ...{ clock, mode, cardForm },
      secrets: {
        platform: listIn(settings.STRIPE_WEBHOOK_SECRETS),
        connected: listIn(settings.STRIPE_CONNECT_WEBHOOK_SECRETS),
      },
    })
  },
})

const modeOf = (key: string): PaymentMode => (key.includes('_live_') ? 'live' : 'test')

/** Besides where its script is; Stripe's frames come from addresses below it, and a bank's question from another. */
const ofStripeItself = { scripts: ['https://*.js.stripe.com'], frames: ['https://hooks.stripe.com'] }

function cardFormOf(settings: {
  STRIPE_PUBLISHABLE_KEY?: string
  STRIPE_SCRIPT_URL: string
  STRIPE_BASE_URL: string
}): CardForm | null {
  const { STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_SCRIPT_URL: scriptUrl } = settings
  if (publishableKey === undefined) return null
  const { origin } = new URL(scriptUrl)
  const more = origin === 'https://js.stripe.com' ? ofStripeItself : { scripts: [], frames: [] }
  const scripts = [origin, ...more.scripts]
  const connects = [...new Set([new URL(settings.STRIPE_BASE_URL).origin, origin])]
  return { publishableKey, scriptUrl, scripts, frames: [...scripts, ...more.frames], connects }
}

const methodOf = (method = 'GET') => (method === 'POST' || method === 'DELETE' ? method : 'GET')

/** Stripe's library speaks through `outbound`; the signal of a call reaches its request beside the library, which takes none. */
const fetchThrough =
  (origin: Origin, signals: AsyncLocalStorage<AbortSignal>): typeof fetch =>
  async (input, init) => {
    const { pathname, search } = new URL(String(input))
    const headers = Object.fromEntries(new Headers(init?.headers))
    const given = [init?.signal, signals.getStore()].filter((signal) => signal instanceof AbortSignal)
    const answer = await origin.send({
      method: methodOf(init?.method),
      path: pathname + search,
      headers,
      signal: AbortSignal.any(given),
      // Stripe does what bears a key once, however often it arrives within the day.
      isRepeatable: init?.method !== 'POST' || 'idempotency-key' in headers,
      ...(typeof init?.body === 'string' && init.body !== '' ? { body: init.body } : {}),
    })
    const { status, bytes } = answer
    // What the edge says of itself is in no envelope of Stripe's.
    if (status === 429 || status === 503) requireSuccess(answer, 'Stripe')
    // The library never comes back from anything but an object, and takes the program down with it.
    const said = jsonOf(answer, 'Stripe')
    if (typeof said !== 'object' || said === null)
      throw new ProviderUnsure(`Stripe answered ${status} with no object`)
    const known = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    )
    return new Response(new Uint8Array(bytes), { status, headers: known })
  }

const states: Record<string, SetupState | undefined> = {
  requires_payment_method: 'requires_payment_method',
  requires_confirmation: 'requires_action',
  requires_action: 'requires_action',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

/** Clocks differ, ours and theirs. */
const slackMs = minutes(10)

class StripePayments extends StripeCharging implements Payments {
  readonly provider = 'stripe'
  readonly mode: PaymentMode
  readonly pretending = undefined
  readonly payingOut: StripePayingOut
  readonly cardForm: CardForm | null
  readonly #calls: StripeCalls
  readonly #clock: Clock
  readonly #secrets: Record<Door, readonly string[]>

  constructor(
    calls: StripeCalls,
    given: {
      clock: Clock
      mode: PaymentMode
      cardForm: CardForm | null
      secrets: Record<Door, readonly string[]>
    },
  ) {
    super(calls)
    this.#calls = calls
    this.payingOut = new StripePayingOut(calls)
    this.#clock = given.clock
    this.mode = given.mode
    this.cardForm = given.cardForm
    this.#secrets = given.secrets
  }

  async senderOf(sent: Sent, door: Door): Promise<Sender> {
    const secrets = this.#secrets[door]
    if (secrets.length === 0) throw providerNotConfigured({ details: { settings: [secretNames[door]] } })
    checkSignature(sent, secrets, this.#clock.now())
    const { id, livemode } = noticeOf(sent)
    if (livemode !== (this.mode === 'live')) throw signatureInvalid()
    return { provider: `stripe-${door}`, eventId: id }
  }

  topicOf(bytes: Buffer): Topic | undefined {
    return topicIn(bytes)
  }

  async createCustomer(customer: NewCustomer, asking: Asking): Promise<Customer> {
    const wanted = {
      ...(customer.email === null ? {} : { email: customer.email }),
      metadata: { [keyName]: asking.key, plaza_person: customer.personId },
    }
    return this.#calls.make(
      asking,
      async (options) => customerOf(await this.#calls.api.customers.create(wanted, options)),
      () => this.findCustomer(customer, asking),
    )
  }

  async findCustomer(
    { email, askedAt, askedUntil }: SoughtCustomer,
    { key, signal }: Asking,
  ): Promise<Customer | undefined> {
    // Lists know at once what was made; Stripe's search learns of it a minute later.
    const since = Math.floor((askedAt.getTime() - slackMs) / 1000)
    const until = askedUntil && Math.ceil((askedUntil.getTime() + slackMs) / 1000)
    const found = await this.#calls.ask(signal, () =>
      madeUnder(
        key,
        this.#calls.api.customers.list({
          ...(email === null ? {} : { email }),
          created: { gte: since, ...(until === undefined ? {} : { lte: until }) },
          limit: 100,
        }),
      ),
    )
    return found && customerOf(found)
  }

  async deleteCustomer({ id }: Customer, { signal }: Pick<Asking, 'signal'>): Promise<void> {
    try {
      await this.#calls.ask(signal, () => this.#calls.api.customers.del(id))
    } catch (error) {
      if (!(error instanceof ProviderRefused) || error.code !== 'resource_missing') throw error
    }
  }

  async createSetupIntent(intent: NewSetupIntent, asking: Asking): Promise<SetupIntent> {
    const wanted = {
      customer: intent.customerId,
      usage: intent.usage,
      payment_method_types: ['card'],
      metadata: { [keyName]: asking.key },
    }
    return this.#calls.make(
      asking,
      async (options) => setupIntentOf(await this.#calls.api.setupIntents.create(wanted, options)),
      () => this.findSetupIntent(intent, asking),
    )
  }

  async findSetupIntent(
    { customerId }: NewSetupIntent,
    { key, signal }: Asking,
  ): Promise<SetupIntent | undefined> {
    const found = await this.#calls.ask(signal, () =>
      madeUnder(key, this.#calls.api.setupIntents.list({ customer: customerId, limit: 100 })),
    )
    return found && setupIntentOf(found)
  }

  readSetupIntent(id: string, { signal }: Pick<Asking, 'signal'>): Promise<SetupIntent> {
    return this.#calls.ask(signal, async () => setupIntentOf(await this.#calls.api.setupIntents.retrieve(id)))
  }
}

function customerOf({ object, id }: Stripe.Customer): Customer {
  if (object !== 'customer' || typeof id !== 'string')
    throw new ProviderUnsure('Stripe answered with no customer')
  return { id }
}

function setupIntentOf(intent: Stripe.SetupIntent): SetupIntent {
  const { object, id, client_secret, status } = intent
  const known = states[status]
  if (object !== 'setup_intent' || !client_secret || !known)
    throw new ProviderUnsure('Stripe answered with no setup intent that can be read')
  return {
    ...{ id, clientSecret: client_secret, status: known },
    customerId: idOf(intent.customer),
    cardId: idOf(intent.payment_method),
  }
}
