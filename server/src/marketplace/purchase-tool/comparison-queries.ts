import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { hidesSellers } from '../posts/public.ts'
import { isVisible } from '../users/public.ts'

const comparedFor = days(365)
const comparedAgainAfter = days(1)
/** So many sales say enough, of one's own and of the town; so many purchases hear at once of another sale. */
const most = sql.lit(200)

/** Whether a title is like that of `l`; the operator finds candidates by the index, at the lower bound of the session. */
const isLike = (title: RawBuilder<unknown>) =>
  sql<boolean>`${title} operator(public.%) l.title and public.similarity(${title}, l.title) >= 0.3`

/**
 * Prices of the last year for things with a title like that of `l`: of the owner's own sales, and of the
 * town's, unless so few people made those that somebody's price would be told.
 */
function comps(now: Date) {
  const since = new Date(now.getTime() - comparedFor)
  return sql`(
    with town as materialized (
      select p.author_id, p.sold_price_minor as price
      from generate_series(marketplace.sold_month(${now}), marketplace.sold_month(${since}), -1) month
      cross join lateral (
        select p.author_id, p.sold_price_minor from marketplace.post p
        where p.status = 'sold' and marketplace.sold_month(p.sold_at) = month and ${isLike(sql`p.title`)}
          and p.sold_price_minor is not null and p.sold_at > ${since} and p.currency = l.currency and ${isVisible(null, 'p.author_id')}
        limit ${most}) p
      limit ${most}
    ), price as (
      (select s.sold_price_minor as price from marketplace.purchase_listing o
      join marketplace.purchase_sale s on s.listing_id = o.id and s.undone_at is null and s.sold_at > ${since}
      where o.user_id = l.user_id and o.id <> l.id and o.status = 'sold' and o.currency = l.currency and ${isLike(sql`o.title`)}
      limit ${most})
      union all
      select price from town where author_id = l.user_id or (select ${hidesSellers('author_id', sql`author_id <> l.user_id`)} from town)
    )
    select jsonb_build_object('n', count(*), 'min', min(price), 'p25', percentile_disc(0.25) within group (order by price),
      'median', percentile_disc(0.5) within group (order by price), 'p75', percentile_disc(0.75) within group (order by price),
      'max', max(price))
    from price)`
}

/** Compares a purchase with what was sold. */
export async function compareListing(db: Db, id: string, now: Date): Promise<void> {
  await sql`
    update marketplace.purchase_listing l set comps = ${comps(now)}, compared_at = ${now} where l.id = ${id}`.execute(
    db,
  )
}

/** Compares the owner's purchases that are like one and not sold anew; that one too. */
export async function compareAlike(db: Db, id: string, now: Date): Promise<void> {
  await sql`
    with alike as materialized (
      select l.id, ${comps(now)} as comps from marketplace.purchase_listing one
      join marketplace.purchase_listing l on l.user_id = one.user_id and ${isLike(sql`one.title`)}
      where one.id = ${id} and l.status <> 'sold' and l.deleted_at is null
      order by l.id limit ${most}
    )
    update marketplace.purchase_listing p set comps = alike.comps from alike
    where p.id = alike.id and p.comps is distinct from alike.comps`.execute(db)
}

/** Compares purchases anew that were not compared for a day, some at a time. @returns how many. */
export async function compareDue(db: Db, limit: number, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with due as materialized (
      select id from marketplace.purchase_listing
      where status <> 'sold' and deleted_at is null and compared_at < ${new Date(now.getTime() - comparedAgainAfter)}
      order by compared_at limit ${limit} for no key update skip locked
    )
    update marketplace.purchase_listing l set comps = ${comps(now)}, compared_at = ${now} from due where l.id = due.id`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
