import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Ask } from './input-shapes.ts'
import type { GoalRow } from './queries.ts'
import { isBetween, isLinked } from './queries.ts'

/** What was said of a day, and when. */
export interface Said {
  saidAt: Date
  ask: Ask
}

export interface NewSaid extends Said {
  goalId: string
  date: string
  userId: string
  /** Of what was delivered late. */
  request: { id: string; fingerprint: Buffer } | null
}

export async function insertSaid(
  db: Db,
  { goalId, date, userId, saidAt, ask, request }: NewSaid,
): Promise<void> {
  await sql`
    insert into wellness.day_said (id, goal_id, date, user_id, said_at, ask, request_id, fingerprint)
    values (${newId()}, ${goalId}, ${date}, ${userId}, ${saidAt}, ${JSON.stringify(ask)}::jsonb, ${request?.id ?? null},
      ${request?.fingerprint ?? null})`.execute(db)
}

/** Everything that was said of a day, oldest first. */
export async function selectSaid(db: Db, day: { goalId: string; date: string }): Promise<Said[]> {
  const { rows } = await sql<Said>`
    select said_at as "saidAt", ask from wellness.day_said
    where goal_id = ${day.goalId} and date = ${day.date}::date order by said_at, ask::text, id`.execute(db)
  return rows
}

/** Under what fingerprint something was delivered before. */
export async function selectSaidBefore(
  db: Db,
  userId: string,
  requestId: string,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ fingerprint: Buffer }>`
    select fingerprint from wellness.day_said where user_id = ${userId} and request_id = ${requestId}`.execute(
    db,
  )
  return rows[0]?.fingerprint
}

/** A session that counted for a goal, from when on. */
export interface Counted {
  at: Date
  minutes: number
}

/** The completed sessions of a date that move a goal. */
export async function selectCounted(db: Db, goal: GoalRow, date: string): Promise<Counted[]> {
  if (goal.category_id === null) return []
  const { rows } = await sql<Counted>`
    select coalesce(s.ended_at, s.occurred_at) as at, s.counted_sec::float8 / 60 as minutes from wellness.session s
    where s.user_id = ${goal.user_id} and s.status = 'COMPLETED' and ${isLinked(goal)} and ${isBetween({ from: date, to: date })}`.execute(
    db,
  )
  return rows
}
