import { type RawBuilder, sql } from 'kysely'
import { hours } from '../../platform/clock.ts'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { CatalogueItem } from '../exercises/public.ts'
import type { Feeling } from '../feelings/public.ts'

export type SessionStatus = 'IN_PROGRESS' | 'COMPLETED' | 'ABANDONED'

export interface SessionRow {
  id: string
  user_id: string
  status: SessionStatus
  category_id: string
  sub_category_id: string | null
  exercise_id: string | null
  category_name: string
  sub_category_name: string | null
  exercise_title: string | null
  duration_sec: number | null
  started_at: Date
  ended_at: Date | null
  credited_sec: number
  feeling_before: string | null
  valence_before: number | null
  feeling_after: string | null
  valence_after: number | null
  occurred_at: Date
  timezone: string
  local_date: string
  device_id: string | null
  created_at: Date
  updated_at: Date
}

/** A session left open this long counts as abandoned. */
export const openFor = hours(12)
/** Until then the end of a forgotten session is still taken. */
export const closableFor = hours(48)
const clockSkew = hours(1 / 12)

const before = (at: Date, ms: number) => new Date(at.getTime() - ms)

const columns = (now: Date) => sql`
  s.id, s.user_id, case when s.status = 'IN_PROGRESS' and s.started_at <= ${before(now, openFor)} then 'ABANDONED' else s.status end as status,
  s.category_id, s.sub_category_id, s.exercise_id, s.category_name, s.sub_category_name, s.exercise_title, s.duration_sec,
  s.started_at, s.ended_at, s.credited_sec, s.feeling_before, s.valence_before, s.feeling_after, s.valence_after,
  s.occurred_at, s.timezone, s.local_date, s.device_id, s.created_at, s.updated_at`

/** One person's recordings run one after the other: a twin finds what the first one wrote. */
export async function lockSessionsOf(db: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('wellness.session ' || ${userId}::text, 43))`.execute(
    db,
  )
}

export async function selectRequest(
  db: Db,
  userId: string,
  requestId: string,
): Promise<{ fingerprint: Buffer; session_id: string } | undefined> {
  const { rows } = await sql<{ fingerprint: Buffer; session_id: string }>`
    select fingerprint, session_id from wellness.session_request where user_id = ${userId} and request_id = ${requestId}`.execute(
    db,
  )
  return rows[0]
}

export async function insertRequest(
  db: Db,
  request: { userId: string; requestId: string; fingerprint: Buffer; sessionId: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into wellness.session_request (user_id, request_id, fingerprint, session_id, created_at)
    values (${request.userId}, ${request.requestId}, ${request.fingerprint}, ${request.sessionId}, ${now})`.execute(
    db,
  )
}

export type Item = Omit<CatalogueItem, 'isActive'>

const isOf = (item: Item) => sql`s.category_id = ${item.categoryId}
  and s.sub_category_id is not distinct from ${item.subCategoryId}::uuid and s.exercise_id is not distinct from ${item.exerciseId}::uuid`

export async function hasPractised(db: Db, userId: string, item: Item): Promise<boolean> {
  const { rows } = await sql`
    select 1 from wellness.session s where s.user_id = ${userId} and ${isOf(item)} limit 1`.execute(db)
  return rows.length > 0
}

/** The newest session of an item that an event at `at` can still be about. `deviceId` undefined means any. */
export async function selectOpenSession(
  db: Db,
  userId: string,
  item: Item,
  open: { at: Date; forMs: number; deviceId?: string | null },
): Promise<SessionRow | undefined> {
  const isOfDevice =
    open.deviceId === undefined ? sql`true` : sql`s.device_id is not distinct from ${open.deviceId}::text`
  const { rows } = await sql<SessionRow>`
    select ${columns(open.at)} from wellness.session s
    where s.user_id = ${userId} and s.status = 'IN_PROGRESS' and ${isOf(item)} and ${isOfDevice}
      and s.started_at > ${before(open.at, open.forMs)} and s.started_at <= ${before(open.at, -clockSkew)}
    order by s.started_at desc, s.id desc limit 1`.execute(db)
  return rows[0]
}

export interface NewSession {
  id: string
  userId: string
  status: SessionStatus
  item: Item
  startedAt: Date
  endedAt: Date | null
  creditedSec: number
  before: Feeling | null
  after: Feeling | null
  occurredAt: Date
  timezone: string
  localDate: string
  deviceId: string | null
}

