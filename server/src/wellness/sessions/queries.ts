import { type RawBuilder, sql } from 'kysely'
import { hours } from '../../platform/clock.ts'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { dayStartAt } from '../accounts/public.ts'
import type { CatalogueItem } from '../exercises/public.ts'
import type { Feeling } from '../feelings/public.ts'
import type { FoldState } from '../streaks/public.ts'

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

const before = (at: Date, ms: number) => new Date(at.getTime() - ms)

const columnsWith = (status: RawBuilder<unknown>) => sql`
  s.id, s.user_id, ${status} as status, s.category_id, s.sub_category_id, s.exercise_id, s.category_name, s.sub_category_name, s.exercise_title, s.duration_sec,
  s.started_at, s.ended_at, s.credited_sec, s.feeling_before, s.valence_before, s.feeling_after, s.valence_after,
  s.occurred_at, s.timezone, s.local_date, s.device_id, s.created_at, s.updated_at`

/** A session as it is stored: one that was forgotten is in progress. */
export const storedColumns = columnsWith(sql`s.status`)

const columns = (now: Date) =>
  columnsWith(
    sql`case when s.status = 'IN_PROGRESS' and s.started_at <= ${before(now, openFor)} then 'ABANDONED' else s.status end`,
  )

/**
 * One person's recordings run one after the other: a twin finds what the first one wrote.
 * @returns whether anything that they practise may move a goal of theirs
 */
export async function lockSessionsOf(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ moves_goals: boolean }>`
    select pg_advisory_xact_lock(hashtextextended('wellness.session ' || ${userId}::text, 43)),
      exists (select 1 from wellness.goal g where g.user_id = ${userId} and g.deleted_at is null and g.status = 'ACTIVE'
        and coalesce(g.exercise_id, g.sub_category_id, g.category_id) is not null) as moves_goals`.execute(db)
  return rows[0]?.moves_goals ?? false
}

export async function selectRequest(
  db: Db,
  userId: string,
  requestId: string,
): Promise<{ fingerprint: Buffer; session_id: string | null; is_waiting: boolean } | undefined> {
  const { rows } = await sql<{ fingerprint: Buffer; session_id: string | null; is_waiting: boolean }>`
    select fingerprint, session_id, session_id is null and type is not null as is_waiting from wellness.session_request where user_id = ${userId} and request_id = ${requestId}`.execute(
    db,
  )
  return rows[0]
}

/** What somebody says they practise, by the narrowest of its ids. */
export type Asked = { exerciseId: string } | { categoryId: string }

export const isAsked = (asked: Asked) =>
  'exerciseId' in asked
    ? sql`s.exercise_id = ${asked.exerciseId}`
    : sql`s.exercise_id is null and coalesce(s.sub_category_id, s.category_id) = ${asked.categoryId}`

