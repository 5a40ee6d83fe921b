import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { sqlState } from '../db/failures.ts'
import type { Services } from '../services.ts'
import type { Call, Outcome, ValidInput } from './execute.ts'
import { idempotencyInProgress, idempotencyKeyReused } from './problem.ts'
import type { Registered } from './registry.ts'

/** Keyed, because a body may hold a password, which a stored plain hash would let anybody guess at. */
const fingerprintOf = ({ params, query, body, headers }: ValidInput, secret: string) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['fingerprint', params, query, body, headers]))
    .digest()

/**
 * Takes the key for this transaction. A racing twin waits here for the first one's commit and
 * then finds its answer.
 */
export async function claimKey(
  db: Db,
  { id, module, operation }: Registered,
  call: Call,
  key: string,
  services: Services,
): Promise<{ scope: string } | { replay: Omit<Outcome, 'caller'> }> {
  const scope = `${module.product}/${id}/${call.caller?.id ?? 'anonymous'}`
  const fingerprint = fingerprintOf(call, services.settings.signingSecret)
  try {
    const taken = await sql`
      insert into platform.idempotency (scope, key, fingerprint, created_at) values (${scope}, ${key}, ${fingerprint}, ${services.clock.now()})
      on conflict (scope, key) do nothing returning key`.execute(db)
    if (taken.rows.length > 0) return { scope }
  } catch (error) {
    if (sqlState(error) === '55P03') throw idempotencyInProgress()
    throw error
  }
  const { rows } = await sql<{
    fingerprint: Buffer
    status: number
    body: string | null
    headers: Record<string, string> | null
  }>`
    select fingerprint, status, body, headers from platform.idempotency where scope = ${scope} and key = ${key}`.execute(
    db,
  )
  const kept = rows[0]
  if (!kept) throw idempotencyInProgress()
  if (!kept.fingerprint.equals(fingerprint)) throw idempotencyKeyReused()
  return {
    replay: {
      status: kept.status,
      shape: operation.replies[kept.status],
      body: kept.body === null ? undefined : JSON.parse(kept.body),
      headers: { ...kept.headers, 'Idempotency-Replayed': 'true' },
    },
  }
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
  { status, body, headers }: Omit<Outcome, 'caller'>,
): Promise<void> {
  await sql`
    update platform.idempotency set status = ${status}, body = ${body === undefined ? null : JSON.stringify(body)}, headers = ${JSON.stringify(headers)}::jsonb
    where scope = ${scope} and key = ${key}`.execute(db)
}