export async function insertSession(db: Db, session: NewSession, now: Date): Promise<SessionRow | undefined> {
  const { item } = session
  const { rows } = await sql<SessionRow>`
    insert into wellness.session as s
      (id, user_id, status, category_id, sub_category_id, exercise_id, category_name, sub_category_name, exercise_title, duration_sec,
       started_at, ended_at, credited_sec, feeling_before, valence_before, feeling_after, valence_after,
       occurred_at, timezone, local_date, device_id, created_at, updated_at)
    values (${session.id}, ${session.userId}, ${session.status}, ${item.categoryId}, ${item.subCategoryId}, ${item.exerciseId},
      ${item.categoryName}, ${item.subCategoryName}, ${item.exerciseTitle}, ${item.durationSec},
      ${session.startedAt}, ${session.endedAt}, ${session.creditedSec}, ${session.before?.label ?? null}, ${session.before?.valence ?? null},
      ${session.after?.label ?? null}, ${session.after?.valence ?? null}, ${session.occurredAt}, ${session.timezone}, ${session.localDate},
      ${session.deviceId}, ${now}, ${now})
    returning ${columns(now)}`.execute(db)
  return rows[0]
}

export async function closeSession(
  db: Db,
  id: string,
  end: { status: 'COMPLETED' | 'ABANDONED'; endedAt: Date; creditedSec: number; after: Feeling | null },
  now: Date,
): Promise<void> {
  await sql`
    update wellness.session set status = ${end.status}, ended_at = ${end.endedAt}, credited_sec = ${end.creditedSec},
      feeling_after = ${end.after?.label ?? null}, valence_after = ${end.after?.valence ?? null}, updated_at = ${now}
    where id = ${id}`.execute(db)
}

export interface SessionFilter {
  userId: string
  now: Date
  status: SessionStatus | null
  from: string | null
  to: string | null
  categoryId: string | null
  exerciseId: string | null
}

const matching = (filter: SessionFilter) => sql`
  s.user_id = ${filter.userId}
  and (${filter.from}::date is null or s.local_date >= ${filter.from}::date)
  and (${filter.to}::date is null or s.local_date <= ${filter.to}::date)
  and (${filter.categoryId}::uuid is null or s.category_id = ${filter.categoryId}::uuid)
  and (${filter.exerciseId}::uuid is null or s.exercise_id = ${filter.exerciseId}::uuid)
  and (${filter.status}::text is null or ${filter.status}::text =
    case when s.status = 'IN_PROGRESS' and s.started_at <= ${before(filter.now, openFor)} then 'ABANDONED' else s.status end)`

export const lastPractised = orderedBy<SessionRow>(
  'desc',
  ['s.occurred_at', 'timestamptz', 'occurred_at'],
  ['s.id', 'uuid', 'id'],
)

export async function selectSessions(
  db: Db,
  filter: SessionFilter & {
    after: Key | undefined
    offset: number
    limit: number
  },
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select ${columns(filter.now)} from wellness.session s
    where ${matching(filter)}
      and ${lastPractised.isPast(filter.after)}
    order by ${lastPractised.by} limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return rows
}

// The time of a session as a range, so that ranges that overlap can be merged before they are summed.
const span = sql`tstzrange(s.started_at, s.started_at + make_interval(secs => s.credited_sec))`
const spanned = (spans: RawBuilder<unknown>) =>
  sql`coalesce((select sum(extract(epoch from upper(r) - lower(r))) from unnest(${spans}) r), 0)::int`

export async function sumSessions(
  db: Db,
  filter: SessionFilter,
): Promise<{ count: number; seconds: number; byFeeling: Record<string, number> }> {
  const { rows } = await sql<{ count: number; seconds: number; by_feeling: Record<string, number> | null }>`
    with matched as (
      select s.started_at, s.credited_sec, coalesce(s.feeling_after, s.feeling_before) as feeling from wellness.session s where ${matching(filter)}
    )
    select (select count(*) from matched) as count,
      (select ${spanned(sql`m.spans`)} from (select range_agg(${span}) filter (where s.credited_sec > 0) as spans from matched s) m) as seconds,
      (select jsonb_object_agg(f.feeling, f.count) from (
        select feeling, count(*) as count from matched where feeling is not null group by feeling) f) as by_feeling`.execute(
    db,
  )
  const [sums] = rows
  return { count: sums?.count ?? 0, seconds: sums?.seconds ?? 0, byFeeling: sums?.by_feeling ?? {} }
}

