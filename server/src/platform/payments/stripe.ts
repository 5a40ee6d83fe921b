import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import { Type } from 'typebox'
import { minutes } from '../clock.ts'
import { jsonOf, type Origin, requireSuccess } from '../outbound.ts'
import { provider } from '../provider.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'
import { AddressOr } from '../settings.ts'
import {
  type Asking,
  type Customer,
  type NewCustomer,
  type NewSetupIntent,
  PaymentDeclined,
  type Payments,
  type SetupIntent,
  type SetupState,
  type SoughtCustomer,
} from './port.ts'

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
  }),
  needs: ['STRIPE_SECRET_KEY'],
  async open({ STRIPE_SECRET_KEY, STRIPE_BASE_URL }, { outbound }): Promise<Payments> {
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
    return new StripePayments(api, signals, STRIPE_SECRET_KEY.includes('_live_') ? 'live' : 'test')
  },
})

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

/** The name of our key in the metadata of what we make. */
const keyName = 'plaza_key'
/** Clocks differ, ours and theirs. */
const slackMs = minutes(10)
/** How many of a list are looked through for one of ours. */
const mostListed = 1000

class StripePayments implements Payments {
  readonly provider = 'stripe'
  readonly mode: 'test' | 'live'
  readonly #api: Stripe
  readonly #signals: AsyncLocalStorage<AbortSignal>

  constructor(api: Stripe, signals: AsyncLocalStorage<AbortSignal>, mode: 'test' | 'live') {
    this.#api = api
    this.#signals = signals
    this.mode = mode
  }

  async createCustomer(customer: NewCustomer, asking: Asking): Promise<Customer> {
    const wanted = {
      ...(customer.email === null ? {} : { email: customer.email }),
      metadata: { [keyName]: asking.key, plaza_person: customer.personId },
    }
    return this.#make(
      asking,
      async (options) => customerOf(await this.#api.customers.create(wanted, options)),
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
    const found = await this.#ask(signal, () =>
      madeUnder(
        key,
        this.#api.customers.list({
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
      await this.#signals.run(signal, () => this.#api.customers.del(id))
    } catch (error) {
      if (!isStripeError(error) || error.code !== 'resource_missing') throw failureOf(error)
    }
  }

  async createSetupIntent(intent: NewSetupIntent, asking: Asking): Promise<SetupIntent> {
    const wanted = {
      customer: intent.customerId,
      usage: intent.usage,
      payment_method_types: ['card'],
      metadata: { [keyName]: asking.key },
    }
    return this.#make(
      asking,
      async (options) => setupIntentOf(await this.#api.setupIntents.create(wanted, options)),
      () => this.findSetupIntent(intent, asking),
    )
  }

  async findSetupIntent(
    { customerId }: NewSetupIntent,
    { key, signal }: Asking,
  ): Promise<SetupIntent | undefined> {
    const found = await this.#ask(signal, () =>
      madeUnder(key, this.#api.setupIntents.list({ customer: customerId, limit: 100 })),
    )
    return found && setupIntentOf(found)
  }

  readSetupIntent(id: string, { signal }: Pick<Asking, 'signal'>): Promise<SetupIntent> {
    return this.#ask(signal, async () => setupIntentOf(await this.#api.setupIntents.retrieve(id)))
  }

  /** Asks, which changes nothing there. */
  async #ask<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    try {
      return await this.#signals.run(signal, call)
    } catch (error) {
      throw failureOf(error)
    }
  }

  /**
   * Makes something once. Stripe answers a key with the failure that it had under it, too, for a day; so
   * after one that is kept, what is not there is asked for under a key that it has not seen.
   */
  async #make<T>(
    { key, signal }: Asking,
    call: (options: { idempotencyKey: string }) => Promise<T>,
    find: () => Promise<T | undefined>,
  ): Promise<T> {
    let turn = 1
    for (let tries = 1; ; tries += 1) {
      try {
        const idempotencyKey = turn === 1 ? key : `${key}:${turn}`
        return await this.#signals.run(signal, () => call({ idempotencyKey }))
      } catch (error) {
        if (tries === mostTries || !(isTwin(error) || isKeptFailure(error))) throw failureOf(error)
        const found = await find()
        if (found) return found
        if (isKeptFailure(error)) turn += 1
        else await pause(pauseMs * tries, undefined, { signal }).catch(stillRunning)
      }
    }
  }
}

/** How often something is asked for that another request of the same key is making, or that failed for good under its key. */
const mostTries = 5
const pauseMs = 200

const stillRunning = () => {
  throw new ProviderUnsure('Stripe is still at work on another request of this key')
}

const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'rawType' in error

const isTwin = (error: unknown): boolean => isStripeError(error) && error.statusCode === 409

const isKeptFailure = (error: unknown): boolean =>
  isStripeError(error) && (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true'

/** What Stripe's own sentences say may be about a person; only its codes and the number of the request are kept. */
function failureOf(error: unknown): Error {
  if (isProviderError(error)) return error
  if (!isStripeError(error))
    return new ProviderUnsure('Stripe answered with something else', { cause: error })
  const { type, code, param, statusCode, requestId, detail } = error
  const told = ['Stripe:', statusCode, type, code, param, requestId].filter(Boolean).join(' ')
  switch (type) {
    case 'StripeConnectionError':
      return isProviderError(detail) ? detail : new ProviderUnsure(told)
    case 'StripeCardError':
      return new PaymentDeclined(told, code)
    case 'StripeInvalidRequestError':
    case 'StripeIdempotencyError':
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return new ProviderRefused(told, code)
    default:
      return new ProviderUnsure(told)
  }
}

const isProviderError = (error: unknown): error is Error =>
  error instanceof ProviderRefused || error instanceof ProviderUnavailable || error instanceof ProviderUnsure

/** @throws ProviderUnsure when there may be more than one cares to look through. */
async function madeUnder<T extends { metadata: Stripe.Metadata | null }>(
  key: string,
  list: AsyncIterable<T>,
): Promise<T | undefined> {
  let seen = 0
  for await (const one of list) {
    if (one.metadata?.[keyName] === key) return one
    seen += 1
    if (seen === mostListed) throw new ProviderUnsure(`Stripe lists ${mostListed} and more`)
  }
  return undefined
}

function customerOf({ object, id }: Stripe.Customer): Customer {
  if (object !== 'customer' || typeof id !== 'string')
    throw new ProviderUnsure('Stripe answered with no customer')
  return { id }
}

function setupIntentOf({ object, id, client_secret, status }: Stripe.SetupIntent): SetupIntent {
  const known = states[status]
  if (object !== 'setup_intent' || !client_secret || !known)
    throw new ProviderUnsure('Stripe answered with no setup intent that can be read')
  return { id, clientSecret: client_secret, status: known }
}
