import { sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { isLive } from '../posts/public.ts'
import { isVisible } from '../users/public.ts'
import type { ScoredRow } from './shortlist.ts'
import { trendingDays } from './window-queries.ts'

/** From how many network addresses it was looked at since it was published, each counting once a day. */
const views = sql`
  coalesce((select w.lately from marketplace.post_view_window w where w.post_id = p.id), 0)`

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
const signals = [
  { weight: 1, count: views },
  { weight: 3, count: comments },
  { weight: 4, count: favourites },
  { weight: 6, count: chats },
]

const born = sql`case when p.repost_count = 0 then p.published_at else p.created_at end`

/** Where a walk from the newest to the oldest is. */
export interface Published {
  id: string
  published_at: Date
}

export interface TrendingRow extends ScoredRow, Published {
  is_visible: boolean
}

/**
 * The next listings published in the last seven days, by what happened since then. Their age begins when they were first
 * published, or, of those that were brought back since, when they were made: to bring one back makes it no younger.
 * Those that say they are from the future are left out.
 */
export async function selectTrending(
  db: Db,
  now: Date,
  after: Published | undefined,
  most: number,
): Promise<TrendingRow[]> {
  const isPast = after ? sql`and (p.published_at, p.id) < (${after.published_at}, ${after.id}::uuid)` : sql``
  const { rows } = await sql<TrendingRow>`
    select p.id, p.leaf_category_id, p.cell_middle, p.published_at, ${isVisible(null, 'p.author_id')} as is_visible,
      log((2 + ${sql.join(
        signals.map(({ weight, count }) => sql`${sql.lit(weight)} * ${count}`),
        sql` + `,
      )})::float8) / power(extract(epoch from ${now}::timestamptz - ${born})::float8 / 3600 + 2, 1.8) as score
    from (
      select * from marketplace.post p
      where ${isLive(now)} and p.published_at > ${new Date(now.getTime() - days(trendingDays))} and p.published_at <= ${now} ${isPast}
      order by p.published_at desc, p.id desc limit ${sql.lit(most)}
    ) p order by p.published_at desc, p.id desc`.execute(db)
  return rows
}
