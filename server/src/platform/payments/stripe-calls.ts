import type { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import { minutes } from '../clock.ts'
import { jsonOf, type Origin, requireSuccess } from '../outbound.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'
import {
  type Asking,
  type Customer,
  type NewCustomer,
  type NewSetupIntent,
  PaymentDeclined,
  type SetupIntent,
  type SetupState,
  type SoughtCustomer,
} from './port.ts'

// How Stripe is asked: through `outbound`, once for a key, and with its failures in our words; and what comes before any
// payment: our people there, and their leave to save cards.

/** The id of what Stripe names, or has written out. */
export const idOf = (named: string | { id: string } | null): string | null =>
  typeof named === 'string' ? named : (named?.id ?? null)

/** The name of our key in the metadata of what we make. */
export const keyName = 'plaza_key'
/** How many of a list are looked through for one of ours. */
const mostListed = 1000
/** How often something is asked for that another request of the same key is making, or that failed for good under its key. */
const mostTries = 5
const pauseMs = 200

const methodOf = (method = 'GET') => (method === 'POST' || method === 'DELETE' ? method : 'GET')

/** Stripe's library speaks through `outbound`; the signal of a call reaches its request beside the library, which takes none. */
export const fetchThrough =
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

/** Stripe's library, and the way by which the signal of a call reaches its request. */
export class StripeCalls {
  readonly api: Stripe
  readonly #signals: AsyncLocalStorage<AbortSignal>

  constructor(api: Stripe, signals: AsyncLocalStorage<AbortSignal>) {
    this.api = api
    this.#signals = signals
  }

  /** Asks, which changes nothing there, or nothing a second time. */
  async ask<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
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
  async make<T>(
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

const stillRunning = () => {
  throw new ProviderUnsure('Stripe is still at work on another request of this key')
}

export const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
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
export async function madeUnder<T extends { metadata?: Stripe.Metadata | null | undefined }>(
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

/** Our people at Stripe, and their leave to save cards. */
export class StripeCustomers {
  readonly #calls: StripeCalls

  constructor(calls: StripeCalls) {
    this.#calls = calls
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
