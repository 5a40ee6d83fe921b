import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Order, orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { isVisible, partedFrom, type UserRow } from '../users/public.ts'

/** What is kept of somebody who follows, or is followed. */
interface Counts {
  user_id: string
  followers: number
  following: number
  told_at: Date | null
}

/** Lets follows of two people happen one after another. Their rows are locked in the order of their ids. */
export async function lockCounts(db: Db, ids: readonly [string, string]): Promise<Map<string, Counts>> {
  const both = sql`${[...ids]}::uuid[]`
  // One after the other in the database, in one write from here: the second sees the rows that the first began.
  const [, { rows }] = await Promise.all([
    sql`
      insert into marketplace.follow_count (user_id)
      select u.id from marketplace.users u where u.id = any(${both}) order by u.id on conflict do nothing`.execute(
      db,
    ),
    sql<Counts>`
      select user_id, followers, following, told_at from marketplace.follow_count
      where user_id = any(${both}) order by user_id for no key update`.execute(db),
  ])
  return new Map(rows.map((row) => [row.user_id, row]))
}

interface Edge {
  followerId: string
  followeeId: string
}

/** Whether somebody follows a person, and whether they may: see them, that is, and who they are has an account of their own. */
export async function selectStanding(
  db: Db,
  { followerId, followeeId }: Edge,
): Promise<{ isFollowing: boolean; mayFollow: boolean }> {
  const { rows } = await sql<{ isFollowing: boolean; mayFollow: boolean }>`
    select ${isFollowing(followerId, sql`${followeeId}::uuid`)} as "isFollowing",
      exists (
        select from marketplace.users u
        where u.id = ${followeeId} and u.status = 'active' and u.kind = 'member' and ${isVisible(followerId, 'u.id')}) as "mayFollow"`.execute(
    db,
  )
  return rows[0] ?? { isFollowing: false, mayFollow: false }
}

