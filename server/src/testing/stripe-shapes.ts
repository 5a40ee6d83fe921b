import { randomBytes } from 'node:crypto'

/** How Stripe names, pages and refuses. */

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

export type Rule = 'text' | 'email' | { from: number; to: number } | readonly string[]

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
export const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

export const metadataIn = (given: Map<string, string>): Record<string, string> =>
  Object.fromEntries(
    [...given].flatMap(([name, value]) => {
      const [, key] = /^metadata\[([^\]]+)\]$/.exec(name) ?? []
      return key ? [[key, value]] : []
    }),
  )

export const listed = (given: Map<string, string>, name: string): string[] =>
  [...given].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value)

/** One page of a list, newest first, as Stripe pages. */
export function pageOf<T extends { id: string }>(all: T[], given: Map<string, string>, url: string): object {
  const newestFirst = all.toReversed()
  const after = given.get('starting_after')
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0)
    throw invalidRequest(`No such object: '${after}'`, { code: 'resource_missing', param: 'starting_after' })
  const limit = Number(given.get('limit') ?? 10)
  const data = newestFirst.slice(start, start + limit)
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url }
}

export const paging: Record<string, Rule> = { limit: { from: 1, to: 100 }, starting_after: 'text' }

export const noSuch = (what: string, id: string, param: string, status: number) =>
  invalidRequest(`No such ${what}: '${id}'`, { code: 'resource_missing', param }, status)
