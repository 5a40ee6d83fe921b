import { sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { dayStartAt } from '../accounts/public.ts'
import type { WeekStart } from '../days/public.ts'
import type { FoldState, Frequency } from '../streaks/public.ts'
import type { directions, metrics } from './input-shapes.ts'
import type { GoalStatus } from './statuses.ts'

export type Direction = (typeof directions)[number]
export type Metric = (typeof metrics)[number]
/** What is stored; `statusOn` makes of it how a goal stands on a date. */
export type KeptStatus = 'ACTIVE' | 'COMPLETED' | 'ARCHIVED'
export type Achievement = 'ACHIEVED' | 'NOT_ACHIEVED' | 'SUSTAINING'
export type MarkStatus = 'PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'SKIPPED'

/** A schedule as it was said, and as it is shown. */
export interface ScheduleSaid {
  frequency: Frequency
  daysOfWeek: number[] | null
  timesPerPeriod: number | null
  interval: number | null
  rrule: string | null
  restDays: number[]
}

export interface RevisionRow {
  effective_from: string
  direction: Direction
  metric: Metric
  target_value: number | null
  unit: string | null
  schedule: ScheduleSaid
  freeze_enabled: boolean
  week_start: WeekStart
}

export interface SubGoalRow {
  id: string
  title: string
  target_value: number | null
  unit: string | null
  weight: number
  position: number
}

export interface PauseRow {
  from_date: string
  to_date: string | null
  vacation_id: string | null
}

export interface MarkRow {
  date: string
  status: MarkStatus
  value: number | null
  from_sessions: number
  sub_goals_done: string[]
  note: string | null
  done_at: string | null
  is_backfilled: boolean
}

export interface GoalRow {
  id: string
  user_id: string
  version: number
  title: string
  description: string | null
  icon: string | null
  color: string | null
  category_id: string | null
  sub_category_id: string | null
  exercise_id: string | null
  status: KeptStatus
  achievement: Achievement | null
  start_date: string
  end_date: string | null
  position: number
  baseline: number | null
  latest_value: number | null
  latest_value_on: string | null
  streak: number
  best_streak: number
  freezes: number
  strength: number
  consistency: number | null
  run_began: string | null
  kept: FoldState | null
  kept_through: string | null
  next_close_at: Date
  ended_on: string | null
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
  /** How it stands on the date that was asked for. */
  standing: GoalStatus
  revisions: RevisionRow[]
  sub_goals: SubGoalRow[]
  pauses: PauseRow[]
  /** The dates that were touched, from where the kept fold goes on, or from earlier where that was asked for. */
  marks: MarkRow[]
}

/** How a goal stands on a date. */
const standing = (today: string) => sql`(case
  when g.status = 'ARCHIVED' then 'ARCHIVED'
  when g.status = 'COMPLETED' or g.end_date < ${today}::date then 'COMPLETED'
  when g.start_date > ${today}::date then 'SCHEDULED'
  when exists (select 1 from wellness.goal_pause p where p.goal_id = g.id and p.from_date <= ${today}::date
    and coalesce(p.to_date, 'infinity') >= ${today}::date) then 'PAUSED'
  else 'ACTIVE' end)`

/** What a read wants to know of goals. */
export interface View {
  /** By which date they are looked at. */
  today: string
  /** From when on every mark is wanted; without it those that the kept fold goes on with. */
  marksFrom?: string | undefined
}

/** Longer ago than any goal began. */
export const fromTheStart = '1900-01-01'

/** Goals with everything that they are folded from. */
const columns = ({ today, marksFrom }: View) => sql`
  g.id, g.user_id, g.version, g.title, g.description, g.icon, g.color, g.category_id, g.sub_category_id, g.exercise_id, g.status,
  g.achievement, g.start_date, g.end_date, g.position, g.baseline, g.latest_value, g.latest_value_on, g.streak, g.best_streak,
  g.freezes, g.strength, g.consistency, g.run_began, g.kept, g.kept_through, g.next_close_at, g.ended_on, g.deleted_at,
  g.created_at, g.updated_at, ${standing(today)} as standing,
  (select jsonb_agg(jsonb_build_object('effective_from', r.effective_from, 'direction', r.direction, 'metric', r.metric,
      'target_value', r.target_value, 'unit', r.unit, 'schedule', r.schedule, 'freeze_enabled', r.freeze_enabled,
      'week_start', r.week_start) order by r.effective_from)
    from wellness.goal_revision r where r.goal_id = g.id) as revisions,
  coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'target_value', s.target_value, 'unit', s.unit,
      'weight', s.weight, 'position', s.position) order by s.position, s.id)
    from wellness.sub_goal s where s.goal_id = g.id), '[]') as sub_goals,
  coalesce((select jsonb_agg(jsonb_build_object('from_date', p.from_date, 'to_date', p.to_date, 'vacation_id', p.vacation_id)
      order by p.from_date)
    from wellness.goal_pause p where p.goal_id = g.id), '[]') as pauses,
  coalesce((select jsonb_agg(jsonb_build_object('date', d.date, 'status', d.status, 'value', d.value,
      'from_sessions', d.from_sessions, 'sub_goals_done', d.sub_goals_done, 'note', d.note, 'done_at', d.done_at,
      'is_backfilled', d.is_backfilled) order by d.date)
    from wellness.daily_goal d
    where d.goal_id = g.id and (g.kept_through is null or d.date > least(g.kept_through, ${marksFrom ?? null}::date - 1))), '[]') as marks`

export const orders = {
  manual: orderedBy<GoalRow>(
    'asc',
    ['g.position', 'int', 'position'],
    ['g.created_at', 'timestamptz', 'created_at'],
    ['g.id', 'uuid', 'id'],
  ),
  newest: orderedBy<GoalRow>('desc', ['g.created_at', 'timestamptz', 'created_at'], ['g.id', 'uuid', 'id']),
  title: orderedBy<GoalRow>('asc', ['g.title', 'text', 'title'], ['g.id', 'uuid', 'id']),
}

export async function selectGoals(
  db: Db,
  filter: View & {
    userId: string
    statuses: readonly GoalStatus[]
    categoryId: string | null
    q: string | null
    sort: keyof typeof orders
    after: Key | undefined
    offset: number
    limit: number
  },
): Promise<GoalRow[]> {
  const order = orders[filter.sort]
  const { rows } = await sql<GoalRow>`
    select ${columns(filter)} from wellness.goal g
    where ${isWanted(filter)} and ${order.isPast(filter.after)}
    order by ${order.by} limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return rows
}

type Wanted = Pick<Parameters<typeof selectGoals>[1], 'userId' | 'today' | 'statuses' | 'categoryId' | 'q'>

const isWanted = ({ userId, today, statuses, categoryId, q }: Wanted) => sql`
  g.user_id = ${userId} and g.deleted_at is null and ${standing(today)} = any(${[...statuses]}::text[])
  and (${categoryId}::uuid is null or g.category_id = ${categoryId}::uuid or g.sub_category_id = ${categoryId}::uuid)
  and (${q}::text is null or strpos(wellness.folded(g.title), wellness.folded(${q}::text)) > 0)`

export async function countGoals(db: Db, filter: Wanted): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from wellness.goal g where ${isWanted(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** One goal that is not deleted; of anybody where no owner is asked for. */
export async function selectGoal(
  db: Db,
  goal: View & { id: string; userId: string | null },
): Promise<GoalRow | undefined> {
  const { rows } = await sql<GoalRow>`
    select ${columns(goal)} from wellness.goal g
    where g.id = ${goal.id} and (${goal.userId}::uuid is null or g.user_id = ${goal.userId}::uuid) and g.deleted_at is null`.execute(
    db,
  )
  return rows[0]
}

export async function selectGoalsById(db: Db, goals: View & { ids: readonly string[] }): Promise<GoalRow[]> {
  const { rows } = await sql<GoalRow>`
    select ${columns(goals)} from wellness.goal g
    where ${isOneOf(sql`g.id`, goals.ids)} and g.deleted_at is null order by g.position, g.created_at, g.id`.execute(
    db,
  )
  return rows
}

/** Somebody's goals that live on some of the dates, in their order. */
export async function selectGoalsOfDates(
  db: Db,
  goals: View & { userId: string; from: string; to: string; goalId?: string | undefined },
): Promise<GoalRow[]> {
  const { rows } = await sql<GoalRow>`
    select ${columns(goals)} from wellness.goal g
    where g.user_id = ${goals.userId} and g.deleted_at is null and g.start_date <= ${goals.to}::date
      and least(g.end_date, g.ended_on, 'infinity') >= ${goals.from}::date
      and (${goals.goalId ?? null}::uuid is null or g.id = ${goals.goalId ?? null}::uuid)
    order by g.position, g.created_at, g.id`.execute(db)
  return rows
}

/** One person's goals are made, ordered and paused one after the other. */
export async function lockGoalsOf(db: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('wellness.goal ' || ${userId}::text, 47))`.execute(
    db,
  )
}

/** Locks a goal for as long as it is folded and written. What is read of it comes after that. */
export async function lockGoal(db: Db, userId: string, id: string): Promise<void> {
  await sql`select 1 from wellness.goal where id = ${id} and user_id = ${userId} for update`.execute(db)
}

/** Locks the goal of a day. @returns its id */
export async function lockGoalOfDaily(
  db: Db,
  userId: string,
  { least, most }: { least: string; most: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from wellness.goal where id between ${least}::uuid and ${most}::uuid and user_id = ${userId} and deleted_at is null
    for update`.execute(db)
  return rows[0]?.id
}

/** Somebody's goals that a session of this moves, locked in the order of their ids. @returns their ids */
export async function lockLinkedGoals(
  db: Db,
  session: { userId: string; categoryId: string; subCategoryId: string | null; exerciseId: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from wellness.goal
    where user_id = ${session.userId} and deleted_at is null and status = 'ACTIVE'
      and coalesce(exercise_id, sub_category_id, category_id) is not null
      and coalesce(exercise_id, sub_category_id, category_id)
        = any(array[${session.exerciseId}, ${session.subCategoryId}, ${session.categoryId}]::uuid[])
    order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The exercises and categories of what somebody had set out to do when a date began. So the date has the same all day, whatever
 * is set out or given up on it.
 */
export async function selectLinksOf(
  db: Db,
  userId: string,
  { date, began }: { date: string; began: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(g.exercise_id, g.sub_category_id, g.category_id) as id from wellness.goal g
    where g.user_id = ${userId} and coalesce(g.exercise_id, g.sub_category_id, g.category_id) is not null
      and g.created_at < ${began} and coalesce(g.deleted_at, 'infinity') >= ${began}
      and g.start_date <= ${date}::date and least(g.end_date, g.ended_on, 'infinity') >= ${date}::date
      and 'BUILD' = (select r.direction from wellness.goal_revision r
        where r.goal_id = g.id and r.effective_from <= ${date}::date order by r.effective_from desc limit 1)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const isLinkedTo = (exerciseIds: readonly string[]) =>
  sql`g.exercise_id = any(${[...exerciseIds]}::uuid[]) and g.deleted_at is null and g.status = 'ACTIVE'`

/** How many goals that are not over name an exercise. */
export async function countLinkedGoals(db: Db, exerciseId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from wellness.goal g where ${isLinkedTo([exerciseId])}`.execute(db)
  return rows[0]?.total ?? 0
}

export interface RetiredFrom {
  id: string
  user_id: string
  title: string
  exercise_id: string
  exercise_title: string
  language: string
}

/** Goals that are not over and name one of some exercises, with their owners, by id after one. */
export async function selectRetiredFrom(
  db: Db,
  { exerciseIds, after, limit }: { exerciseIds: readonly string[]; after: string | null; limit: number },
): Promise<RetiredFrom[]> {
  const { rows } = await sql<RetiredFrom>`
    select g.id, g.user_id, g.title, g.exercise_id, e.title as exercise_title, u.language
    from wellness.goal g join wellness.users u on u.id = g.user_id and u.status in ('ACTIVE', 'SUSPENDED')
      join wellness.exercise e on e.id = g.exercise_id
    where ${isLinkedTo(exerciseIds)} and (${after}::uuid is null or g.id > ${after}::uuid)
    order by g.id limit ${limit}`.execute(db)
  return rows
}

/** How many of somebody's goals are not over, where the next one stands, and whether one has this title already. */
export async function selectRoom(
  db: Db,
  { userId, today, title }: { userId: string; today: string; title: string },
): Promise<{ active: number; nextPosition: number; isTitleTaken: boolean }> {
  const { rows } = await sql<{ active: number; nextPosition: number; isTitleTaken: boolean }>`
    select count(*) filter (where ${standing(today)} in ('SCHEDULED', 'ACTIVE', 'PAUSED')) as active,
      coalesce(max(g.position) + 1, 0) as "nextPosition",
      coalesce(bool_or(wellness.folded(g.title) = wellness.folded(${title}::text)), false) as "isTitleTaken"
    from wellness.goal g where g.user_id = ${userId} and g.deleted_at is null`.execute(db)
  return rows[0] ?? { active: 0, nextPosition: 0, isTitleTaken: false }
}

/** What of a goal is written as it was said. */
export interface GoalContent {
  title: string
  description: string | null
  icon: string | null
  color: string | null
  categoryId: string | null
  subCategoryId: string | null
  exerciseId: string | null
  startDate: string
  endDate: string | null
  baseline: number | null
}

export async function insertGoal(
  db: Db,
  goal: GoalContent & { id: string; userId: string; position: number; closesAt: Date },
  now: Date,
): Promise<void> {
  await sql`
    insert into wellness.goal (id, user_id, title, description, icon, color, category_id, sub_category_id, exercise_id, start_date,
      end_date, position, baseline, next_close_at, created_at, updated_at)
    values (${goal.id}, ${goal.userId}, ${goal.title}, ${goal.description}, ${goal.icon}, ${goal.color}, ${goal.categoryId},
      ${goal.subCategoryId}, ${goal.exerciseId}, ${goal.startDate}, ${goal.endDate}, ${goal.position}, ${goal.baseline},
      ${goal.closesAt}, ${now}, ${now})`.execute(db)
}

/** How a goal stands, by what its owner did. */
export interface GoalState {
  status: KeptStatus
  achievement: Achievement | null
  endedOn: string | null
}

export async function updateGoal(
  db: Db,
  id: string,
  goal: GoalContent & GoalState,
  now: Date,
): Promise<void> {
  await sql`
    update wellness.goal set title = ${goal.title}, description = ${goal.description}, icon = ${goal.icon}, color = ${goal.color},
      category_id = ${goal.categoryId}, sub_category_id = ${goal.subCategoryId}, exercise_id = ${goal.exerciseId},
      start_date = ${goal.startDate}, end_date = ${goal.endDate}, baseline = ${goal.baseline}, status = ${goal.status},
      achievement = ${goal.achievement}, ended_on = ${goal.endedOn}, version = version + 1, updated_at = ${now}
    where id = ${id}`.execute(db)
}

/**
 * Has another schedule or target hold from a date on, instead of what was planned for then and later, and for dates
 * before the goal, which may just have been moved.
 */
export async function replaceRevision(
  db: Db,
  { goalId, userId }: { goalId: string; userId: string },
  revision: Omit<RevisionRow, 'week_start'>,
  now: Date,
): Promise<void> {
  await sql`
    delete from wellness.goal_revision r using wellness.goal g
    where r.goal_id = ${goalId} and g.id = r.goal_id
      and (r.effective_from >= ${revision.effective_from}::date or r.effective_from < g.start_date)`.execute(
    db,
  )
  await sql`
    insert into wellness.goal_revision (goal_id, effective_from, direction, metric, target_value, unit, schedule, freeze_enabled,
      week_start, created_at)
    select ${goalId}, ${revision.effective_from}, ${revision.direction}, ${revision.metric}, ${revision.target_value}, ${revision.unit},
      ${JSON.stringify(revision.schedule)}::jsonb, ${revision.freeze_enabled}, u.week_start, ${now}
    from wellness.users u where u.id = ${userId}`.execute(db)
}

/** Makes the sub-goals of a goal these; those of an id that it does not have are new. */
export async function replaceSubGoals(
  db: Db,
  goalId: string,
  subGoals: readonly SubGoalRow[],
  now: Date,
): Promise<void> {
  await sql`
    delete from wellness.sub_goal where goal_id = ${goalId} and not ${isOneOf(
      sql`id`,
      subGoals.map(({ id }) => id),
    )}`.execute(db)
  if (subGoals.length === 0) return
  await sql`
    insert into wellness.sub_goal (id, goal_id, title, target_value, unit, weight, position, created_at)
    select s.id, ${goalId}::uuid, s.title, s.target_value, s.unit, s.weight, s.position, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(subGoals)}::jsonb) as s(id uuid, title text, target_value double precision, unit text,
      weight int, position int)
    on conflict (id) do update set title = excluded.title, target_value = excluded.target_value, unit = excluded.unit,
      weight = excluded.weight, position = excluded.position`.execute(db)
}

export interface NewMark {
  date: string
  status: MarkStatus
  value: number | null
  fromSessions: number
  subGoalsDone: readonly string[]
  note: string | null
  doneAt: Date | null
  isBackfilled: boolean
}

export async function upsertMark(
  db: Db,
  { goalId, userId }: { goalId: string; userId: string },
  mark: NewMark,
  now: Date,
): Promise<void> {
  await sql`
    insert into wellness.daily_goal (goal_id, date, user_id, status, value, from_sessions, sub_goals_done, note, done_at, is_backfilled,
      created_at, updated_at)
    values (${goalId}, ${mark.date}, ${userId}, ${mark.status}, ${mark.value}, ${mark.fromSessions}, ${[...mark.subGoalsDone]}::uuid[],
      ${mark.note}, ${mark.doneAt}, ${mark.isBackfilled}, ${now}, ${now})
    on conflict (goal_id, date) do update set status = excluded.status, value = excluded.value, from_sessions = excluded.from_sessions,
      sub_goals_done = excluded.sub_goals_done, note = excluded.note, done_at = excluded.done_at,
      is_backfilled = excluded.is_backfilled, updated_at = excluded.updated_at`.execute(db)
}

/** What the days of a goal make. */
export interface Figures {
  streak: number
  bestStreak: number
  freezes: number
  strength: number
  consistency: number | null
  runBegan: string | null
  kept: FoldState | null
  nextCloseAt: Date
}

/** Keeps what a fold came to, and where the goal is by its last value. */
export async function keepFigures(db: Db, id: string, figures: Figures): Promise<void> {
  await sql`
    update wellness.goal g set streak = ${figures.streak}, best_streak = ${figures.bestStreak}, freezes = ${figures.freezes},
      strength = ${figures.strength}, consistency = ${figures.consistency}, run_began = ${figures.runBegan},
      kept = ${figures.kept && JSON.stringify(figures.kept)}::jsonb, kept_through = ${figures.kept?.through ?? null},
      next_close_at = ${figures.nextCloseAt}
    where g.id = ${id}`.execute(db)
}

/** Keeps where a VALUE goal is, by the last of its values. */
export async function keepLatestValue(db: Db, id: string): Promise<void> {
  await sql`
    update wellness.goal g set (latest_value, latest_value_on) = (
      select d.value, d.date from wellness.daily_goal d where d.goal_id = g.id and d.value is not null order by d.date desc limit 1)
    where g.id = ${id}`.execute(db)
}

/** Ends a goal, or takes that back. */
export async function settleGoal(db: Db, id: string, state: GoalState, now: Date): Promise<void> {
  await sql`
    update wellness.goal set status = ${state.status}, achievement = ${state.achievement}, ended_on = ${state.endedOn},
      version = version + 1, updated_at = ${now}
    where id = ${id}`.execute(db)
}

export async function insertPause(
  db: Db,
  pause: { id: string; goalId: string; from: string; to: string | null },
  now: Date,
): Promise<void> {
  await sql`
    insert into wellness.goal_pause (id, goal_id, from_date, to_date, created_at)
    values (${pause.id}, ${pause.goalId}, ${pause.from}, ${pause.to}, ${now})`.execute(db)
}

/** Ends what pauses a goal on a date: it goes on from there. What was planned for later stays. */
export async function endPauses(db: Db, goalId: string, today: string): Promise<void> {
  await sql`delete from wellness.goal_pause where goal_id = ${goalId} and from_date = ${today}::date`.execute(
    db,
  )
  await sql`
    update wellness.goal_pause set to_date = ${today}::date - 1
    where goal_id = ${goalId} and from_date < ${today}::date and coalesce(to_date, 'infinity') >= ${today}::date`.execute(
    db,
  )
}

/** Whatever was deleted longer ago is gone. */
export const restorableMs = days(30)

/** @returns whether it was there */
export async function markDeleted(db: Db, userId: string, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update wellness.goal set deleted_at = ${now}, version = version + 1, updated_at = ${now}
    where id = ${id} and user_id = ${userId} and deleted_at is null returning id`.execute(db)
  return rows.length > 0
}

/** Takes a deletion back that is younger than `since`. @returns when it had been deleted */
export async function markRestored(
  db: Db,
  { userId, id, since }: { userId: string; id: string; since: Date },
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ deleted_at: Date }>`
    with was as (
      select id, deleted_at from wellness.goal
      where id = ${id} and user_id = ${userId} and deleted_at > ${since} for update
    )
    update wellness.goal g set deleted_at = null, version = g.version + 1, updated_at = ${now}
    from was where g.id = was.id returning was.deleted_at`.execute(db)
  return rows[0]?.deleted_at
}

/** Puts goals into an order: these first, as listed, the others behind them as they were. @returns those that there are */
export async function orderGoals(
  db: Db,
  { userId, ids }: { userId: string; ids: readonly string[] },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with placed as (
      select g.id, l.place is not null as is_listed,
        row_number() over (order by l.place nulls last, g.position, g.created_at, g.id)::int - 1 as position
      from wellness.goal g
      left join unnest(${[...ids]}::uuid[]) with ordinality as l(id, place) on l.id = g.id
      where g.user_id = ${userId} and g.deleted_at is null
    ), moved as (
      update wellness.goal g set position = placed.position, updated_at = ${now}
      from placed where g.id = placed.id and g.position <> placed.position
    )
    select id from placed where is_listed`.execute(db)
  return rows.map(({ id }) => id)
}

export interface LinkedSession {
  id: string
  title: string
  started_at: Date
  local_date: string
  credited_sec: number
}

/** Whether a session is of what moves a goal: the narrowest that it names. */
export const isLinked = (goal: Pick<GoalRow, 'category_id' | 'sub_category_id' | 'exercise_id'>) =>
  goal.exercise_id !== null
    ? sql`s.exercise_id = ${goal.exercise_id}::uuid`
    : goal.sub_category_id !== null
      ? sql`s.sub_category_id = ${goal.sub_category_id}::uuid`
      : sql`s.category_id = ${goal.category_id}::uuid`

// A date of any zone begins and ends within two days of UTC's: so much of the list, which goes by time, is looked at.
export const isBetween = ({ from, to }: { from: string; to: string }) =>
  sql`s.local_date between ${from}::date and ${to}::date
    and s.occurred_at > ${from}::date - 2 and s.occurred_at < ${to}::date + 3`

/** The completed sessions that moved a goal, newest first; none of one that nothing moves. */
export async function selectLinkedSessions(
  db: Db,
  goal: GoalRow,
  { limit, ...span }: { from: string; to: string; limit: number },
): Promise<LinkedSession[]> {
  if (goal.category_id === null) return []
  const { rows } = await sql<LinkedSession>`
    select s.id, coalesce(s.exercise_title, s.sub_category_name, s.category_name) as title, s.started_at, s.local_date, s.credited_sec
    from wellness.session s
    where s.user_id = ${goal.user_id} and s.status = 'COMPLETED' and ${isLinked(goal)} and ${isBetween(span)}
    order by s.occurred_at desc, s.id desc limit ${limit}`.execute(db)
  return rows
}

/** How often, and for how many minutes, somebody practised on a date what moves each of some goals. Minutes that overlap count once. */
export async function sumLinkedSessions(
  db: Db,
  { userId, date, goalIds }: { userId: string; date: string; goalIds: readonly string[] },
): Promise<ReadonlyMap<string, { sessions: number; minutes: number }>> {
  const { rows } = await sql<{ id: string; sessions: number; minutes: number }>`
    select g.id, count(s.id)::int as sessions, coalesce(sum(s.counted_sec), 0)::float8 / 60 as minutes
    from wellness.goal g
    left join wellness.session s on s.user_id = ${userId} and s.status = 'COMPLETED' and ${isBetween({ from: date, to: date })}
      and coalesce(g.exercise_id, g.sub_category_id, g.category_id) in (s.exercise_id, s.sub_category_id, s.category_id)
    where ${isOneOf(sql`g.id`, goalIds)} group by g.id`.execute(db)
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

/** A date with practice: seconds, and how often somebody felt how at the end. */
export interface PracticeRow {
  local_date: string
  seconds: number
  feelings: Record<string, number>
}

/** Somebody's practice, date by date. */
export async function selectPractice(
  db: Db,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<PracticeRow[]> {
  const { rows } = await sql<PracticeRow>`
    select d.local_date, d.seconds, d.feelings from wellness.practice_day d
    where d.user_id = ${userId} and d.category_id is null and d.exercise_id is null and d.status = 'COMPLETED' and d.sessions > 0
      and d.local_date between ${from}::date and ${to}::date
    order by d.local_date`.execute(db)
  return rows
}

/** What lifted somebody most since a date; who tried it less than five times knows little of it. */
export async function selectTopLift(
  db: Db,
  { userId, since }: { userId: string; since: string },
): Promise<{ exercise_id: string; title: string; lift: number } | undefined> {
  const { rows } = await sql<{ exercise_id: string; title: string; lift: number }>`
    select d.exercise_id, (array_agg(d.name order by d.local_date desc))[1] as title,
      sum(d.lift_sum)::float8 / (sum(d.lift_count) + 3) as lift
    from wellness.practice_day d
    where d.user_id = ${userId} and d.exercise_id is not null and d.status = 'COMPLETED' and d.local_date >= ${since}::date
    group by d.exercise_id having sum(d.lift_count) >= 5 and sum(d.lift_sum) > 0
    order by lift desc, d.exercise_id limit 1`.execute(db)
  return rows[0]
}

/** Whose a goal is that is not deleted. */
export async function selectOwner(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from wellness.goal where id = ${id} and deleted_at is null`.execute(db)
  return rows[0]?.user_id
}

/** Goals of which a date has ended that what is kept of them does not know of yet, with their owners, locked. */
export async function lockGoalsBehind(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; userId: string; timezone: string; dayStartMinutes: number; language: string }[]> {
  const { rows } = await sql<{
    id: string
    userId: string
    timezone: string
    dayStartMinutes: number
    language: string
  }>`
    select g.id, u.id as "userId", u.timezone, ${dayStartAt(now)} as "dayStartMinutes", u.language
    from wellness.goal g join wellness.users u on u.id = g.user_id
    where g.next_close_at <= ${now} and g.deleted_at is null and g.status = 'ACTIVE'
    order by g.next_close_at, g.id limit ${limit} for update of g skip locked`.execute(db)
  return rows
}

/** Goals that were deleted before a moment, locked. */
export async function lockDeletedGoals(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from wellness.goal where deleted_at <= ${before} order by deleted_at limit ${limit} for update skip locked`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Removes goals for good. */
export async function deleteGoals(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from wellness.goal where ${isOneOf(sql`id`, ids)}`.execute(db)
}
