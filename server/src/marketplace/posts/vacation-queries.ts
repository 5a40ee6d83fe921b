import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isLive } from './card-queries.ts'

/** Hides what somebody has on offer. @returns how many listings there are that are hidden so. */
export async function hideAway(db: Db, authorId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with hidden as (
      update marketplace.post p set is_away = true
      where p.author_id = ${authorId} and p.status in ('active', 'reserved') and not p.is_away returning p.id
    )
    select ((select count(*) from hidden) + count(*))::int as count from marketplace.post p
    where p.author_id = ${authorId} and p.status in ('active', 'reserved') and p.is_away`.execute(db)
  return rows[0]?.count ?? 0
}

const isLimited = sql<boolean>`exists (
  select from marketplace.users u where u.id = p.author_id and u.limited_until is not null)`

/** Shows again what a limit hid, unless its author is away as well. */
export async function showUnlimited(db: Db, authorId: string): Promise<void> {
  await sql`
    update marketplace.post p set is_away = false
    where p.author_id = ${authorId} and p.status in ('active', 'reserved') and p.is_away
      and not exists (select from marketplace.users u where u.id = p.author_id and u.vacation_until is not null)`.execute(
    db,
  )
}

/**
 * Shows again what was hidden, at its place among the others. Its time stood still meanwhile, unless it had ended
 * before. Whose reach is limited is not told of that here. @returns the listings.
 */
export async function showAgain(
  db: Db,
  authors: readonly { id: string; since: Date }[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update marketplace.post p set is_away = ${isLimited},
      expires_at = case when p.expires_at > back.since
        then p.expires_at + (${now}::timestamptz - greatest(back.since, coalesce(p.published_at, back.since))) else p.expires_at end
    from unnest(${authors.map(({ id }) => id)}::uuid[], ${authors.map(({ since }) => since)}::timestamptz[]) back (id, since)
    where p.author_id = back.id and p.status in ('active', 'reserved') and p.is_away returning p.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** A listing that was opened, or changed, while nobody but its author saw it. */
export interface KeptNews {
  id: string
  title: string
  kept_news: 'published' | 'edited'
  is_live: boolean
}

/** The next of somebody's listings that are seen again and of which there is something to tell; it is told once. */
export async function takeKeptNews(db: Db, authorId: string, most: number, now: Date): Promise<KeptNews[]> {
  const { rows } = await sql<KeptNews>`
    with next as materialized (
      select p.id, p.title, p.kept_news, ${isLive(now)} as is_live from marketplace.post p
      where p.author_id = ${authorId} and p.kept_news is not null and not p.is_away
      order by p.id limit ${most} for no key update
    ), taken as (
      update marketplace.post p set kept_news = null from next where p.id = next.id
    )
    select * from next`.execute(db)
  return rows
}
