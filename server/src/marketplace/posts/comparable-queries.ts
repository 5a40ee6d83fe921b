import { sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { isVisible } from '../users/public.ts'
import { isLive, type View } from './card-queries.ts'
import type { PostRow } from './rows.ts'

export interface ComparableRow {
  similar_ids: string[]
  /** Of the newest listings, open or sold, of the same category, condition and currency. */
  median_minor: number | null
  sample: number
}

const mostSimilar = sql.lit(6)
const mostComparables = sql.lit(50)
/** All that is looked at, so that a large category costs no more than a small one. */
const mostKin = sql.lit(300)
const comparableDays = 180

/** What else there is of a listing's kind, and what it costs. */
export async function selectComparables(
  db: Db,
  post: PostRow,
  { viewer, now }: View,
): Promise<ComparableRow> {
  const isKin = sql`p.leaf_category_id = ${post.sub_category_id ?? post.category_id}`
  const isAlike = sql`p.id <> ${post.id} and p.condition is not distinct from ${post.condition}::text and p.currency = ${post.currency}`
  const newestFirst = sql`order by p.published_at desc, p.id desc`
  const open = sql`(
    select * from marketplace.post p where ${isKin} and p.status in ('active', 'reserved') ${newestFirst} limit ${mostKin}) p`
  const sold = sql`(
    select * from marketplace.post p
    where ${isKin} and p.status = 'sold' and p.sold_at > ${new Date(now.getTime() - days(comparableDays))}
    order by p.sold_at desc limit ${mostKin}) p`
  const { rows } = await sql<ComparableRow>`
    with price as (
      (select p.price_minor as minor from ${open} where ${isLive(now)} and ${isAlike} ${newestFirst} limit ${mostComparables})
      union all
      (select coalesce(p.sold_price_minor, p.price_minor) from ${sold} where ${isAlike} order by p.sold_at desc limit ${mostComparables})
    )
    select percentile_disc(0.5) within group (order by minor) as median_minor, count(*) as sample, array(
      select p.id from ${open}
      where p.id <> ${post.id} and ${isLive(now)} and p.author_id <> ${post.author_id} and ${isVisible(viewer, 'p.author_id')}
      ${newestFirst} limit ${mostSimilar}
    ) as similar_ids from price`.execute(db)
  return rows[0] ?? { similar_ids: [], median_minor: null, sample: 0 }
}
