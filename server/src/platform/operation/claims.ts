import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { sqlState } from '../db/failures.ts'
import { newId } from '../ids.ts'
import type { Answer } from './outcome.ts'

/** Somebody else goes on with it: whoever finds this out says and does nothing more. */
export class LeaseLost extends Error {}

/** Rows of requests that run in steps: each commits before its first step and is held by one process at a time. */

export interface Claim {
  scope: string
  key: string
  /** `<product>/<operation>`. */
  operation: string
  /** Sealed. */
  input: Buffer
  holder: string
  /** 1 at the first try. */
  tries: number
  /** How many tries were recovery's. A client that repeats and repeats does not use them up. */
  recoveries: number
}

/** The server's own clock, since leases of several machines are compared. */
const inSeconds = (s: number) => sql`clock_timestamp() + make_interval(secs => ${s})`

/**
 * Takes a key, or takes over an open one whose holder's lease has ended.
 * @returns undefined when it is held or answered, or was used for another request.
 */
export async function claim(
  db: Db,
  request: Pick<Claim, 'scope' | 'key' | 'operation' | 'input'> & {
    fingerprint: Buffer
    leaseSeconds: number
    at: Date
    keptUntil: Date
  },
): Promise<Claim | undefined> {
  const holder = newId()
  const { scope, key, operation, input, fingerprint, leaseSeconds, at, keptUntil } = request
  const { rows } = await sql<{ tries: number; recoveries: number }>`
    insert into platform.idempotency as kept
      (scope, key, fingerprint, operation, input, holder, lease_until, next_try_at, created_at, kept_until)
    values (${scope}, ${key}, ${fingerprint}, ${operation}, ${input}, ${holder}, ${inSeconds(leaseSeconds)},
      ${inSeconds(leaseSeconds)}, ${at}, ${keptUntil})
    on conflict (scope, key) do update
      set holder = excluded.holder, lease_until = excluded.lease_until, next_try_at = excluded.next_try_at,
        tries = kept.tries + 1
      where kept.status is null and kept.input is not null and kept.lease_until <= clock_timestamp()
        and kept.fingerprint = excluded.fingerprint
    returning tries, recoveries`.execute(db)
  const [taken] = rows
  return taken && { scope, key, operation, input, holder, ...taken }
}

/** Takes over some of what nobody holds and whose next try is due; only of operations that this program knows. */
export async function claimAbandoned(
  db: Db,
  { operations, leaseSeconds, most }: { operations: readonly string[]; leaseSeconds: number; most: number },
): Promise<Claim[]> {
  const holder = newId()
  const { rows } = await sql<Omit<Claim, 'holder'>>`
    update platform.idempotency kept
    set holder = ${holder}, lease_until = ${inSeconds(leaseSeconds)}, next_try_at = ${inSeconds(leaseSeconds)}, tries = tries + 1, recoveries = recoveries + 1
    where (scope, key) in (
      select scope, key from platform.idempotency
      where status is null and input is not null and operation = any(${operations}::text[])
        and next_try_at <= clock_timestamp() and lease_until <= clock_timestamp()
      order by next_try_at limit ${most} for update skip locked)
    returning scope, key, operation, input, tries, recoveries`.execute(db)
  return rows.map((row) => ({ ...row, holder }))
}

/** Extends the lease while nothing is finished yet. @returns false when it is somebody else's. */
export async function renewClaim(
  db: Db,
  { scope, key, holder }: Claim,
  leaseSeconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    update platform.idempotency set lease_until = ${inSeconds(leaseSeconds)}, next_try_at = ${inSeconds(leaseSeconds)}
    where scope = ${scope} and key = ${key} and holder = ${holder} and status is null returning 1`.execute(db)
  return rows.length > 0
}

/** The sealed results of the steps that earlier tries finished. */
export async function keptSteps(db: Db, { scope, key }: Pick<Claim, 'scope' | 'key'>) {
  const { rows } = await sql<{ name: string; result: Buffer }>`
    select name, result from platform.step where scope = ${scope} and key = ${key}`.execute(db)
  return new Map(rows.map(({ name, result }) => [name, result]))
}

/** Keeps a step's result and extends the lease. @returns false, having done neither, when the lease is somebody else's. */
export async function keepStep(
  db: Db,
  { scope, key, holder }: Claim,
  step: { name: string; result: Buffer; at: Date; leaseSeconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    with mine as (
      update platform.idempotency set lease_until = ${inSeconds(step.leaseSeconds)}, next_try_at = ${inSeconds(step.leaseSeconds)}
      where scope = ${scope} and key = ${key} and holder = ${holder} and status is null returning 1)
    insert into platform.step (scope, key, name, result, created_at)
    select ${scope}, ${key}, ${step.name}, ${step.result}, ${step.at} from mine returning 1`.execute(db)
  return rows.length > 0
}

