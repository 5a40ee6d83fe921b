import type { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'
import { type Asking, PaymentDeclined } from './port.ts'

// How Stripe is asked: once for a key, and with its failures in our words.

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
