import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import { isLive } from '../posts/public.ts'
import { isVisible } from '../users/public.ts'
import { daysBefore, figuresOfLastDay, figuresSince } from '../views/public.ts'
import { postOf } from './queries.ts'

/** Listings with the number they are ranked by, as a statement. */
type Scored = (now: Date) => RawBuilder<unknown>

const ranked = sql`p.id, p.leaf_category_id, p.cell_middle`

const windowDays = 7

/** From how many network addresses it was looked at since it was published, each counting once a day. */
const views = (now: Date) => sql`(
  select coalesce(sum(d.addresses), 0) from ${figuresSince(daysBefore(now, windowDays), now)} d
  where d.post_id = p.id and d.day >= (p.published_at at time zone 'UTC')::date)`

/** Who saved a listing, but for its author; several at one network address are one. */
const favourites = sql`(
  select count(distinct coalesce(i.address, f.user_id)) from marketplace.favourite f
  left join marketplace.post_interest i on i.post_id = f.post_id and i.kind = 'favourite' and i.user_id = f.user_id
  where f.post_id = p.id and f.user_id <> p.author_id and ${isVisible(null, 'f.user_id')})`

/** Who commented on it, but for its author; several at one network address are one. */
const comments = sql`(
  select count(distinct coalesce(i.address, c.author_id)) from marketplace.comment c
  left join marketplace.post_interest i on i.post_id = c.post_id and i.kind = 'comment' and i.user_id = c.author_id
  where c.post_id = p.id and c.author_id <> p.author_id and c.deleted_at is null and ${isVisible(null, 'c.author_id')})`

/** Who began a chat about it, or wrote in one; several at one network address are one. */
const chats = sql`(
  select count(distinct coalesce(i.address, buyer.id)) from marketplace.chat_room r
  cross join lateral (select case when r.user_lo = p.author_id then r.user_hi else r.user_lo end as id) buyer
  left join marketplace.post_interest i on i.post_id = r.post_id and i.kind = 'chat' and i.user_id = buyer.id
  where r.post_id = p.id and ${isVisible(null, 'buyer.id')} and (i.user_id is not null
    or exists (select 1 from marketplace.message m where m.room_id = r.id and m.sender_id = buyer.id)))`

/** What makes a listing trend besides its age, each with its weight. All are looked up by the listing. */
const signals = (now: Date) => [
  { weight: 1, count: views(now) },
  { weight: 3, count: comments },
  { weight: 4, count: favourites },
  { weight: 6, count: chats },
]

const born = sql`case when p.repost_count = 0 then p.published_at else p.created_at end`

/**
 * Listings published in the last seven days, by what happened since then. Their age begins when they were first
 * published, or, of those that were brought back since, when they were made: to bring one back makes it no younger.
 * Those that say they are from the future are left out.
 */
const trending: Scored = (now) => sql`
  select ${ranked},
    log((2 + ${sql.join(
      signals(now).map(({ weight, count }) => sql`${sql.lit(weight)} * ${count}`),
      sql` + `,
    )})::float8) / power(extract(epoch from ${now}::timestamptz - ${born})::float8 / 3600 + 2, 1.8) as score
  from marketplace.post p
  where ${isLive(now)} and p.published_at > ${new Date(now.getTime() - days(windowDays))} and p.published_at <= ${now}
    and ${isVisible(null, 'p.author_id')}`

const viewed =
  (figures: (now: Date) => RawBuilder<unknown>): Scored =>
  (now) =>
    sql`
    select ${ranked}, w.addresses as score from (
      select d.post_id, sum(d.addresses)::float8 as addresses from ${figures(now)} d group by d.post_id offset 0
    ) w cross join lateral ${postOf(sql`w.post_id`)} p
    where ${isLive(now)} and ${isVisible(null, 'p.author_id')}`

export const windows = ['24h', '7d', '30d', 'all'] as const
export type Window = (typeof windows)[number]

/** By how many looked at them, each network address counting once a day. */
const mostViewed: Readonly<Record<Window, Scored>> = {
  '24h': viewed(figuresOfLastDay),
  '7d': viewed((now) => figuresSince(daysBefore(now, 6), now)),
  '30d': viewed((now) => figuresSince(daysBefore(now, 29), now)),
  all: viewed((now) => figuresSince(sql`date '1970-01-01'`, now)),
}

export const listNames = ['trending', ...windows] as const
export type ListName = (typeof listNames)[number]

/** Every list of listings, by its name. */
export const lists: Readonly<Record<ListName, Scored>> = { trending, ...mostViewed }
