import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { days } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sqlState } from '../db/failures.ts'
import type { Services } from '../services.ts'
import type { Call, ValidInput } from './input.ts'
import type { Answer } from './outcome.ts'
import { idempotencyInProgress, idempotencyKeyReused } from './problem.ts'
import type { Registered } from './registry.ts'

/** Keyed, because a body may hold a password, which a stored plain hash would let anybody guess at. */
export const fingerprintOf = ({ params, query, body, headers }: ValidInput, secret: string) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['fingerprint', params, query, body, headers]))
    .digest()

/** Whose key of which operation it is. */
export const scopeOf = ({ id, module }: Registered, { caller }: Call): string =>
  `${module.product}/${id}/${caller?.id ?? 'anonymous'}`

/** Until when a repeat with the key gets the first answer. */
export const keptUntil = (now: Date): Date => new Date(now.getTime() + days(7))

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
): Promise<{ scope: string } | { replay: Answer }> {
  const scope = scopeOf(registered, call)
  const now = services.clock.now()
  const fingerprint = fingerprintOf(call, services.settings.signingSecret)
  try {
    const taken = await sql`
      insert into platform.idempotency (scope, key, fingerprint, created_at, kept_until)
      values (${scope}, ${key}, ${fingerprint}, ${now}, ${keptUntil(now)})
      on conflict (scope, key) do nothing returning key`.execute(db)
    if (taken.rows.length > 0) return { scope }
  } catch (error) {
    if (sqlState(error) === '55P03') throw idempotencyInProgress()
    throw error
  }
  return { replay: await keptAnswer(db, registered, { scope, key, fingerprint }) }
}

/** The answer that a key has. @throws 409 while there is none yet, 422 when it was to another request. */
export async function keptAnswer(
  db: Db,
  { operation }: Registered,
  { scope, key, fingerprint }: { scope: string; key: string; fingerprint: Buffer },
): Promise<Answer> {
  const { rows } = await sql<KeptRow>`
    select fingerprint, status, body, headers, ceil(extract(epoch from lease_until - clock_timestamp()))::int as wait
    from platform.idempotency where scope = ${scope} and key = ${key}`.execute(db)
  const [kept] = rows
  if (!kept) throw idempotencyInProgress()
  if (!kept.fingerprint.equals(fingerprint)) throw idempotencyKeyReused()
  if (kept.status === null) throw idempotencyInProgress({ retryAfterSeconds: Math.max(1, kept.wait ?? 1) })
  return {
    status: kept.status,
    shape: operation.replies[kept.status],
    body: kept.body === null ? undefined : JSON.parse(kept.body),
    headers: { ...kept.headers, 'Idempotency-Replayed': 'true' },
  }
}

interface KeptRow {
  fingerprint: Buffer
  status: number | null
  body: string | null
  headers: Record<string, string> | null
  wait: number | null
}

/** A refusal is not kept: the same key may try again. */
export async function releaseKey(db: Db, scope: string, key: string): Promise<void> {
  await sql`delete from platform.idempotency where scope = ${scope} and key = ${key}`.execute(db)
}

/** Keeps the answer for repeats of the key, in the same transaction as its effect. */
export async function keepOutcome(
  db: Db,
  scope: string,
  key: string,
  { status, body, headers }: Answer,
): Promise<void> {
  await sql`
    update platform.idempotency set status = ${status}, body = ${body === undefined ? null : JSON.stringify(body)}, headers = ${JSON.stringify(headers)}::jsonb
    where scope = ${scope} and key = ${key}`.execute(db)
}
