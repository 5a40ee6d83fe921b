import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { favouritesOf } from '../collections/public.ts'
import { isLive } from '../posts/public.ts'

export interface OwnCounts {
  listings_active: number
  listings_sold: number
  favourites: number
}

/** What a person has, counted in one statement; a listing past its end is not active any more. */
export async function countOwn(db: Db, id: string, now: Date): Promise<OwnCounts> {
  const { rows } = await sql<OwnCounts>`
    select count(*) filter (where ${isLive(now)}) as listings_active,
      count(*) filter (where p.status = 'sold') as listings_sold,
      (${favouritesOf(id)}) as favourites
    from marketplace.post p where p.author_id = ${id}`.execute(db)
  return rows[0] ?? { listings_active: 0, listings_sold: 0, favourites: 0 }
}
