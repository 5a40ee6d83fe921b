import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { refreshTokenSeconds } from '../identity/sessions.ts'
import type { Realm } from '../operation/caller.ts'
import type { Operation } from '../operation/operation.ts'
import type { Outcome } from '../operation/outcome.ts'
import type { Registered } from '../operation/registry.ts'

/**
 * A page keeps its refresh token where no script can read it: with `X-Token-Delivery: cookie`, a
 * reply's refresh token moves into an HttpOnly cookie and the refresh operation takes it from there.
 * No other site can send that header, so the cookie alone is worth nothing to it.
 */
const asksForCookie = (request: FastifyRequest): boolean => request.headers['x-token-delivery'] === 'cookie'

const nameOf = (realm: Realm) => `plaza-refresh-${realm}`
/** Whose refresh tokens an operation hands out or takes, if it does. */
const realmOf = ({ credentials }: Operation) => (credentials?.refreshCookie ? credentials.realm : undefined)
const fields = ['refresh_token', 'refreshToken'] as const
const tokenFieldOf = ({ body }: Operation) =>
  fields.find((name) => name in ((body as TObject | undefined)?.properties ?? {}))

function cookieIn(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}

/** The body as the operation sees it: its refresh token comes from the cookie. */
export function bodyWithCookie({ operation }: Registered, request: FastifyRequest, body: unknown): unknown {
  const realm = realmOf(operation)
  if (!realm || !asksForCookie(request)) return body
  const field = tokenFieldOf(operation)
  const token = cookieIn(request, nameOf(realm))
  return field && token ? { ...(body as object | undefined), [field]: token } : body
}

/** Moves the refresh token out of a reply into the cookie; a reply without one takes the cookie away. */
export function moveIntoCookie(
  { operation, module }: Registered,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
  isSecure: boolean,
): Outcome {
  const realm = realmOf(operation)
  if (!realm || !asksForCookie(request)) return outcome
  const set = (value: string, maxAgeSeconds: number) =>
    reply.header(
      'Set-Cookie',
      `${nameOf(realm)}=${value}; Path=${module.basePath}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
    )
  const { data } = outcome.body as { data: Record<string, unknown> | null }
  const field = fields.find((name) => data && name in data)
  if (data && field) {
    set(String(data[field]), refreshTokenSeconds)
    return { ...outcome, body: { ...(outcome.body as object), data: { ...data, [field]: '' } } }
  }
  const isUsedUp = outcome.status === 401 && tokenFieldOf(operation) !== undefined
  if (isUsedUp || outcome.status < 300) set('', 0)
  return outcome
}