/** Whether `follower` follows the person in a column. */
export const isFollowing = (
  follower: string,
  person: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from marketplace.follow mine where mine.follower_id = ${follower}::uuid and mine.followee_id = ${person})`

/** Whether the person in a column follows `followee`. */
const isFollowedBy = (followee: string, person: RawBuilder<unknown>) => sql<boolean>`exists (
  select from marketplace.follow theirs where theirs.follower_id = ${person} and theirs.followee_id = ${followee}::uuid)`

/** What lies between a viewer and the person in a column, as a card of that person says it. */
export const tiesTo = (viewer: string, person: string): RawBuilder<unknown> =>
  sql`${isFollowing(viewer, sql.ref(person))} as is_following, ${isFollowedBy(viewer, sql.ref(person))} as follows_me`

export async function insertFollow(db: Db, { followerId, followeeId }: Edge, at: Date): Promise<void> {
  await sql`
    insert into marketplace.follow (follower_id, followee_id, created_at) values (${followerId}, ${followeeId}, ${at})`.execute(
    db,
  )
}

/** @returns whether there was one. */
export async function deleteFollow(db: Db, { followerId, followeeId }: Edge): Promise<boolean> {
  const { rows } = await sql`
    delete from marketplace.follow where follower_id = ${followerId} and followee_id = ${followeeId} returning 1`.execute(
    db,
  )
  return rows.length > 0
}

export async function markTold(db: Db, userId: string, at: Date): Promise<void> {
  await sql`update marketplace.follow_count set told_at = ${at} where user_id = ${userId}`.execute(db)
}

export interface ShownCounts {
  followers: number
  following: number
}

/** Whether the numbers of others have somebody, a row such as `u`. */
const isCounted = (person: string) =>
  sql<boolean>`${sql.ref(`${person}.status`)} = 'active' and ${sql.ref(`${person}.limited_until`)} is null`

/**
 * How many a person is followed by and follows, as a viewer finds them in the lists: what is kept has nobody who is
 * suspended or gone, or limited in reach, but for that viewer; whoever of those lists the viewer has a block with is
 * taken off.
 */
export async function selectShownCounts(
  db: Db,
  personId: string,
  viewer: string | null,
): Promise<ShownCounts> {
  // As many looks into the index as the viewer has blocks, however many followers there are.
  const hidden = (from: string, to: string) => sql<number>`(
    select count(*) from (select distinct id from (${viewer === null ? nobody : partedFrom(viewer)}) p) parted
    cross join lateral (
      select from marketplace.follow f join marketplace.users u on u.id = parted.id and ${isCounted('u')}
      where ${sql.ref(from)} = parted.id and ${sql.ref(to)} = c.user_id offset 0) f)`
  const own = (from: string, to: string) => sql<number>`(
    select count(*) from marketplace.users me join marketplace.follow f on ${sql.ref(from)} = me.id and ${sql.ref(to)} = c.user_id
    where me.id = ${viewer}::uuid and not (${isCounted('me')}))`
  const { rows } = await sql<ShownCounts>`
    select c.followers - ${hidden('f.follower_id', 'f.followee_id')} + ${own('f.follower_id', 'f.followee_id')} as followers,
      c.following - ${hidden('f.followee_id', 'f.follower_id')} + ${own('f.followee_id', 'f.follower_id')} as following
    from marketplace.follow_count c where c.user_id = ${personId}`.execute(db)
  return rows[0] ?? { followers: 0, following: 0 }
}

const nobody = sql`select null::uuid as id where false`

/** Somebody in a list of people, with what lies between them and whoever reads it. */
export interface ConnectionRow
  extends Pick<UserRow, 'id' | 'name' | 'profile_photo_url' | 'is_verified' | 'created_at'> {
  followed_at: Date
  is_following: boolean
  follows_me: boolean
}

export const connectionTypes = ['followers', 'following', 'mutual'] as const
export type ConnectionType = (typeof connectionTypes)[number]

/** Who stands at the other end of an edge, and the latest edge first. */
const lists: Record<ConnectionType, { whose: string; other: string; order: Order<ConnectionRow> }> = {
  followers: { whose: 'f.followee_id', other: 'f.follower_id', order: newestWith('f.follower_id') },
  following: { whose: 'f.follower_id', other: 'f.followee_id', order: newestWith('f.followee_id') },
  mutual: { whose: 'f.follower_id', other: 'f.followee_id', order: newestWith('f.followee_id') },
}

function newestWith(other: string): Order<ConnectionRow> {
  return orderedBy<ConnectionRow>(
    'desc',
    ['f.created_at', 'timestamptz', 'followed_at'],
    [other, 'uuid', 'id'],
  )
}

export const orderOf = (type: ConnectionType): Order<ConnectionRow> => lists[type].order

export async function selectConnections(
  db: Db,
  find: {
    personId: string
    type: ConnectionType
    viewer: string
    after: Key | undefined
    limit: number
  },
): Promise<ConnectionRow[]> {
  const { whose, other, order } = lists[find.type]
  const { rows } = await sql<ConnectionRow>`
    select u.id, u.name, u.profile_photo_url, u.is_verified, u.created_at, f.created_at as followed_at,
      ${tiesTo(find.viewer, 'u.id')}
    from (
      select f.* from marketplace.follow f
      where ${sql.ref(whose)} = ${find.personId}::uuid ${find.type === 'mutual' ? sql`and f.is_mutual` : sql``}
        and ${order.isPast(find.after)} and ${isVisible(find.viewer, other)}
      order by ${order.by} limit ${find.limit}) f
    join marketplace.users u on u.id = ${sql.ref(other)}
    order by ${order.by}`.execute(db)
  return rows
}

/** Cuts whatever somebody follows, and whoever follows them; triggers count it. @returns the edges. */
export async function deleteFollowsOf(db: Db, userId: string): Promise<Edge[]> {
  const { rows } = await sql<Edge>`
    delete from marketplace.follow where follower_id = ${userId} or followee_id = ${userId}
    returning follower_id as "followerId", followee_id as "followeeId"`.execute(db)
  return rows
}
