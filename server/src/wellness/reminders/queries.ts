import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { RingingDays } from './ringing.ts'

/** Rows of before `days` said when a goal rests may still say PAUSED, until their goal is followed again. */
export type GoalStatus = 'AWAKE' | 'CANCELLED'
export type RingOutcome = 'RANG' | 'SILENT' | 'MISSED_WINDOW'

export interface ReminderRow {
  id: string
  goal_id: string
  user_id: string
  minutes: number
  days_of_week: number[] | null
  message: string | null
  is_enabled: boolean
  /** Null for one that goes by the clock of its person. */
  timezone: string | null
  next_at: Date | null
  next_date: string | null
  last_date: string | null
  last_outcome: RingOutcome | null
  last_at: Date | null
  snoozed_until: Date | null
  snoozed_for: string | null
}

/** A reminder with all that says when it rings, and what. */
export interface KeptReminder extends ReminderRow {
  title: string
  days: RingingDays
  goal_status: GoalStatus
  silenced: string[]
  person_timezone: string
  day_start_minutes: number
  language: string
  /** Whether its person has an account that may be used. */
  is_reached: boolean
}

const columns = sql`r.id, r.goal_id, r.user_id, r.minutes, r.days_of_week, r.message, r.is_enabled, r.timezone, r.next_at, r.next_date,
  r.last_date, r.last_outcome, r.last_at, r.snoozed_until, r.snoozed_for`

/** Changes to the reminders of one person follow each other, so that none exceeds what one may have. */
export async function lockRemindersOf(db: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, 35))`.execute(db)
}

/** How many reminders somebody has of their other goals. */
export async function countOthers(db: Db, userId: string, goalId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from wellness.reminder r join wellness.reminded_goal g on g.goal_id = r.goal_id
    where r.user_id = ${userId} and g.status <> 'CANCELLED' and g.goal_id <> ${goalId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many reminders a goal has that do not count, because it is over. */
export async function countCancelled(db: Db, goalId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from wellness.reminder r join wellness.reminded_goal g on g.goal_id = r.goal_id
    where r.goal_id = ${goalId} and g.status = 'CANCELLED'`.execute(db)
  return rows[0]?.count ?? 0
}

export interface GoalChange {
  id: string
  userId: string
  title: string
  days: RingingDays
  status: GoalStatus
  silenced: readonly string[]
}

export async function upsertGoal(db: Db, goal: GoalChange, now: Date): Promise<void> {
  await sql`
    insert into wellness.reminded_goal (goal_id, user_id, title, days, status, silenced, updated_at)
    values (${goal.id}, ${goal.userId}, ${goal.title}, ${JSON.stringify(goal.days)}::jsonb, ${goal.status}, ${goal.silenced}, ${now})
    on conflict (goal_id) do update set title = excluded.title, days = excluded.days, status = excluded.status,
      silenced = excluded.silenced, updated_at = excluded.updated_at`.execute(db)
}

/** @returns whether the goal has reminders. */
export async function updateGoal(db: Db, goal: GoalChange, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update wellness.reminded_goal set title = ${goal.title}, days = ${JSON.stringify(goal.days)}::jsonb, status = ${goal.status},
      silenced = ${goal.silenced}, updated_at = ${now}
    where goal_id = ${goal.id} returning goal_id`.execute(db)
  return rows.length > 0
}

/** @returns the goals that have reminders, and were not cancelled before. */
export async function cancelGoals(db: Db, goalIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ goal_id: string }>`
    update wellness.reminded_goal set status = 'CANCELLED', updated_at = ${now}
    where goal_id = any(array(
      select goal_id from wellness.reminded_goal where goal_id = any(${[...goalIds]}::uuid[]) order by goal_id for update))
      and status <> 'CANCELLED' returning goal_id`.execute(db)
  return rows.map((row) => row.goal_id)
}

/**
 * Makes these the dates on which nothing rings.
 * @returns those that were it before; undefined where nothing changes, or the goal has no reminders.
 */
export async function setSilenced(
  db: Db,
  goalId: string,
  dates: readonly string[],
  now: Date,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ before: string[] }>`
    with known as (select goal_id, silenced from wellness.reminded_goal where goal_id = ${goalId} for update)
    update wellness.reminded_goal g set silenced = ${[...dates]}::text[], updated_at = ${now}
    from known where g.goal_id = known.goal_id and known.silenced <> ${[...dates]}::text[] returning known.silenced as before`.execute(
    db,
  )
  return rows[0]?.before
}

export async function deleteGoals(db: Db, goalIds: readonly string[]): Promise<void> {
  await sql`delete from wellness.reminded_goal where goal_id = any(${[...goalIds]}::uuid[])`.execute(db)
}

export interface ReminderChange {
  id: string
  minutes: number
  daysOfWeek: readonly number[] | null
  message: string | null
  isEnabled: boolean
  timezone: string | null
}

/** Makes the reminders of a goal these. */
export async function replaceOf(
  db: Db,
  { id: goalId, userId }: Pick<GoalChange, 'id' | 'userId'>,
  reminders: readonly ReminderChange[],
  now: Date,
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(reminders)}::jsonb)
        as n("id" uuid, "minutes" int, "daysOfWeek" int[], "message" text, "isEnabled" boolean, "timezone" text)
    ), removed as (
      delete from wellness.reminder where goal_id = ${goalId} and id not in (select "id" from given)
    )
    insert into wellness.reminder as r (id, goal_id, user_id, minutes, days_of_week, message, is_enabled, timezone, created_at, updated_at)
    select n."id", ${goalId}::uuid, ${userId}::uuid, n."minutes", n."daysOfWeek", n."message", n."isEnabled", n."timezone",
      ${now}::timestamptz, ${now}::timestamptz from given n
    on conflict (id) do update set minutes = excluded.minutes, days_of_week = excluded.days_of_week, message = excluded.message,
      is_enabled = excluded.is_enabled, timezone = excluded.timezone, updated_at = excluded.updated_at
    where r.goal_id = excluded.goal_id`.execute(db)
}

