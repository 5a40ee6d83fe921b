import { sql } from 'kysely'
import { Type } from 'typebox'
import { days, hours, minutes } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Queued } from '../jobs/queued.ts'
import { ago } from '../jobs/sweep.ts'
import { Id } from '../operation/schema.ts'
import type { Sent } from '../operation/signature.ts'
import type { Work } from '../operation/work.ts'

/**
 * One place for everything that others send: each event is kept as it came, once, and applied by a job
 * that was queued in the same transaction. What was answered with success is never lost, and whatever
 * comes again has no second effect.
 */

/** What a job is queued with that applies an event. */
export const InboxEntry = Type.Object({ inboxId: Id })

export interface InboxEvent extends Sent {
  provider: string
  /** The sender's own id of it, at most 200 characters. */
  eventId: string
}

/** What would let somebody pass for the sender. */
const secretHeaders = ['authorization', 'proxy-authorization', 'cookie']

/** While a job may still be on its way, an event that comes again does not queue another. */
const patience = minutes(2)

/** Keeps an event, and has it applied; one that came before only if it has not been applied since. */
export async function receive(
  work: Work,
  { provider, eventId, bytes, headers }: InboxEvent,
  job: Queued<typeof InboxEntry>,
): Promise<void> {
  const { db, clock } = work
  const now = clock.now()
  const kept = Object.entries(headers).filter(([name]) => !secretHeaders.includes(name))
  const { rows } = await sql<{ id: string }>`
    insert into platform.inbox (id, product, provider, event_id, bytes, headers, job, received_at, queued_at)
    values (${newId()}, ${work.product}, ${provider}, ${eventId}, ${bytes}, ${JSON.stringify(Object.fromEntries(kept))}::jsonb, ${job.name}, ${now}, ${now})
    on conflict (provider, event_id) do nothing returning id`.execute(db)
  const [queued] = rows.length > 0 ? rows : await queueAgain(db, { provider, eventId, now })
  if (queued) await work.enqueue(job, { inboxId: queued.id })
}

async function queueAgain(
  db: Db,
  { provider, eventId, now }: { provider: string; eventId: string; now: Date },
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    update platform.inbox set queued_at = ${now}
    where provider = ${provider} and event_id = ${eventId} and applied_at is null
      and queued_at <= ${ago(now, patience)}
    returning id`.execute(db)
  return rows
}

/** An event that waits to be applied; undefined when it was. For the beginning of the job. */
export async function waiting({ db }: { db: Db }, inboxId: string): Promise<InboxEvent | undefined> {
  const { rows } = await sql<InboxEvent>`
    select provider, event_id as "eventId", bytes, headers from platform.inbox
    where id = ${inboxId} and applied_at is null`.execute(db)
  return rows[0]
}

/**
 * Applies an event once, however many jobs come to this point: what `effect` does and that it was done
 * are one transaction, under the lock of the event's row. `effect` returns its outcome in one word.
 */
export async function settle(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  inboxId: string,
  effect: () => Promise<string>,
): Promise<void> {
  const { rows } = await sql`
    select id from platform.inbox where id = ${inboxId} and applied_at is null for update`.execute(db)
  if (rows.length === 0) return
  const outcome = await effect()
  await sql`
    update platform.inbox set applied_at = ${clock.now()}, outcome = ${outcome}, attempts = attempts + 1
    where id = ${inboxId}`.execute(db)
}

/**
 * Ends an event that its sender denies: of what anybody may have sent only stays, for some days, that it came.
 * @returns whether it waited.
 */
export async function discard(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  inboxId: string,
  outcome: string,
): Promise<boolean> {
  const { rows } = await sql`
    update platform.inbox set applied_at = ${clock.now()}, outcome = ${outcome}, attempts = attempts + 1, bytes = ''
    where id = ${inboxId} and applied_at is null returning id`.execute(db)
  return rows.length > 0
}

/** One event, as an operator sees it. */
export interface InboxRow {
  id: string
  provider: string
  event_id: string
  job: string
  received_at: Date
  applied_at: Date | null
  attempts: number
  outcome: string | null
}

/** The newest events, or only those that wait to be applied. */
export async function newestEvents(
  db: Db,
  { limit, isWaiting }: { limit: number; isWaiting: boolean },
): Promise<InboxRow[]> {
  const { rows } = await sql<InboxRow>`
    select id, provider, event_id, job, received_at, applied_at, attempts, outcome from platform.inbox
    where applied_at is null or not ${isWaiting} order by received_at desc, id desc limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Has an event applied once more, by the same job as the first time. @returns false when there is none. */
export async function replay(
  { db, clock, enqueue }: Pick<Work, 'db' | 'clock' | 'enqueue'>,
  id: string,
): Promise<boolean> {
  const { rows } = await sql<{ job: string }>`
    update platform.inbox set applied_at = null, outcome = null, queued_at = ${clock.now()}
    where id = ${id} returning job`.execute(db)
  for (const { job } of rows) await enqueue({ name: job, data: InboxEntry }, { inboxId: id })
  return rows.length > 0
}

const overdueAfter = hours(2)
const hopeFor = days(7)
const atOnce = 1000

/** Queues events again whose job must have given up by now, or got lost, for a week. @returns how many. */
export async function queueOverdue({
  db,
  clock,
  enqueue,
}: Pick<Work, 'db' | 'clock' | 'enqueue'>): Promise<number> {
  const now = clock.now()
  const { rows } = await sql<{ id: string; job: string }>`
    update platform.inbox set queued_at = ${now} where id in (
      select id from platform.inbox
      where applied_at is null and queued_at < ${ago(now, overdueAfter)} and received_at > ${ago(now, hopeFor)}
      order by queued_at limit ${atOnce} for update skip locked)
    returning id, job`.execute(db)
  for (const { id, job } of rows) await enqueue({ name: job, data: InboxEntry }, { inboxId: id })
  return rows.length
}

/** Takes back that the job of an event gave up. @returns why not, for the operator; null when it is done. */
export async function takeUpAgain(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  inboxId: string,
): Promise<string | null> {
  const { rows } = await sql`
    update platform.inbox set outcome = null, queued_at = ${clock.now()}
    where id = ${inboxId} and applied_at is null returning id`.execute(db)
  return rows.length > 0 ? null : 'This event is applied, or not kept any more.'
}

/** Says of an event that its job gave up, and why. */
export async function noteFailure({ db }: Pick<Work, 'db'>, inboxId: string, reason: string): Promise<void> {
  await sql`
    update platform.inbox set attempts = attempts + 1, outcome = ${`FAILED: ${reason.slice(0, 500)}`}
    where id = ${inboxId} and applied_at is null`.execute(db)
}
