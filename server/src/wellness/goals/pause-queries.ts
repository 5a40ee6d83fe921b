import { sql } from 'kysely'
import { type Db, isOneOf } from '../../platform/db/database.ts'

export interface VacationRow {
  id: string
  from_date: string
  to_date: string | null
  is_all: boolean
  goal_ids: string[]
}

const columns = sql`v.id, v.from_date, v.to_date, v.is_all, coalesce((
  select jsonb_agg(p.goal_id order by p.goal_id) from wellness.goal_pause p where p.vacation_id = v.id), '[]') as goal_ids`

/** Somebody's times off that are not over, first come first. */
export async function selectVacations(db: Db, userId: string, today: string): Promise<VacationRow[]> {
  const { rows } = await sql<VacationRow>`
    select ${columns} from wellness.vacation v
    where v.user_id = ${userId} and coalesce(v.to_date, 'infinity') >= ${today}::date order by v.from_date, v.id`.execute(
    db,
  )
  return rows
}

/** How many times off somebody has to come, and has had since a date. */
export async function countVacations(db: Db, userId: string, since: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from wellness.vacation v
    where v.user_id = ${userId} and coalesce(v.to_date, 'infinity') >= ${since}::date`.execute(db)
  return rows[0]?.total ?? 0
}

/** Which of somebody's goals live in a time and can be paused; of some of them, where these are named. */
export async function selectPausable(
  db: Db,
  time: { userId: string; from: string; to: string | null; goalIds: readonly string[] | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from wellness.goal g
    where g.user_id = ${time.userId} and g.deleted_at is null and g.status = 'ACTIVE'
      and coalesce(g.end_date, 'infinity') >= ${time.from}::date and g.start_date <= coalesce(${time.to}::date, 'infinity')
      and (${time.goalIds === null}::boolean or ${isOneOf(sql`g.id`, time.goalIds ?? [])})
    order by g.id for update`.execute(db)
  return rows.map(({ id }) => id)
}

export async function insertVacation(
  db: Db,
  vacation: {
    id: string
    userId: string
    from: string
    to: string | null
    isAll: boolean
    pauses: readonly { id: string; goalId: string }[]
  },
  now: Date,
): Promise<void> {
  await sql`
    insert into wellness.vacation (id, user_id, from_date, to_date, is_all, created_at)
    values (${vacation.id}, ${vacation.userId}, ${vacation.from}, ${vacation.to}, ${vacation.isAll}, ${now})`.execute(
    db,
  )
  await sql`
    insert into wellness.goal_pause (id, goal_id, vacation_id, from_date, to_date, created_at)
    select p."id", p."goalId", ${vacation.id}::uuid, ${vacation.from}::date, ${vacation.to}::date, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(vacation.pauses)}::jsonb) as p("id" uuid, "goalId" uuid)`.execute(
    db,
  )
}

/** Ends times off: what has begun ended yesterday, what was to come never was. */
export async function endVacations(db: Db, ids: readonly string[], today: string): Promise<void> {
  await sql`
    update wellness.goal_pause set to_date = ${today}::date - 1
    where ${isOneOf(sql`vacation_id`, ids)} and from_date < ${today}::date and coalesce(to_date, 'infinity') >= ${today}::date`.execute(
    db,
  )
  await sql`
    update wellness.vacation set to_date = ${today}::date - 1
    where ${isOneOf(sql`id`, ids)} and from_date < ${today}::date`.execute(db)
  await sql`
    delete from wellness.goal_pause where ${isOneOf(sql`vacation_id`, ids)} and from_date >= ${today}::date`.execute(
    db,
  )
  await sql`delete from wellness.vacation where ${isOneOf(sql`id`, ids)} and from_date >= ${today}::date`.execute(
    db,
  )
}
