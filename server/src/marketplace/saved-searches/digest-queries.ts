import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isLive } from '../posts/public.ts'
import { isVisibleTo } from '../users/public.ts'

export interface DueSearch {
  id: string
  user_id: string
  name: string
  digest_due_at: Date
}

/** Searches of the next people whose morning has come, all of each person; what another process tells is left to it. */
export async function lockDue(db: Db, now: Date, mostPeople: number): Promise<DueSearch[]> {
  const { rows } = await sql<DueSearch>`
    select s.id, s.user_id, s.name, s.digest_due_at from marketplace.saved_search s
    where s.digest_due_at <= ${now} and s.user_id in (
      select d.user_id from marketplace.saved_search d where d.digest_due_at <= ${now}
      group by d.user_id order by min(d.digest_due_at), d.user_id limit ${mostPeople})
    order by s.user_id, s.created_at, s.id for update skip locked`.execute(db)
  return rows
}

/** Takes what waited as told. @returns of each search how much of it is still to be had, and seen by its owner. */
export async function takeWaiting(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    with taken as (
      update marketplace.saved_search_sent set is_waiting = false, sent_at = ${now}
      where saved_search_id = any(${ids}::uuid[]) and is_waiting
      returning saved_search_id, user_id, post_id
    ), told as (
      update marketplace.saved_search set digest_due_at = null where id = any(${ids}::uuid[])
    )
    select t.saved_search_id as id, count(*)::int as count
    from taken t join marketplace.post p on p.id = t.post_id
    where ${isLive(now)} and ${isVisibleTo(sql`t.user_id`, 'p.author_id')}
    group by 1`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
