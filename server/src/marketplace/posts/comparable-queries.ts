import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { isVisible } from '../users/public.ts'
import { isLive, type View } from './card-queries.ts'

/*
 * What else there is of a listing's kind, and what it costs, is kept by most specific category. A trigger notes
 * in which of them something changed; a job makes what is kept of those anew.
 */

/** Shown. */
const mostSimilar = sql.lit(6)
/** Kept, since some are the author's own, are gone by now, or are of people whom the reader does not see. */
const mostNewest = sql.lit(60)
/** On offer, and as many that were sold. */
const mostComparables = sql.lit(50)
/** All that is looked at, so that a large category costs no more than a small one. */
const mostKin = sql.lit(300)
const comparableDays = 180

/**
 * Whether the prices that sales were made at may be told: there are enough of enough people, so that none
 * is somebody's. An aggregate over the sales; those of whoever asks do not count.
 */
export const hidesSellers = (seller: string, isOfOthers: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`count(*) filter (where ${isOfOthers}) >= 5 and count(distinct ${sql.ref(seller)}) filter (where ${isOfOthers}) >= 3`

/**
 * The same whoever asks, of which listing ever: without the sales of any one of the people, and without any one
 * more, there still are so many of so many. An aggregate over the numbers of sales by person.
 */
const hidesEverySeller = sql<boolean>`sum(sales) - max(sales) - 1 >= 5 and count(*) - 2 >= 3`

const kinLock = 7_301_946

export const anyChangedKin = (now: Date) => sql`
  (select 1 from marketplace.post_kin_change limit 1)
  union all (select 1 from marketplace.post_kin where ends_at <= ${now} limit 1)`

/** Takes up some of the categories in which something changed or ended; one job at a time, so that none writes what is older. */
export async function takeChangedKin(db: Db, now: Date, most: number): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${kinLock}::bigint)`.execute(db)
  const { rows } = await sql<{ id: string }>`
    with next as materialized (
      select leaf_category_id as id from marketplace.post_kin_change
      union select leaf_category_id from marketplace.post_kin where ends_at <= ${now}
      limit ${most}
    ), taken as (
      delete from marketplace.post_kin_change changed using next where changed.leaf_category_id = next.id
    )
    select id from next`.execute(db)
  return rows.map(({ id }) => id)
}

/** The newest listings of some categories, and those sold last. */
const kinOf = (categoryIds: readonly string[], now: Date) => {
  const columns = sql`p.id, p.author_id, coalesce(p.condition, '') as condition, p.currency, p.price_minor, p.sold_price_minor,
    p.status = 'sold' as is_sold, case when p.status = 'sold' then p.sold_at else p.published_at end as since,
    case when p.status = 'sold' then p.sold_at + make_interval(days => ${sql.lit(comparableDays)}) else p.expires_at end as ends_at`
  const isKin = sql`p.leaf_category_id = leaf.id`
  return sql`
    leaf as materialized (select unnest(${[...categoryIds]}::uuid[]) as id),
    kin as materialized (
      select leaf.id as leaf_id, p.* from leaf cross join lateral (
        select * from (
          select ${columns} from marketplace.post p where ${isKin} and p.status in ('active', 'reserved')
          order by p.published_at desc, p.id desc limit ${mostKin}) p
        where p.ends_at > ${now}
        union all
        (select ${columns} from marketplace.post p
        where ${isKin} and p.status = 'sold' and p.sold_at > ${new Date(now.getTime() - days(comparableDays))}
        order by p.sold_at desc limit ${mostKin})
      ) p
    )`
}

/** Makes anew what is kept of some categories. */
export async function refreshKin(db: Db, categoryIds: readonly string[], now: Date): Promise<void> {
  await sql`delete from marketplace.post_kin_price where leaf_category_id = any(${[...categoryIds]}::uuid[])`.execute(
    db,
  )
  await sql`
    with ${kinOf(categoryIds, now)}, comparable as materialized (
      select * from (
        select *, row_number() over (partition by leaf_id, condition, currency, is_sold order by since desc, id desc) as place from kin
      ) placed where place <= ${mostComparables}
    ), told as (
      select leaf_id, condition, currency from (
        select leaf_id, condition, currency, count(*) as sales from comparable
        where is_sold and sold_price_minor is not null group by leaf_id, condition, currency, author_id
      ) seller group by leaf_id, condition, currency having ${hidesEverySeller}
    ), price as (
      select c.leaf_id, c.condition, c.currency, c.id,
        case when told.leaf_id is null or not c.is_sold then c.price_minor else coalesce(c.sold_price_minor, c.price_minor) end as minor
      from comparable c left join told using (leaf_id, condition, currency)
    )
    insert into marketplace.post_kin_price (leaf_category_id, condition, currency, prices, post_ids)
    select leaf_id, condition, currency, array_agg(minor order by minor, id), array_agg(id order by minor, id)
    from price group by leaf_id, condition, currency`.execute(db)
  await sql`
    with ${kinOf(categoryIds, now)}
    insert into marketplace.post_kin (leaf_category_id, newest_ids, ends_at)
    select leaf.id, coalesce((array_agg(kin.id order by kin.since desc, kin.id desc) filter (where not kin.is_sold))[1:${mostNewest}], '{}'),
      min(kin.ends_at)
    from leaf left join kin on kin.leaf_id = leaf.id group by leaf.id
    on conflict (leaf_category_id) do update set newest_ids = excluded.newest_ids, ends_at = excluded.ends_at`.execute(
    db,
  )
}

/** The price in the middle of those of others, with how many there are; and the newest others that the reader may see. */
export const kinColumns = sql`
  prices.sample, k_price.prices[(prices.sample + 1) / 2 + case when prices.own_at <= (prices.sample + 1) / 2 then 1 else 0 end] as median_minor,
  similar_posts.ids as similar_ids`

export const kinTables = ({ viewer, now }: View) => sql`
  left join marketplace.post_kin_price k_price on k_price.leaf_category_id = p.leaf_category_id
    and k_price.condition = coalesce(p.condition, '') and k_price.currency = p.currency
  cross join lateral (
    select p.author_id, array_position(k_price.post_ids, p.id) as own_at offset 0
  ) own
  cross join lateral (
    select own.own_at, coalesce(cardinality(k_price.prices), 0) - case when own.own_at is null then 0 else 1 end as sample
  ) prices
  left join marketplace.post_kin kin on kin.leaf_category_id = p.leaf_category_id
  cross join lateral (select array(
    select other.id from unnest(kin.newest_ids) near(id)
    cross join lateral (
      select p.id from marketplace.post p
      where p.id = near.id and ${isLive(now)} and ${isVisible(viewer, 'p.author_id')} and p.author_id <> own.author_id offset 0
    ) other limit ${mostSimilar}
  ) as ids) similar_posts`
