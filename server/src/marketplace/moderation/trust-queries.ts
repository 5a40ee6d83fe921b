import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { mostDeals, type TrustFacts } from './trust-rule.ts'

export interface TrustRow extends TrustFacts {
  id: string
  level: number
}

/** Whoever of a deal is not `u`, each once, while they are here; `mostDeals` of them. */
const deals = sql<number>`(
  select count(*)::int from (
    select dealt.id from (
      select p.buyer_id as id from marketplace.post p
      where p.author_id = u.id and p.status = 'sold' and p.buyer_id is not null and p.buyer_id <> u.id
      union
      select p.author_id from marketplace.post p where p.buyer_id = u.id and p.status = 'sold' and p.author_id <> u.id) dealt
    join marketplace.users other on other.id = dealt.id and other.status = 'active'
    limit ${sql.lit(mostDeals)}) d)`

const lastViolation = sql<Date | null>`(
  select d.decided_at from marketplace.moderation_decision d
  where d.subject_id = u.id and d.status in ('standing', 'remedied') and d.action in ('warn', 'hide', 'limit', 'remove', 'suspend', 'ban')
  order by d.decided_at desc, d.id desc limit 1)`

const trust = (people: RawBuilder<unknown>) => sql<TrustRow>`
  select u.id, u.trust_level as level, u.created_at as "createdAt", u.is_verified as "isVerified",
    ${deals} as deals, ${lastViolation} as "lastViolationAt"
  from (${people}) u`

export async function findTrust(db: Db, id: string): Promise<TrustRow | undefined> {
  const { rows } = await trust(sql`select * from marketplace.users where id = ${id}`).execute(db)
  return rows[0]
}

/** The next people with an account of their own, by id. */
export async function selectTrust(db: Db, after: string | undefined, limit: number): Promise<TrustRow[]> {
  const isNext = after === undefined ? sql`true` : sql`id > ${after}`
  const { rows } = await trust(sql`
    select * from marketplace.users where kind = 'member' and status <> 'deleted' and ${isNext} order by id limit ${limit}`).execute(
    db,
  )
  return rows
}
