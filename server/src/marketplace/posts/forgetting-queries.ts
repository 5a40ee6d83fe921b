import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isPublic } from './card-queries.ts'

interface Left {
  id: string
  author_id: string
  published_at: Date | null
  isOpen: boolean
  isDeleted: boolean
}

const columns = sql`p.id, p.author_id, p.published_at, p.status in ('active', 'reserved') as "isOpen", p.status = 'deleted' as "isDeleted"`

/** The next listings of somebody of which there is something left to erase, or of those that nobody else saw. */
export async function lockUnerased(
  db: Db,
  authorId: string,
  { onlyUnseen, most }: { onlyUnseen: boolean; most: number },
): Promise<Left[]> {
  const { rows } = await sql<Left>`
    select ${columns} from marketplace.post p
    where p.author_id = ${authorId} and (p.status <> 'deleted' or p.title <> '') and not (${onlyUnseen}::boolean and ${isPublic})
    order by p.id limit ${most} for no key update`.execute(db)
  return rows
}

/** Whether there is more to a listing `p` than everybody sees. */
const isNamed = sql<boolean>`(
  p.status in ('active', 'reserved') or p.longitude <> p.public_longitude or p.latitude <> p.public_latitude
  or p.closed_reason is not null or p.buyer_id is not null
  or exists (select from marketplace.post_revision r where r.post_id = p.id)
  or exists (select from marketplace.post_review v where v.post_id = p.id)
  or exists (select from marketplace.post_baseline b where b.post_id = p.id))`

/** The next listings of somebody that are to stay, and still have something that only their author saw. */
export async function lockNamed(db: Db, authorId: string, most: number): Promise<Left[]> {
  const { rows } = await sql<Left>`
    select ${columns} from marketplace.post p where p.author_id = ${authorId} and ${isPublic} and ${isNamed}
    order by p.id limit ${most} for no key update`.execute(db)
  return rows
}

/** Leaves of listings what everybody sees. @returns the pictures of what was only asked for, of each. */
export async function stripOfAuthor(db: Db, ids: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ photo_ids: string[] }>`
    with revisions as (
      delete from marketplace.post_revision where post_id = any(${[...ids]}::uuid[])
    ), baselines as (
      delete from marketplace.post_baseline where post_id = any(${[...ids]}::uuid[])
    ), stripped as (
      update marketplace.post set longitude = public_longitude, latitude = public_latitude, closed_reason = null, buyer_id = null,
        renews_since = null
      where id = any(${[...ids]}::uuid[])
    )
    delete from marketplace.post_review where post_id = any(${[...ids]}::uuid[]) returning photo_ids`.execute(
    db,
  )
  return rows.map((row) => row.photo_ids)
}
