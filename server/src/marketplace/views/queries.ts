import { type RawBuilder, sql } from 'kysely'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { isPublic } from '../posts/public.ts'
import { isVisible } from '../users/public.ts'
import type { Looker } from './looker.ts'

export interface CountedRow {
  id: string
  is_new: boolean
  views: number
}

export interface Asked {
  postIds: readonly string[]
  viewerId: string | null
}

/** Those of some listings that somebody may see. Whatever is not among them is passed over without a word. */
export const seenOf = ({ postIds, viewerId }: Asked) => sql`
  select p.id, p.author_id from marketplace.post p
  where ${isOneOf(sql`p.id`, postIds)} and ${isPublic} and ${isVisible(viewerId, 'p.author_id')}`

const slots = 16

/** How often a listing was looked at, by those who were made up for a demonstration too. */
const viewsOf = (id: RawBuilder<unknown>) => sql<number>`coalesce((
  select sum(t.views + t.demo_views) from marketplace.post_view_total t where t.post_id = ${id}), 0)::int`

/** The day of UTC that a moment is on. */
export const dayOf = (at: Date): RawBuilder<Date> => sql`(${at}::timestamptz at time zone 'UTC')::date`

/** The moment at which a day of UTC begins. */
export const beginningOf = (day: RawBuilder<Date>): RawBuilder<Date> =>
  sql`(${day}::timestamp at time zone 'UTC')`

/**
 * Writes down that somebody looks at listings, each once in a day, and counts it in the same statement. Rows come in
 * the order of their ids, so that two who look at the same listings wait for each other and never in a circle.
 */
export async function insertViews(
  db: Db,
  { viewer, address, source, at, ...asked }: Asked & Looker & { source: string; at: Date },
): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    with seen as materialized (${seenOf(asked)}),
    looked as (
      insert into marketplace.post_view (post_id, day, viewer, address, source, viewed_at)
      select s.id, ${dayOf(at)}, ${viewer}::uuid, ${address}::uuid, ${source}, ${at}::timestamptz
      from seen s where s.author_id is distinct from ${asked.viewerId}::uuid order by s.id
      on conflict do nothing returning post_id
    ), counted as (
      insert into marketplace.post_view_total as known (post_id, slot, views)
      select l.post_id, pg_backend_pid() % ${sql.lit(slots)}, 1 from looked l order by l.post_id
      on conflict (post_id, slot) do update set views = known.views + 1
    )
    select s.id, l.post_id is not null as is_new, ${viewsOf(sql`s.id`)} + (l.post_id is not null)::int as views
    from seen s left join looked l on l.post_id = s.id order by s.id`.execute(db)
  return rows
}

/** The same for whoever is not counted. */
export async function selectViewCounts(db: Db, asked: Asked): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select s.id, false as is_new, ${viewsOf(sql`s.id`)} as views from (${seenOf(asked)}) s order by s.id`.execute(
    db,
  )
  return rows
}

/** Writes down views of the past, and counts them. */
export async function insertPastRows(
  db: Db,
  rows: readonly (Looker & { post_id: string; source: string; viewed_at: string })[],
): Promise<void> {
  await sql`
    with looked as (
      insert into marketplace.post_view (post_id, day, viewer, address, source, viewed_at)
      select post_id, (viewed_at at time zone 'UTC')::date, viewer, address, source, viewed_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (post_id uuid, viewer uuid, address uuid, source text, viewed_at timestamptz)
      on conflict do nothing returning post_id
    )
    insert into marketplace.post_view_total as known (post_id, slot, views)
    select post_id, 0, count(*) from looked group by post_id order by post_id
    on conflict (post_id, slot) do update set views = known.views + excluded.views`.execute(db)
}

/** Notes from where somebody showed interest in a listing: that of the last time counts. */
export async function upsertInterest(
  db: Db,
  interest: { postId: string; kind: string; userId: string; address: string; at: Date },
): Promise<void> {
  await sql`
    insert into marketplace.post_interest (post_id, kind, user_id, address, noted_at)
    values (${interest.postId}, ${interest.kind}, ${interest.userId}, ${interest.address}, ${interest.at})
    on conflict (post_id, kind, user_id) do update set address = excluded.address, noted_at = excluded.noted_at`.execute(
    db,
  )
}
