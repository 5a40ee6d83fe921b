import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { kindOf, type UserRow } from '../users/public.ts'
import { audiencesOf, inbox, newsVersionOf, type Reader } from './inbox-queries.ts'

const heldCount = (now: Date) => sql<boolean>`
  k.counted_at <= ${now} and k.valid_until > ${now} and k.broadcast_version = (select version from marketplace.broadcast_version)
  and k.news_version = ${newsVersionOf(sql`k.user_id`)}
  and not exists (select from marketplace.inbox_change c where c.user_id = k.user_id)`

/** The reply's data that is kept for a reader, while it holds. */
export async function selectUnread(db: Db, reader: Reader, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ answer: string }>`
    select k.answer from marketplace.unread_count k
    where k.user_id = ${reader.id} and k.audiences = ${audiencesOf(reader)}::text[] and ${heldCount(now)}`.execute(
    db,
  )
  return rows[0]?.answer
}

type Row = Pick<UserRow, 'id' | 'kind' | 'role' | 'is_verified' | 'created_at'>

const readerOf = (row: Row): Reader => ({
  id: row.id,
  kind: kindOf(row),
  isVerified: row.is_verified,
  createdAt: row.created_at,
})

/** Those of some people for whom nothing is kept that holds. */
export async function findUncounted(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<Row & { audiences: string[] | null }>`
    select u.id, u.kind, u.role, u.is_verified, u.created_at, k.audiences from marketplace.users u
    left join marketplace.unread_count k on k.user_id = u.id and ${heldCount(now)}
    where u.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
    .filter((row) => !isDeepStrictEqual(row.audiences, audiencesOf(readerOf(row))))
    .map(({ id }) => id)
}

const turn = sql`hashtextextended('marketplace.inbox_change', 0)`

/**
 * Puts what is kept for some people out of use until the transaction ends, so that nobody else counts for
 * them meanwhile.
 */
export async function lockUnread(db: Db, ids: readonly string[]): Promise<Reader[]> {
  const { rows } = await sql<Row>`
    with turn as materialized (select pg_advisory_xact_lock_shared(${turn})),
    locked as (
      insert into marketplace.unread_count (user_id, answer, audiences, broadcast_version, counted_at, valid_until)
      select u.id, '', '{}', 0, '-infinity', '-infinity' from turn, marketplace.users u
      where u.id = any(${[...ids]}::uuid[]) and u.status = 'active' order by u.id
      on conflict (user_id) do update set valid_until = excluded.valid_until returning user_id
    )
    select u.id, u.kind, u.role, u.is_verified, u.created_at from locked join marketplace.users u on u.id = locked.user_id`.execute(
    db,
  )
  return rows.map(readerOf)
}

/**
 * Keeps what is unread for a reader who is locked. One statement sees the changes that it takes away and what
 * it counts at the same moment: of a change that commits later, the note of it stays.
 */
export async function keepUnread(db: Db, reader: Reader, at: Date): Promise<void> {
  await sql`
    with seen as (delete from marketplace.inbox_change where user_id = ${reader.id}),
    unread as (
      select i.category, count(*) as count, min(i.expires_at) as expires_at from (${inbox(reader, at)}) i
      where not i.is_read and not i.is_dismissed group by i.category
    )
    update marketplace.unread_count set
      answer = (
        select '{"count":' || coalesce(sum(count), 0) || ',"by_category":{'
          || coalesce(string_agg(to_json(category) || ':' || count, ',' order by category), '') || '}}' from unread),
      audiences = ${audiencesOf(reader)}::text[],
      broadcast_version = (select version from marketplace.broadcast_version),
      news_version = ${newsVersionOf(sql`${reader.id}::uuid`)},
      counted_at = ${at},
      valid_until = least('infinity',
        (select min(expires_at) from unread),
        (select min(m.until) from marketplace.mute m where m.muter_id = ${reader.id} and m.until > ${at}),
        (select min(moment) from marketplace.broadcast b cross join lateral (values (b.created_at), (b.expires_at)) as moments (moment)
          where moment > ${at}))
    where user_id = ${reader.id}`.execute(db)
}

/**
 * Takes away the notes of changes, with what is kept for the same people, while nobody counts.
 * @returns of how many people
 */
export async function forgetUnread(db: Db, most: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${turn})`.execute(db)
  const { rows } = await sql<{ people: number }>`
    with past as materialized (select distinct user_id from marketplace.inbox_change limit ${most}),
    changes as (delete from marketplace.inbox_change c using past where c.user_id = past.user_id),
    kept as (delete from marketplace.unread_count k using past where k.user_id = past.user_id)
    select count(*) as people from past`.execute(db)
  return rows[0]?.people ?? 0
}