/** Whether somebody practised this ever, wherever it stood then. */
export async function hasPractised(db: Db, userId: string, item: CatalogueItem): Promise<boolean> {
  const { categoryId, subCategoryId, exerciseId } = item
  const asked = exerciseId === null ? { categoryId: subCategoryId ?? categoryId } : { exerciseId }
  const { rows } = await sql`
    select 1 from wellness.session s where s.user_id = ${userId} and ${isAsked(asked)} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a session was recorded at its end, and its start is not known. */
export const hasNoStart = ({ occurred_at: at, ended_at: end }: SessionRow): boolean =>
  at.getTime() === end?.getTime()

export interface NewSession {
  id: string
  userId: string
  status: SessionStatus
  item: CatalogueItem
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

export async function insertSession(db: Db, session: NewSession, now: Date): Promise<void> {
  const { item } = session
  await sql`
    insert into wellness.session
      (id, user_id, status, category_id, sub_category_id, exercise_id, category_name, sub_category_name, exercise_title, duration_sec,
       started_at, ended_at, credited_sec, feeling_before, valence_before, feeling_after, valence_after,
       occurred_at, timezone, local_date, device_id, created_at, updated_at)
    values (${session.id}, ${session.userId}, ${session.status}, ${item.categoryId}, ${item.subCategoryId}, ${item.exerciseId},
      ${item.categoryName}, ${item.subCategoryName}, ${item.exerciseTitle}, ${item.durationSec},
      ${session.startedAt}, ${session.endedAt}, ${session.creditedSec}, ${session.before?.label ?? null}, ${session.before?.valence ?? null},
      ${session.after?.label ?? null}, ${session.after?.valence ?? null}, ${session.occurredAt}, ${session.timezone}, ${session.localDate},
      ${session.deviceId}, ${now}, ${now})`.execute(db)
}

/** The row of a session that was made just now. */
export function rowOf({ item, before: felt, after, ...session }: NewSession, now: Date): SessionRow {
  const isForgotten = session.status === 'IN_PROGRESS' && session.startedAt <= before(now, openFor)
  return {
    id: session.id,
    user_id: session.userId,
    status: isForgotten ? 'ABANDONED' : session.status,
    category_id: item.categoryId,
    sub_category_id: item.subCategoryId,
    exercise_id: item.exerciseId,
    category_name: item.categoryName,
    sub_category_name: item.subCategoryName,
    exercise_title: item.exerciseTitle,
    duration_sec: item.durationSec,
    started_at: session.startedAt,
    ended_at: session.endedAt,
    credited_sec: session.creditedSec,
    feeling_before: felt?.label ?? null,
    valence_before: felt?.valence ?? null,
    feeling_after: after?.label ?? null,
    valence_after: after?.valence ?? null,
    occurred_at: session.occurredAt,
    timezone: session.timezone,
    local_date: session.localDate,
    device_id: session.deviceId,
    created_at: now,
    updated_at: now,
  }
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

export async function selectOwnSession(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select ${columns(now)} from wellness.session s where s.id = ${id} and s.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** All that a correction can change of a session. */
export interface Correction {
  status: SessionStatus
  startedAt: Date
  endedAt: Date | null
  occurredAt: Date
  creditedSec: number
  before: Feeling | null
  after: Feeling | null
}

export async function correctSession(db: Db, id: string, to: Correction, now: Date): Promise<void> {
  // One that is still open may be shown as abandoned, and stays open.
  await sql`
    update wellness.session set status = case when ended_at is null then status else ${to.status} end,
      started_at = ${to.startedAt}, ended_at = ${to.endedAt}, occurred_at = ${to.occurredAt}, credited_sec = ${to.creditedSec},
      feeling_before = ${to.before?.label ?? null}, valence_before = ${to.before?.valence ?? null},
      feeling_after = ${to.after?.label ?? null}, valence_after = ${to.after?.valence ?? null}, updated_at = ${now}
    where id = ${id}`.execute(db)
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await sql`delete from wellness.session where id = ${id}`.execute(db)
}

/**
 * Counts anew the seconds of the sessions around those that began, or begin now, at some moments: one that is gone, or has
 * become shorter, may have covered others. Of one that is new the database does it by itself.
 */
export async function recountSeconds(db: Db, userId: string, moments: readonly Date[]): Promise<void> {
  const times = moments.map((moment) => moment.getTime())
  const [since, until] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
  await sql`select wellness.recount_seconds(${userId}, ${since}, ${until})`.execute(db)
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

const every = (conditions: readonly (RawBuilder<unknown> | false)[]) =>
  sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )

const isOfDates = ({ from, to }: SessionFilter, date: RawBuilder<unknown>) =>
  every([
    sql`true`,
    from !== null && sql`${date} >= ${from}::date`,
    to !== null && sql`${date} <= ${to}::date`,
  ])

// A day of any zone begins and ends within two of UTC: so much of the list, which goes by time, is looked at.
const isAround = ({ from, to }: SessionFilter) =>
  every([
    sql`true`,
    from !== null && sql`s.occurred_at > ${from}::date - 2`,
    to !== null && sql`s.occurred_at < ${to}::date + 3`,
  ])

/** How a session stands now. Each is said apart, so that each finds its index. */
const isStanding = {
  COMPLETED: () => sql`s.status = 'COMPLETED'`,
  IN_PROGRESS: (now: Date) => sql`s.status = 'IN_PROGRESS' and s.started_at > ${before(now, openFor)}`,
  ABANDONED: (now: Date) =>
    sql`s.status <> 'COMPLETED' and (s.status = 'ABANDONED' or s.started_at <= ${before(now, openFor)})`,
}

const matching = (filter: SessionFilter) =>
  every([
    sql`s.user_id = ${filter.userId}`,
    isOfDates(filter, sql`s.local_date`),
    isAround(filter),
    filter.categoryId !== null && sql`s.category_id = ${filter.categoryId}`,
    filter.exerciseId !== null && sql`s.exercise_id = ${filter.exerciseId}`,
    filter.status !== null && isStanding[filter.status](filter.now),
  ])

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

/** The stored states that a state takes its days from; those open until now are moved from one to the other. */
const statesOf = {
  COMPLETED: { states: ['COMPLETED'], opened: 0 },
  IN_PROGRESS: { states: [], opened: 1 },
  ABANDONED: { states: ['ABANDONED', 'IN_PROGRESS'], opened: -1 },
}
const allStates = { states: ['COMPLETED', 'ABANDONED', 'IN_PROGRESS'], opened: 0 }

/** Which rows of a day count what a filter asks for: those of everything, of a category or of an exercise. */
const isPartOf = ({ categoryId, exerciseId }: Pick<SessionFilter, 'categoryId' | 'exerciseId'>) =>
  every([
    exerciseId === null ? sql`d.exercise_id is null` : sql`d.exercise_id = ${exerciseId}`,
    categoryId !== null
      ? sql`d.category_id = ${categoryId}`
      : exerciseId === null && sql`d.category_id is null`,
  ])

export async function sumSessions(
  db: Db,
  filter: SessionFilter,
): Promise<{ count: number; seconds: number; byFeeling: Record<string, number> }> {
  const { states, opened } = filter.status === null ? allStates : statesOf[filter.status]
  const open = sql`
    select ${opened}::int, 0, case when s.feeling_before is null then '{}' else jsonb_build_object(s.feeling_before, ${opened}::int) end
    from wellness.session s where ${matching({ ...filter, status: 'IN_PROGRESS' })}`
  const { rows } = await sql<{ count: number; seconds: number; by_feeling: Record<string, number> | null }>`
    with part (sessions, seconds, feelings) as materialized (
      select d.sessions, d.seconds, d.feelings from wellness.practice_day d
      where d.user_id = ${filter.userId} and ${isPartOf(filter)} and ${isOfDates(filter, sql`d.local_date`)}
        and d.status = any(${states}::text[])
      ${opened === 0 ? sql`` : sql`union all ${open}`}
    )
    select coalesce(sum(sessions), 0)::int as count, coalesce(sum(seconds), 0)::int as seconds, (
      select jsonb_object_agg(key, sessions) from (
        select key, sum(value::int) as sessions from part cross join lateral jsonb_each_text(feelings) group by key having sum(value::int) > 0
      ) felt) as by_feeling
    from part`.execute(db)
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
  /** How the sessions of a day felt, by label. */
  feelings: Record<string, number> | null
}

const groupsOf = {
  day: {
    key: sql`d.local_date`,
    keys: sql`d.local_date as date, null::uuid as exercise_id, null::uuid as category_id, (array_agg(d.feelings))[1] as feelings`,
    isPart: sql`d.category_id is null and d.exercise_id is null`,
  },
  exercise: {
    key: sql`d.exercise_id`,
    keys: sql`null::date as date, d.exercise_id, null::uuid as category_id, null::jsonb as feelings`,
    isPart: sql`d.exercise_id is not null`,
  },
  category: {
    key: sql`d.category_id`,
    keys: sql`null::date as date, null::uuid as exercise_id, d.category_id, null::jsonb as feelings`,
    isPart: sql`d.category_id is not null and d.exercise_id is null`,
  },
}

/** Completed sessions of the dates, by day, exercise or category. Sessions of no exercise are left out of the second. */
export async function selectGroups(
  db: Db,
  grouping: keyof typeof groupsOf,
  filter: { userId: string; from: string; to: string },
): Promise<GroupRow[]> {
  const { key, keys, isPart } = groupsOf[grouping]
  const { rows } = await sql<GroupRow>`
    select ${keys}, (array_agg(d.name order by d.local_date desc))[1] as name, sum(d.sessions)::int as sessions,
      sum(d.seconds)::int as seconds, sum(d.lift_sum)::int as lift_sum, sum(d.lift_count)::int as lift_count
    from wellness.practice_day d
    where d.user_id = ${filter.userId} and ${isPart} and d.local_date between ${filter.from}::date and ${filter.to}::date
      and d.status = 'COMPLETED' and d.sessions > 0
    group by ${key} order by ${key}`.execute(db)
  return rows
}

/** Whether a day of somebody, everything of it, had the practice that they asked of it then. */
const isPractised = (day: 'd' | 'n') => {
  const column = (name: string) => sql.ref(`${day}.${name}`)
  return sql`${column('category_id')} is null and ${column('exercise_id')} is null and ${column('status')} = 'COMPLETED'
    and ${column('sessions')} > 0 and ${column('seconds')} >= 60 * coalesce((
      select m.minutes from wellness.practice_minimum m
      where m.user_id = ${column('user_id')} and m.effective_from <= ${column('local_date')}
      order by m.effective_from desc limit 1), 0)`
}

/** Dates with practice after what is kept of the streak, ascending; all of them where nothing is, or they are wanted. */
export async function selectPractice(
  db: Db,
  userId: string,
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<{ kept: FoldState | undefined; dates: string[] }> {
  const { rows } = await sql<{ state: FoldState | null; dates: string[] }>`
    select k.state, array(
      select d.local_date::text from wellness.practice_day d
      where d.user_id = ${userId} and ${isPractised('d')} and d.local_date > coalesce(k.through, '-infinity')
      order by d.local_date) as dates
    from (select ${userId}::uuid as user_id) asked
    left join wellness.practice_streak k on k.user_id = asked.user_id and not ${isWhole}::boolean`.execute(db)
  return { kept: rows[0]?.state ?? undefined, dates: rows[0]?.dates ?? [] }
}

/** Everything somebody completed, as it was written, oldest first. */
export async function selectPractised(
  db: Db,
  userId: string,
): Promise<{ at: Date; timezone: string; date: string; seconds: number }[]> {
  const { rows } = await sql<{ at: Date; timezone: string; date: string; seconds: number }>`
    select s.occurred_at as at, s.timezone, s.local_date as date, s.counted_sec as seconds from wellness.session s
    where s.user_id = ${userId} and s.status = 'COMPLETED' order by s.occurred_at`.execute(db)
  return rows
}

/** How long after a date has ended somebody is told what that made, if nothing told them before. */
const toldForHours = 30

/**
 * People who practised on a date and not on the next one, or the one after that, which has just ended where they are;
 * in the order of their ids. A freeze may have saved their streak.
 */
export async function selectMissing(
  db: Db,
  { now, after, limit }: { now: Date; after: string | null; limit: number },
): Promise<{ id: string; timezone: string; dayStartMinutes: number; language: string }[]> {
  const { rows } = await sql<{ id: string; timezone: string; dayStartMinutes: number; language: string }>`
    select distinct u.id, u.timezone, ${dayStartAt(now)} as "dayStartMinutes", u.language
    from wellness.practice_day d join wellness.users u on u.id = d.user_id
    where ${isPractised('d')}
      and d.local_date between ${now}::date - 5 and ${now}::date - 1 and u.status = 'ACTIVE'
      and (${after}::uuid is null or u.id > ${after}::uuid)
      and not exists (select 1 from wellness.practice_day n
        where n.user_id = d.user_id and n.local_date = d.local_date + 1 and ${isPractised('n')})
      and exists (select 1 from generate_series(1, 2) missed
        cross join lateral (select ((d.local_date + 1 + missed)::timestamp + make_interval(mins => ${dayStartAt(now)})) at time zone u.timezone as at) over
        where over.at <= ${now} and over.at > ${now}::timestamptz - make_interval(hours => ${toldForHours}))
    order by u.id limit ${limit}`.execute(db)
  return rows
}

/** How far somebody's streak is folded for good, and whether ends of theirs wait for a start. */
export async function selectStanding(
  db: Db,
  userId: string,
): Promise<{ keptThrough: string | undefined; hasWaiting: boolean }> {
  const { rows } = await sql<{ through: string | null; has_waiting: boolean }>`
    select (select through from wellness.practice_streak where user_id = ${userId}) as through,
      exists (select from wellness.session_request
        where user_id = ${userId} and session_id is null and type is not null) as has_waiting`.execute(db)
  const [row] = rows
  return { keptThrough: row?.through ?? undefined, hasWaiting: row?.has_waiting === true }
}

export async function replaceKeptStreak(db: Db, userId: string, state: FoldState, now: Date): Promise<void> {
  await sql`
    insert into wellness.practice_streak (user_id, through, state, updated_at)
    values (${userId}, ${state.through}, ${JSON.stringify(state)}::jsonb, ${now})
    on conflict (user_id) do update set through = excluded.through, state = excluded.state, updated_at = excluded.updated_at`.execute(
    db,
  )
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

/** What somebody practised before a date, by exercise: when last, and what it did to their feeling. */
export async function selectPracticeBefore(
  db: Db,
  userId: string,
  date: string,
): Promise<{ exercise_id: string; last_date: string; lift_sum: number; lift_count: number }[]> {
  const { rows } = await sql<{
    exercise_id: string
    last_date: string
    lift_sum: number
    lift_count: number
  }>`
    select d.exercise_id, max(d.local_date) as last_date, sum(d.lift_sum)::int as lift_sum, sum(d.lift_count)::int as lift_count
    from wellness.practice_day d
    where d.user_id = ${userId} and d.exercise_id is not null and d.status = 'COMPLETED' and d.sessions > 0 and d.local_date < ${date}::date
    group by d.exercise_id`.execute(db)
  return rows
}

/** How everybody's sessions of all exercises went. */
export async function selectAllExerciseStats(db: Db): Promise<ExerciseStats[]> {
  const { rows } = await sql<ExerciseStats>`
    select p.exercise_id, sum(p.plays)::int as plays, sum(p.completed)::int as completed, sum(p.lift_sum)::int as lift_sum,
      sum(p.lift_count)::int as lift_count
    from wellness.exercise_practice p group by p.exercise_id`.execute(db)
  return rows
}

/** How one person's sessions of exercises went. */
export async function selectOwnExerciseStats(
  db: Db,
  exerciseIds: readonly string[],
  userId: string,
): Promise<(ExerciseStats & { last_done_at: Date | null })[]> {
  const { rows } = await sql<ExerciseStats & { last_done_at: Date | null }>`
    select d.exercise_id, sum(d.sessions)::int as plays, coalesce(sum(d.sessions) filter (where d.status = 'COMPLETED'), 0)::int as completed,
      max(d.last_done_at) filter (where d.status = 'COMPLETED') as last_done_at,
      coalesce(sum(d.lift_sum) filter (where d.status = 'COMPLETED'), 0)::int as lift_sum,
      coalesce(sum(d.lift_count) filter (where d.status = 'COMPLETED'), 0)::int as lift_count
    from wellness.practice_day d
    where ${isOneOf(sql`d.exercise_id`, exerciseIds)} and d.user_id = ${userId} and d.sessions > 0 group by d.exercise_id`.execute(
    db,
  )
  return rows
}