/** Whose reminders are meant. */
type Those = { goalIds: readonly string[] } | { userId: string } | { id: string; userId: string }

function areThose(those: Those): RawBuilder<boolean> {
  if ('goalIds' in those) return sql`r.goal_id = any(${[...those.goalIds]}::uuid[])`
  if ('id' in those) return sql`r.id = ${those.id} and r.user_id = ${those.userId}`
  return sql`r.user_id = ${those.userId}`
}

/** Locks reminders. What they follow is read after that, as it is then. */
export async function lockReminders(db: Db, those: Those): Promise<KeptReminder[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from wellness.reminder r where ${areThose(those)} order by r.id for update`.execute(db)
  return selectKept(db, rows)
}

const due = (now: Date, most: number) => sql`
  select r.id from wellness.reminder r where r.due_at <= ${now} order by r.due_at, r.id limit ${most}`

/** Also where nobody knows by which rules of time zones reminders were computed, or by older ones. */
export const anyDue = (now: Date, zoneRules: string) => sql`
  (${due(now, 1)}) union all
  (select null where not exists (select from wellness.zone_rules where version >= ${zoneRules}))`

/** Takes the next reminders that are due and that nobody else has taken. */
export async function lockDue(db: Db, now: Date, most: number): Promise<KeptReminder[]> {
  const { rows } = await sql<{ id: string }>`${due(now, most)} for update skip locked`.execute(db)
  return selectKept(db, rows)
}

/** Takes the next reminders in the order of their ids that are still to ring. */
export async function lockComing(
  db: Db,
  after: string | null,
  now: Date,
  most: number,
): Promise<KeptReminder[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from wellness.reminder r where (${after}::uuid is null or r.id > ${after}::uuid) and r.next_at > ${now}
    order by r.id limit ${most} for update`.execute(db)
  return selectKept(db, rows)
}

async function selectKept(db: Db, locked: readonly { id: string }[]): Promise<KeptReminder[]> {
  if (locked.length === 0) return []
  const { rows } = await sql<KeptReminder>`
    select ${columns}, g.title, g.days, g.status as goal_status, g.silenced, u.timezone as person_timezone, u.day_start_minutes, u.language,
      (u.status = 'ACTIVE' or u.status = 'SUSPENDED' and u.suspended_until <= now()) as is_reached
    from wellness.reminder r join wellness.reminded_goal g on g.goal_id = r.goal_id join wellness.users u on u.id = r.user_id
    where r.id = any(${locked.map(({ id }) => id)}::uuid[]) order by r.id`.execute(db)
  return rows
}

/** What becomes of a reminder: when it rings next, and how its last turn went. */
export type Turn = Pick<
  ReminderRow,
  'id' | 'next_at' | 'next_date' | 'last_date' | 'last_outcome' | 'last_at' | 'snoozed_until' | 'snoozed_for'
>

export async function writeTurns(db: Db, turns: readonly Turn[], now: Date): Promise<void> {
  if (turns.length === 0) return
  await sql`
    update wellness.reminder r set next_at = t.next_at, next_date = t.next_date, last_date = t.last_date, last_outcome = t.last_outcome,
      last_at = t.last_at, snoozed_until = t.snoozed_until, snoozed_for = t.snoozed_for, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(turns)}::jsonb) as t(id uuid, next_at timestamptz, next_date date, last_date date,
      last_outcome text, last_at timestamptz, snoozed_until timestamptz, snoozed_for text)
    where r.id = t.id`.execute(db)
}

export async function selectOfGoals(db: Db, goalIds: readonly string[]): Promise<ReminderRow[]> {
  if (goalIds.length === 0) return []
  const { rows } = await sql<ReminderRow>`
    select ${columns} from wellness.reminder r where r.goal_id = any(${[...goalIds]}::uuid[])
    order by r.goal_id, r.minutes, r.id`.execute(db)
  return rows
}

export interface NextRow {
  id: string
  goal_id: string
  title: string
  message: string | null
  language: string
  next_at: Date | null
  due_at: Date
}

export async function selectNext(db: Db, userId: string): Promise<NextRow | undefined> {
  const { rows } = await sql<NextRow>`
    select r.id, r.goal_id, g.title, r.message, u.language, r.next_at, r.due_at
    from wellness.reminder r join wellness.reminded_goal g on g.goal_id = r.goal_id join wellness.users u on u.id = r.user_id
    where r.user_id = ${userId} and r.due_at is not null order by r.due_at, r.id limit 1`.execute(db)
  return rows[0]
}

/** Keeps by which version of the rules of time zones is computed. @returns whether that is newer than what was computed by. */
export async function keepZoneRules(db: Db, version: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ version: string }>`select version from wellness.zone_rules`.execute(db)
  const [known] = rows
  if (known && known.version >= version) return false
  await sql`
    insert into wellness.zone_rules as z (version, updated_at) values (${version}, ${now})
    on conflict (is_only) do update set version = excluded.version, updated_at = excluded.updated_at
    where z.version < excluded.version`.execute(db)
  return known !== undefined
}
