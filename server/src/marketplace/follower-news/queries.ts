import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** What followers are told of a listing. */
export interface NewListing {
  id: string
  photo_ids: string[]
  category: string
  /** The category in other languages. */
  names: Record<string, string>
}

/** Nothing of what its author alone sees. */
export async function selectNewListing(db: Db, postId: string): Promise<NewListing | undefined> {
  const { rows } = await sql<NewListing>`
    select p.id, p.photo_ids, c.name as category, c.names
    from marketplace.post p join marketplace.category c on c.id = p.category_id where p.id = ${postId} and not p.is_away`.execute(
    db,
  )
  return rows[0]
}
