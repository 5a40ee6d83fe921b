import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface FloorRow {
  currency: string
  /** Null where its seller named none, or named it in another currency than it has now. */
  price_minor: number | null
}

/** What the seller of a listing does not go below; undefined where it is none of theirs. */
export async function findFloor(db: Db, postId: string, sellerId: string): Promise<FloorRow | undefined> {
  const { rows } = await sql<FloorRow>`
    select p.currency, f.price_minor from marketplace.post p
    left join marketplace.offer_floor f on f.post_id = p.id and f.currency = p.currency
    where p.id = ${postId} and p.author_id = ${sellerId} and p.status not in ('soft_deleted', 'deleted')`.execute(
    db,
  )
  return rows[0]
}

export async function upsertFloor(
  db: Db,
  postId: string,
  { priceMinor, currency }: { priceMinor: number; currency: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into marketplace.offer_floor (post_id, price_minor, currency, updated_at)
    values (${postId}, ${priceMinor}, ${currency}, ${now})
    on conflict (post_id) do update set price_minor = excluded.price_minor, currency = excluded.currency, updated_at = excluded.updated_at`.execute(
    db,
  )
}

export async function deleteFloor(db: Db, postId: string): Promise<void> {
  await sql`delete from marketplace.offer_floor where post_id = ${postId}`.execute(db)
}
