import { sql } from 'kysely'
import { hours } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { EventType } from './event.ts'
import type { ToldEvent } from './pairs.ts'
import {
  type Asked,
  closableFor,
  isAsked,
  type NewSession,
  type SessionRow,
  storedColumns,
} from './queries.ts'

/** A session that an event may be about. */
export interface NearSession extends SessionRow {
  /** Whether something of it happened no earlier than the event. */
  is_later: boolean
}

/** What somebody has of a thing that an event may belong to, or change. */
export interface Near {
  /** Newest first. */
  sessions: NearSession[]
  /** Ends of a later moment that have found no start. */
  waiting: ToldEvent[]
}

/**
 * So many sessions from a late event on are looked at, and so many ends that wait. What lies farther off has others
 * between, each of which the event would have to change to reach it.
 */
const mostNear = 200

/** Sessions near an event at `at`, newest first. */
export async function selectNear(db: Db, userId: string, asked: Asked, at: Date): Promise<NearSession[]> {
  const { rows } = await sql<NearSession>`
    select * from (
      select ${storedColumns}, (s.started_at >= ${at} or s.ended_at >= ${at} or exists (
        select 1 from wellness.session_request r where r.session_id = s.id and r.at >= ${at})) as is_later
      from wellness.session s
      where s.user_id = ${userId} and ${isAsked(asked)} and s.occurred_at > ${new Date(at.getTime() - closableFor)}
        and (s.ended_at is null or s.ended_at >= ${at})
      order by s.occurred_at limit ${mostNear}) near
    order by started_at desc, id desc`.execute(db)
  return rows
}

/** Ends of `at` or later that have found no start. */
export async function selectWaiting(db: Db, userId: string, asked: Asked, at: Date): Promise<ToldEvent[]> {
  const { rows } = await sql<EventRow>`
    select ${eventColumns} from wellness.session_request r
    where r.user_id = ${userId} and r.session_id is null and r.type is not null and r.at >= ${at}
      and r.item_id = ${'exerciseId' in asked ? asked.exerciseId : asked.categoryId}
    order by r.at limit ${mostNear}`.execute(db)
  return rows.map(eventOf)
}

interface EventRow {
  request_id: string
  session_id: string | null
  type: EventType
  at: Date
  timezone: string
  local_date: string
  device_id: string | null
  feeling: string | null
  valence: number | null
}

const eventColumns = sql`r.request_id, r.session_id, r.type, r.at, r.timezone, r.local_date, r.device_id, r.feeling, r.valence`

const eventOf = (row: EventRow): ToldEvent => ({
  key: row.request_id,
  type: row.type,
  at: row.at,
  timezone: row.timezone,
  localDate: row.local_date,
  deviceId: row.device_id,
  feeling: row.feeling === null || row.valence === null ? null : { label: row.feeling, valence: row.valence },
})

/** The events of sessions, by session. */
export async function selectEventsOf(
  db: Db,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string | null, ToldEvent[]>> {
  const { rows } = await sql<EventRow>`
    select ${eventColumns} from wellness.session_request r
    where r.session_id = any(${sessionIds}::uuid[]) and r.type is not null`.execute(db)
  const bySession = Map.groupBy(rows, ({ session_id: id }) => id)
  return new Map([...bySession].map(([id, events]) => [id, events.map(eventOf)]))
}

export interface Request {
  userId: string
  requestId: string
  fingerprint: Buffer
  /** Null where it has ended nothing yet. */
  sessionId: string | null
  itemId: string
  event: Omit<ToldEvent, 'key'>
}

export async function insertRequest(db: Db, request: Request, now: Date): Promise<void> {
  const { userId, requestId, fingerprint, sessionId, itemId, event } = request
  await sql`
    insert into wellness.session_request
      (user_id, request_id, fingerprint, session_id, created_at, type, item_id, at, timezone, local_date, device_id, feeling, valence)
    values (${userId}, ${requestId}, ${fingerprint}, ${sessionId}, ${now}, ${event.type}, ${itemId}, ${event.at}, ${event.timezone},
      ${event.localDate}, ${event.deviceId}, ${event.feeling?.label ?? null}, ${event.feeling?.valence ?? null})`.execute(
    db,
  )
}

/** So long a start can still be delivered, and be the one that an end waits for. */
const waitsFor = hours(8 * 24)

/** Forgets an end that waits, and those whose start cannot come any more. */
export async function deleteWaiting(
  db: Db,
  userId: string,
  requestId: string | null,
  now: Date,
): Promise<void> {
  await sql`
    delete from wellness.session_request where user_id = ${userId} and session_id is null and type is not null
      and (at < ${new Date(now.getTime() - waitsFor)} or request_id = ${requestId}::text)`.execute(db)
}

/** Hands events to the session that they are of; null is none. */
export async function moveEvents(
  db: Db,
  userId: string,
  keys: readonly string[],
  sessionId: string | null,
): Promise<void> {
  if (keys.length === 0) return
  await sql`
    update wellness.session_request set session_id = ${sessionId}
    where user_id = ${userId} and request_id = any(${keys}::text[])`.execute(db)
}

/** What a person says of their session holds from now on, and not what its events said. */
export async function settleEvents(db: Db, sessionId: string): Promise<void> {
  await sql`update wellness.session_request set type = null where session_id = ${sessionId}`.execute(db)
}

/** Writes a session as its events make it now. */
export async function rewriteSession(db: Db, session: Omit<NewSession, 'item'>, now: Date): Promise<void> {
  await sql`
    update wellness.session set status = ${session.status}, started_at = ${session.startedAt}, ended_at = ${session.endedAt},
      credited_sec = ${session.creditedSec}, feeling_before = ${session.before?.label ?? null},
      valence_before = ${session.before?.valence ?? null}, feeling_after = ${session.after?.label ?? null},
      valence_after = ${session.after?.valence ?? null}, occurred_at = ${session.occurredAt}, timezone = ${session.timezone},
      local_date = ${session.localDate}, device_id = ${session.deviceId}, updated_at = ${now}
    where id = ${session.id}`.execute(db)
}
