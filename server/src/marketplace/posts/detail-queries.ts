import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isVisible } from '../users/public.ts'
import {
  cardColumns,
  cardReaderColumns,
  cardTables,
  chatroomId,
  isLive,
  isPublic,
  isReadableBy,
  type View,
} from './card-queries.ts'
import { kinColumns, kinTables } from './comparable-queries.ts'
import type { CardRow, DetailRow } from './rows.ts'

/** The listing for whoever may read it, in one statement. */
export async function selectDetail(
  db: Db,
  id: string,
  view: View & { isStaff: boolean },
): Promise<DetailRow | undefined> {
  const { viewer } = view
  const isOwn = sql<boolean>`p.author_id = ${viewer}::uuid`
  const { rows } = await sql<DetailRow>`
    select ${cardReaderColumns(view)}, k.card, k.rest, coalesce(${isOwn}, false) as is_own, p.price_minor, p.currency,
      ${chatroomId(viewer)}, ${kinColumns}
    from ${cardTables()} ${kinTables(view)}
    where p.id = ${id} and ${isReadableBy(view)}`.execute(db)
  return rows[0]
}

/** What leads from a listing to others. */
export interface Kind {
  author_id: string
  category_id: string
  leaf_category_id: string
}

/** Whose a listing is, and of which kind; undefined where the reader may not see it. */
export async function selectKind(db: Db, id: string, viewer: string | null): Promise<Kind | undefined> {
  const { rows } = await sql<Kind>`
    select p.author_id, p.category_id, p.leaf_category_id from marketplace.post p
    where p.id = ${id} and p.status <> 'deleted' and (p.author_id = ${viewer}::uuid
      or (${isPublic} and ${isVisible(viewer, 'p.author_id')}))`.execute(db)
  return rows[0]
}

/** Looked at of each category: some are the author's own, have ended, or are of people whom the reader does not see. */
const mostLookedAt = sql.lit(40)

/** The newest listings of others that are open to buyers, of the same category first, then of those beside it. */
export async function selectSimilar(
  db: Db,
  { author_id, leaf_category_id }: Kind,
  categoryIds: readonly string[],
  view: View,
  limit: number,
): Promise<CardRow[]> {
  const nearness = sql`(p.leaf_category_id <> ${leaf_category_id}::uuid), p.published_at desc, p.id desc`
  const similar = sql`(
    select p.* from unnest(${[...categoryIds]}::uuid[]) leaf (id)
    cross join lateral (
      select * from marketplace.post p
      where p.leaf_category_id = leaf.id and p.status in ('active', 'reserved')
      order by p.published_at desc, p.id desc limit ${mostLookedAt}
    ) p
    where ${isLive(view.now)} and p.author_id <> ${author_id} and ${isVisible(view.viewer, 'p.author_id')}
    order by ${nearness} limit ${limit})`
  const { rows } = await sql<CardRow>`
    select ${cardColumns(view)} from ${cardTables(similar)} order by ${nearness}`.execute(db)
  return rows
}

/** Whether the reader knew a listing that is gone now: they wrote it, saved it, or have a chat about it. */
export async function wasKnown(db: Db, id: string, viewer: string | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from marketplace.post p
    where p.id = ${id} and p.status in ('soft_deleted', 'deleted') and ${isVisible(viewer, 'p.author_id')}
      and (p.author_id = ${viewer}::uuid
        or exists (select 1 from marketplace.favourite f where f.post_id = p.id and f.user_id = ${viewer}::uuid)
        or exists (select 1 from marketplace.chat_room r where r.post_id = p.id and ${viewer}::uuid in (r.user_lo, r.user_hi)))`.execute(
    db,
  )
  return rows.length > 0
}
