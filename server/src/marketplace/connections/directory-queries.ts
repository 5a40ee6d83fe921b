import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isInDirectory, type PersonRow } from '../users/public.ts'

interface Seeker {
  viewer: string
  isStaff: boolean
}

/** As many names as a cursor can hold. */
const mostFirst = 10
/** Whom somebody began to follow last, and who did so with each of them. */
const looked = { followed: 40, followers: 40 }

/** Those of the directory with whom somebody shares most follows, the most first; among the latest follows only. */
export async function selectSharing(db: Db, seeker: Seeker, search: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from (
      select theirs.follower_id as id, count(*) as shared
      from (
        select f.followee_id from marketplace.follow f where f.follower_id = ${seeker.viewer}
        order by f.created_at desc, f.followee_id desc limit ${sql.lit(looked.followed)}) mine
      cross join lateral (
        select f.follower_id from marketplace.follow f where f.followee_id = mine.followee_id
        order by f.created_at desc, f.follower_id desc limit ${sql.lit(looked.followers)}) theirs
      where theirs.follower_id <> ${seeker.viewer}
      group by theirs.follower_id offset 0) sharing
    join marketplace.users u on u.id = sharing.id
    where ${isInDirectory(seeker, search)}
    order by sharing.shared desc, lower(u.name), u.id limit ${sql.lit(mostFirst)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Some people who are in the directory. */
export async function selectPeopleOf(db: Db, seeker: Seeker, ids: readonly string[]): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.id, u.name, u.bio, u.profile_photo_url, u.is_verified, u.is_discoverable, u.place, u.created_at, u.hat_until,
      lower(u.name) as sort_name
    from marketplace.users u where u.id = any(${[...ids]}::uuid[]) and ${isInDirectory(seeker, undefined)}`.execute(
    db,
  )
  return rows
}
