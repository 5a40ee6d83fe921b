import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { days } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sqlState } from '../db/failures.ts'
import { seal, unsealOwn } from '../identity/sealing.ts'
import { addressOf } from '../network.ts'
import type { Services } from '../services.ts'
import type { Call, ValidInput } from './input.ts'
import type { Answer } from './outcome.ts'
import { idempotencyInProgress, idempotencyKeyReused } from './problem.ts'
import type { Registered } from './registry.ts'

/** Keyed, because a body may hold a password, which a stored plain hash would let anybody guess at. */
export const fingerprintOf = (
  { params, query, body }: Pick<ValidInput, 'params' | 'query' | 'body'>,
  secret: string,
) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['fingerprint', params, query, body]))
    .digest()

/** Whose key of which operation it is. */
export const scopeOf = ({ id, module }: Registered, call: Call): string =>
  `${module.product}/${id}/${call.caller?.id ?? anonymousIn(call)}`

/**
 * Many apps number their requests, so a key of somebody unknown belongs to the device that the request names,
 * also when that comes from another network by now, and else to the network address.
 */
function anonymousIn({ body, request: { deviceId, ip } }: Call): string {
  const device = deviceId ?? (body as { device_id?: string } | undefined)?.device_id
  const whose = device === undefined ? `at ${addressOf(ip)}` : `on ${device}`
  return `anonymous ${createHash('sha256').update(whose).digest('base64url')}`
}

/** Until when a repeat with the key gets the first answer. */
export const keptUntil = (now: Date): Date => new Date(now.getTime() + days(7))

/** A key that a transaction has for itself until it ends. */
export interface KeyOfRequest extends KeyOfScope {
  fingerprint: Buffer
}

/**
 * Takes the key for this transaction. A racing twin waits here for the first one's commit and
 * then finds its answer.
 */
export async function claimKey(
  db: Db,
  registered: Registered,
  call: Call,
  key: string,
  services: Services,
): Promise<KeyOfRequest | { replay: Answer }> {
  const scope = scopeOf(registered, call)
  const fingerprint = fingerprintOf(call, services.settings.signingSecret)
  const taken = { scope, key, fingerprint }
  try {
    // The look is a statement of its own, so that it sees what the lock waited for.
    const [, kept] = await Promise.all([
      sql`select pg_advisory_xact_lock(hashtextextended(${scope} || ' ' || ${key}, 47))`.execute(db),
      selectKept(db, taken),
    ])
    return kept ? { replay: answerOf(kept, registered, { ...taken, call }, services) } : taken
  } catch (error) {
    if (sqlState(error) === '55P03') throw idempotencyInProgress()
    throw error
  }
}

/** The answer that a key has. @throws 409 while there is none yet, 422 when it was to another request. */
export async function keptAnswer(
  db: Db,
  registered: Registered,
  of: KeyOfScope & { call: Call },
  services: Services,
): Promise<Answer> {
  const kept = await selectKept(db, of)
  if (!kept) throw idempotencyInProgress()
  return answerOf(kept, registered, of, services)
}

async function selectKept(db: Db, { scope, key }: KeyOfScope): Promise<KeptRow | undefined> {
  const { rows } = await sql<KeptRow>`
    select fingerprint, status, body, sealed_body, headers
    from platform.idempotency where scope = ${scope} and key = ${key}`.execute(db)
  return rows[0]
}

function answerOf(
  kept: KeptRow,
  { operation }: Registered,
  { scope, key, call }: KeyOfScope & { call: Call },
  services: Services,
): Answer {
  const { signingSecret, formerSecrets } = services.settings
  const isSame = [signingSecret, ...formerSecrets].some((secret) =>
    kept.fingerprint.equals(fingerprintOf(call, secret)),
  )
  if (!isSame) throw idempotencyKeyReused()
  if (kept.status === null) throw idempotencyInProgress()
  return {
    status: kept.status,
    shape: operation.replies[kept.status],
    body: bodyOf(kept, { scope, key }, services),
    headers: { ...kept.headers, 'Idempotency-Replayed': 'true' },
  }
}

interface KeptRow {
  fingerprint: Buffer
  status: number | null
  /** Of an answer from before they were sealed. */
  body: string | null
  sealed_body: Buffer | null
  headers: Record<string, string> | null
}

interface KeyOfScope {
  scope: string
  key: string
}

const sealing = ({ scope, key }: KeyOfScope) => `answer ${scope} ${key}`

/** The body of an answer as it is kept: it may hold what only its receiver should know. */
export const sealedBody = (
  { body }: Answer,
  of: KeyOfScope,
  { settings }: Pick<Services, 'settings'>,
): Buffer | null =>
  body === undefined ? null : seal(settings.signingSecret, sealing(of), Buffer.from(JSON.stringify(body)))

function bodyOf({ body, sealed_body: sealed }: KeptRow, of: KeyOfScope, { settings }: Services): unknown {
  const text = sealed ? unsealOwn(settings, sealing(of), sealed).toString() : body
  return text === null ? undefined : JSON.parse(text)
}

/**
 * Forgets the answers that one caller got from an operation: of what was erased nothing may be left in them. A
 * repeat is then a request like any other.
 */
export async function forgetAnswers(
  db: Db,
  { product, operation, callerId }: { product: string; operation: string; callerId: string },
): Promise<void> {
  await sql`
    delete from platform.idempotency
    where scope = ${`${product}/${operation}/${callerId}`} and status is not null`.execute(db)
}

/** Keeps the answer for repeats of the key, in the same transaction as its effect. A refusal is not kept: the key may try again. */
export async function keepOutcome(
  db: Db,
  { scope, key, fingerprint }: KeyOfRequest,
  answer: Answer,
  services: Services,
): Promise<void> {
  const { status, headers } = answer
  const now = services.clock.now()
  await sql`
    insert into platform.idempotency (scope, key, fingerprint, status, sealed_body, headers, created_at, kept_until)
    values (${scope}, ${key}, ${fingerprint}, ${status}, ${sealedBody(answer, { scope, key }, services)},
      ${JSON.stringify(headers)}::jsonb, ${now}, ${keptUntil(now)})`.execute(db)
}
