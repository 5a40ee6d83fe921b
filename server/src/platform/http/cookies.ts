import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { days } from '../clock.ts'
import { deviceKeptDays } from '../identity/known-devices.ts'
import { refreshTokenSeconds } from '../identity/sessions.ts'
import type { Operation } from '../operation/operation.ts'
import type { Outcome } from '../operation/outcome.ts'
import type { Registered } from '../operation/registry.ts'

/**
 * A page keeps its secrets where no script can read them: with `X-Token-Delivery: cookie`, a reply's
 * refresh token and the secret of its device move into HttpOnly cookies, and operations take them from
 * there. No other site can send that header, so the cookies alone are worth nothing to it.
 */
const asksForCookie = (request: FastifyRequest): boolean => request.headers['x-token-delivery'] === 'cookie'

/** A secret that is a cookie in browsers, and a field in apps. */
interface Kept {
  cookie: string
  fields: readonly string[]
  maxAgeSeconds: number
}

const refreshToken: Kept = {
  cookie: 'plaza-refresh',
  fields: ['refresh_token', 'refreshToken'],
  maxAgeSeconds: refreshTokenSeconds,
}
/** It outlives signing out: the device is still the one on which somebody signed in. */
const deviceSecret: Kept = {
  cookie: 'plaza-device',
  fields: ['device_secret', 'deviceSecret'],
  maxAgeSeconds: days(deviceKeptDays) / 1000,
}

/** What of a request or reply may be in cookies. */
const keptBy = ({ credentials }: Operation): Kept[] =>
  credentials ? [...(credentials.refreshCookie ? [refreshToken] : []), deviceSecret] : []

const fieldIn = ({ fields }: Kept, data: object | null | undefined) =>
  fields.find((name) => data && name in data)
const inputFieldOf = (kept: Kept, { body }: Operation) =>
  fieldIn(kept, (body as TObject | undefined)?.properties)
const cookieOf = ({ cookie }: Kept, { credentials }: Operation) => `${cookie}-${credentials?.realm}`

/** Of the form of our secrets; anything else is no cookie of ours. */
const form = /^[\w-]{1,128}$/

/** The value of a cookie, when it has that form. */
export function cookieIn(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2)
    if (key === name && form.test(value)) return value
  }
  return undefined
}

const isOfFields = (body: unknown): body is object | undefined =>
  body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body))

/** The body as the operation sees it: what is in cookies stands in its fields. */
export function bodyWithCookies({ operation }: Registered, request: FastifyRequest, body: unknown): unknown {
  if (!asksForCookie(request) || !isOfFields(body)) return body
  const taken: Record<string, string> = {}
  for (const kept of keptBy(operation)) {
    const field = inputFieldOf(kept, operation)
    const value = field && cookieIn(request, cookieOf(kept, operation))
    if (value) taken[field] = value
  }
  return Object.keys(taken).length > 0 ? { ...body, ...taken } : body
}

/** Moves the secrets out of a reply into cookies; a reply without a refresh token takes that cookie away. */
export function moveIntoCookies(
  { operation, module }: Registered,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
  isSecure: boolean,
): Outcome {
  if (!asksForCookie(request)) return outcome
  const { data } = (outcome.body ?? {}) as { data?: Record<string, unknown> | null }
  const moved: Record<string, string> = {}
  for (const kept of keptBy(operation)) {
    const set = (value: string, maxAgeSeconds: number) =>
      reply.header(
        'Set-Cookie',
        `${cookieOf(kept, operation)}=${value}; Path=${module.basePath}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
      )
    const field = fieldIn(kept, data)
    if (data && field) {
      set(String(data[field]), kept.maxAgeSeconds)
      moved[field] = ''
    } else if (kept === refreshToken && endsRefreshing(operation, outcome)) set('', 0)
  }
  if (Object.keys(moved).length === 0) return outcome
  return { ...outcome, body: { ...(outcome.body as object), data: { ...data, ...moved } } }
}

/** Signing out, and a refresh token that is no good any more. */
const endsRefreshing = (operation: Operation, { status }: Outcome): boolean =>
  status < 300 || (status === 401 && inputFieldOf(refreshToken, operation) !== undefined)
