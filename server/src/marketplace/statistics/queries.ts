import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Period } from '../views/public.ts'

/** The days of a period as a span of time: each day begins when the clock of the zone shows midnight. */
const spanOf = ({ from, to, tz }: Period) => sql`
  select ${from}::date::timestamp at time zone ${tz} as since, (${to}::date + 1)::timestamp at time zone ${tz} as until`

export interface SalesRow {
  currency: string
  sales: number
  amount_minor: number
}

/** What somebody sold, by the last sale of each listing, which is the one that is kept: its price is that of a piece. */
export async function sumSales(db: Db, authorId: string, period: Period): Promise<SalesRow[]> {
  const { rows } = await sql<SalesRow>`
    with span as (${spanOf(period)})
    select p.currency, count(*)::int as sales,
      sum(coalesce(p.sold_price_minor, p.price_minor) * greatest(p.quantity_sold, 1))::bigint as amount_minor
    from marketplace.post p, span
    where p.author_id = ${authorId} and p.status <> 'deleted' and (p.status = 'sold' or p.quantity_sold > 0)
      and p.sold_at >= span.since and p.sold_at < span.until
    group by 1 order by 3 desc, 1`.execute(db)
  return rows
}

export interface Answering {
  median_seconds: number | null
  chats: number
  answered: number
}

const chatsLookedAt = 200

/** How fast somebody answers those who write to them about their listings first. */
export async function selectAnswering(db: Db, authorId: string, period: Period): Promise<Answering> {
  const { rows } = await sql<Answering>`
    with span as materialized (${spanOf(period)}), newest as materialized (
      select m.room_id from marketplace.room_member m where m.user_id = ${authorId}
      order by m.last_activity_at desc, m.room_id desc limit ${sql.lit(chatsLookedAt)}
    ), asked as materialized (
      select r.id, first.seq, first.created_at
      from newest join marketplace.chat_room r on r.id = newest.room_id
      join marketplace.post p on p.id = r.post_id and p.author_id = ${authorId}
      cross join span cross join lateral (
        select m.seq, m.sender_id, m.created_at from marketplace.message m where m.room_id = r.id order by m.seq limit 1) first
      where first.sender_id <> ${authorId} and first.created_at >= span.since and first.created_at < span.until
    ), answers as (
      select extract(epoch from (
        select m.created_at from marketplace.message m
        where m.room_id = asked.id and m.sender_id = ${authorId} and m.seq > asked.seq order by m.seq limit 1
      ) - asked.created_at) as seconds from asked
    )
    select round(percentile_cont(0.5) within group (order by seconds))::int as median_seconds,
      count(*)::int as chats, count(seconds)::int as answered from answers`.execute(db)
  return rows[0] ?? { median_seconds: null, chats: 0, answered: 0 }
}