/** Keeps a step's result of a job, which nobody leases. @returns false when another process was faster. */
export async function keepStepOfJob(
  db: Db,
  { scope, key }: Pick<Claim, 'scope' | 'key'>,
  step: { name: string; result: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into platform.step (scope, key, name, result, created_at)
    values (${scope}, ${key}, ${step.name}, ${step.result}, ${step.at})
    on conflict do nothing returning 1`.execute(db)
  return rows.length > 0
}

export async function forgetSteps(db: Db, { scope, key }: Pick<Claim, 'scope' | 'key'>): Promise<void> {
  await sql`delete from platform.step where scope = ${scope} and key = ${key}`.execute(db)
}

interface KeptAnswer extends Pick<Answer, 'status' | 'headers'> {
  sealed: Buffer | null
}

/** Keeps the answer and forgets the rest. @returns false when the lease is somebody else's. */
export async function answerClaim(
  db: Db,
  claimed: Claim,
  answer: KeptAnswer,
  failure: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    ${answering(claimed, answer, failure)} select from done`.execute(db)
  return rows.length > 0
}

/** The same, of a transaction that has no time to hear of it: its commit fails when the lease is somebody else's. */
export async function answerClaimOrFail(db: Db, claimed: Claim, answer: KeptAnswer): Promise<void> {
  await sql`${answering(claimed, answer, null)} select 1 / count(*) from done`
    .execute(db)
    .catch((error: unknown) => {
      throw sqlState(error) === divisionByZero ? new LeaseLost() : error
    })
}

const divisionByZero = '22012'

const answering = (
  { scope, key, holder }: Claim,
  { status, headers, sealed }: KeptAnswer,
  failure: string | null,
) => sql`
    with done as (
      update platform.idempotency
      set status = ${status}, sealed_body = ${sealed}, headers = ${JSON.stringify(headers)}::jsonb,
        failure = ${failure}, input = null, holder = null, lease_until = null, next_try_at = null
      where scope = ${scope} and key = ${key} and holder = ${holder} and status is null returning 1),
    forgotten as (
      delete from platform.step where scope = ${scope} and key = ${key} and exists (select from done))`

/** Frees a key of which nothing has happened. @returns false when the lease is somebody else's. */
export async function dropClaim(db: Db, { scope, key, holder }: Claim): Promise<boolean> {
  const { rows } = await sql`
    delete from platform.idempotency
    where scope = ${scope} and key = ${key} and holder = ${holder} and status is null returning 1`.execute(db)
  return rows.length > 0
}

/** Ends the lease; recovery tries again after a pause, a repeat of the request at once. @returns false when the lease is somebody else's. */
export async function releaseClaim(
  db: Db,
  { scope, key, holder }: Claim,
  pauseSeconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    update platform.idempotency set lease_until = clock_timestamp(), next_try_at = ${inSeconds(pauseSeconds)}
    where scope = ${scope} and key = ${key} and holder = ${holder} and status is null returning 1`.execute(db)
  return rows.length > 0
}

/** The newest requests that were given up, and why. */
export async function givenUp(db: Db, most: number) {
  const { rows } = await sql<{ key: string; operation: string; failure: string; at: Date }>`
    select key, operation, failure, created_at as at from platform.idempotency
    where failure is not null order by created_at desc limit ${most}`.execute(db)
  return rows
}