export interface GroupRow {
  date: string | null
  exercise_id: string | null
  category_id: string | null
  name: string | null
  sessions: number
  seconds: number
  lift_sum: number
  lift_count: number
}

const keysOf = {
  day: {
    key: sql`s.local_date`,
    date: sql`g.key::date`,
    exercise: sql`null::uuid`,
    category: sql`null::uuid`,
  },
  exercise: {
    key: sql`s.exercise_id`,
    date: sql`null::date`,
    exercise: sql`g.key::uuid`,
    category: sql`null::uuid`,
  },
  category: {
    key: sql`s.category_id`,
    date: sql`null::date`,
    exercise: sql`null::uuid`,
    category: sql`g.key::uuid`,
  },
}

/** Completed sessions of the dates, by day, exercise or category. Sessions of no exercise are left out of the second. */
export async function selectGroups(
  db: Db,
  grouping: keyof typeof keysOf,
  filter: { userId: string; from: string; to: string },
): Promise<GroupRow[]> {
  const { key, date, exercise, category } = keysOf[grouping]
  const name = grouping === 'exercise' ? sql`s.exercise_title` : sql`s.category_name`
  const { rows } = await sql<GroupRow>`
    select ${date} as date, ${exercise} as exercise_id, ${category} as category_id, g.name, g.sessions,
      ${spanned(sql`g.spans`)} as seconds, g.lift_sum::int as lift_sum, g.lift_count
    from (
      select ${key}::text as key, (array_agg(${name} order by s.occurred_at desc))[1] as name, count(*) as sessions,
        range_agg(${span}) filter (where s.credited_sec > 0) as spans,
        coalesce(sum(s.valence_after - s.valence_before), 0) as lift_sum, count(s.valence_after - s.valence_before) as lift_count
      from wellness.session s
      where s.user_id = ${filter.userId} and s.local_date between ${filter.from}::date and ${filter.to}::date
        and s.status = 'COMPLETED' and ${key} is not null
      group by 1
    ) g order by g.key`.execute(db)
  return rows
}

/** The days on which a person completed something, oldest first. */
export async function selectPracticeDates(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ local_date: string }>`
    select distinct local_date from wellness.session where user_id = ${userId} and status = 'COMPLETED' order by local_date`.execute(
    db,
  )
  return rows.map((row) => row.local_date)
}

export interface ExerciseStats {
  exercise_id: string
  /** Sessions of any end; of these, completed ones. */
  plays: number
  completed: number
  lift_sum: number
  lift_count: number
}

/** How everybody's sessions of exercises went, from counts that the database keeps. */
export async function selectExerciseStats(db: Db, exerciseIds: readonly string[]): Promise<ExerciseStats[]> {
  const { rows } = await sql<ExerciseStats>`
    select p.exercise_id, sum(p.plays)::int as plays, sum(p.completed)::int as completed, sum(p.lift_sum)::int as lift_sum,
      sum(p.lift_count)::int as lift_count
    from wellness.exercise_practice p where ${isOneOf(sql`p.exercise_id`, exerciseIds)} group by p.exercise_id`.execute(
    db,
  )
  return rows
}

/** How one person's sessions of exercises went. */
export async function selectOwnExerciseStats(
  db: Db,
  exerciseIds: readonly string[],
  userId: string,
): Promise<(ExerciseStats & { last_done_at: Date | null })[]> {
  const { rows } = await sql<ExerciseStats & { last_done_at: Date | null }>`
    select s.exercise_id, count(*) as plays, count(*) filter (where s.status = 'COMPLETED') as completed,
      max(coalesce(s.ended_at, s.occurred_at)) filter (where s.status = 'COMPLETED') as last_done_at,
      coalesce(sum(s.valence_after - s.valence_before) filter (where s.status = 'COMPLETED'), 0)::int as lift_sum,
      count(s.valence_after - s.valence_before) filter (where s.status = 'COMPLETED') as lift_count
    from wellness.session s where ${isOneOf(sql`s.exercise_id`, exerciseIds)} and s.user_id = ${userId} group by s.exercise_id`.execute(
    db,
  )
  return rows
}
