import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** What somebody completed, and on which dates. */
export interface Shared {
  categoryId: string
  subCategoryId: string | null
  exerciseId: string | null
  dates: string[]
}

/** What else somebody completed while a session went on, with its dates: minutes that they share count for one of them. */
export async function selectShared(db: Db, id: string): Promise<Shared[]> {
  // A session takes twelve hours at most, and what occurred is its start or its end.
  const { rows } = await sql<Shared>`
    select s.category_id as "categoryId", s.sub_category_id as "subCategoryId", s.exercise_id as "exerciseId",
      array_agg(distinct s.local_date::text) as dates
    from wellness.session own join wellness.session s on s.user_id = own.user_id and s.id <> own.id
    where own.id = ${id} and s.status = 'COMPLETED'
      and s.occurred_at > own.started_at - interval '12 hours' and s.occurred_at < own.started_at + interval '24 hours'
      and tstzrange(s.started_at, s.started_at + make_interval(secs => s.credited_sec))
        && tstzrange(own.started_at, own.started_at + make_interval(secs => own.credited_sec))
    group by s.category_id, s.sub_category_id, s.exercise_id`.execute(db)
  return rows
}
