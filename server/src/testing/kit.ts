import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { newId } from '../platform/ids.ts'
import { newestMails } from '../platform/mail/mail.ts'
import { type World, world } from './world.ts'

export interface Answer<Data = unknown> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  body: {
    status: number
    statusCode: number
    message: string
    data: Data
    meta: Record<string, unknown>
    error: { code: string; fields?: { path: string }[] }
  }
}

interface CallOptions {
  as?: { token: string; address?: string } | undefined
  /** The network address it comes from: else the person's own, and for a call as nobody a new one. */
  from?: string | undefined
  body?: unknown
  /** The body byte by byte, in place of `body`; its type is among the headers. */
  payload?: Buffer | string | undefined
  query?: Record<string, string | number | boolean>
  headers?: Record<string, string>
  /** Another app than the world's. */
  app?: FastifyInstance | undefined
}

/** Sends a request through HTTP injection, as a phone would. */
// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the data
export async function call<Data = any>(
  method: string,
  path: string,
  { as, from = as?.address ?? newAddress(), body, payload, query, headers, ...options }: CallOptions = {},
): Promise<Answer<Data>> {
  const app = options.app ?? (await world()).app
  const response = await app.inject({
    method: method as 'GET',
    url: path,
    remoteAddress: from,
    ...(query ? { query: query as Record<string, string> } : {}),
    headers: {
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    ...(payload === undefined ? {} : { payload }),
  })
  const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json')
  // A text or empty reply has no envelope; tests of those read `text`.
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: isJson ? response.json() : ({} as Answer<Data>['body']),
  }
}

/** What is asked as a matter of course. @throws with what was answered, unless it succeeded. */
export async function granted<Data>(asked: Promise<Answer<Data>>): Promise<Answer<Data>> {
  const answer = await asked
  if (answer.status >= 300) throw new Error(`refused with ${answer.status}: ${answer.text}`)
  return answer
}

/** Asserts a refusal by status and code, and that its envelope is the one of all refusals. */
export function expectProblem(answer: Answer, status: number, code: string, path?: string): void {
  expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({ status, code })
  expect(answer.body.data).toBeNull()
  if (path) expect(answer.body.error.fields?.map((field) => field.path)).toContain(path)
}

export interface TestPerson {
  id: string
  /** Where they call from; budgets of an address are nobody else's. */
  address: string
  token: string
  refreshToken: string
  email: string
  password: string
}

let addresses = 0

/** A network address that nobody in this worker's world has called from. */
export function newAddress(): string {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

export const newEmail = (): string => `p-${newId()}@example.org`

/** A new marketplace member in Berlin, signed in. */
export async function newMember(
  overrides: { longitude?: number; latitude?: number; name?: string; language?: string; email?: string } = {},
): Promise<TestPerson> {
  const { email = newEmail() } = overrides
  const password = 'correct horse battery'
  const address = newAddress()
  const { body } = await granted(
    call('POST', '/api/v1/usr-mgt/create', {
      from: address,
      body: {
        name: overrides.name ?? 'Ada Test',
        email,
        password,
        agree: 'true',
        fcm_token: null,
        language: overrides.language,
        location: { type: 'Point', coordinates: [overrides.longitude ?? 13.4, overrides.latitude ?? 52.5] },
      },
    }),
  )
  return {
    id: body.data.user._id,
    address,
    token: body.data.access_token,
    refreshToken: body.data.refresh_token,
    email,
    password,
  }
}

/** The member again, when the clock has run past their access token. */
export async function signedIn(person: TestPerson): Promise<TestPerson> {
  const { address: from, email, password } = person
  const { body } = await granted(call('POST', '/api/v1/usr-mgt/login', { from, body: { email, password } }))
  return { ...person, token: body.data.access_token, refreshToken: body.data.refresh_token }
}

/** A new marketplace member with a role. */
export async function newStaff(role: 'moderator' | 'administrator'): Promise<TestPerson> {
  const person = await newMember()
  const { host } = await world()
  await sql`update marketplace.users set role = ${role} where id = ${person.id}`.execute(host.services.db)
  return person
}

/** The newest mail to an address. */
export async function lastMail(to: string): Promise<{ subject: string; text: string }> {
  const { host } = await world()
  const [mail] = await newestMails(host.services.db, { limit: 1, recipient: to })
  if (!mail) throw new Error(`no mail to ${to}`)
  return mail
}

/** The six digits of the newest mail to an address. */
export const lastCode = async (to: string): Promise<string> =>
  /\b\d{6}\b/.exec((await lastMail(to)).text)?.[0] ?? ''

/** Moves the clock ahead for a while, and back whatever happens. */
export async function later<T>(ms: number, check: () => Promise<T>): Promise<T> {
  const { clock } = await world()
  clock.advance(ms)
  try {
    return await check()
  } finally {
    clock.advance(-ms)
  }
}

/** Does something at the next noon, for what shall lie within one day with all that came hours before. */
export async function atNoon<T>(check: () => Promise<T>): Promise<T> {
  const now = (await world()).clock.now()
  const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 12)
  return later(noon - now.getTime(), check)
}

/** Polls until `check` gives a value; for effects that a job or another connection brings. */
export async function eventually<T>(check: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = performance.now() + 120_000
  for (;;) {
    const value = await check()
    if (value) return value
    if (performance.now() > deadline) throw new Error('it did not happen within two minutes')
    // Looking without a pause would take the processor from what is waited for.
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export type { World }
export { world }
