import { sql } from 'kysely'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { isPublic } from '../posts/public.ts'
import { isVisible, isVisibleOfMany } from '../users/public.ts'

/** A collection as its owner finds it. */
export interface OwnCollection {
  id: string
  is_default: boolean
  is_removed: boolean
}

/** Whose it is stands in every condition; a foreign one is none. */
export async function findOwnCollection(
  db: Db,
  id: string,
  userId: string,
): Promise<OwnCollection | undefined> {
  const { rows } = await sql<OwnCollection>`
    select c.id, c.is_default, c.removed_at is not null as is_removed from marketplace.collection c
    where c.id = ${id} and c.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** By its name, whatever its capitals. */
export async function findCollectionNamed(
  db: Db,
  name: string,
  userId: string,
): Promise<OwnCollection | undefined> {
  const { rows } = await sql<OwnCollection>`
    select c.id, c.is_default, false as is_removed from marketplace.collection c
    where c.user_id = ${userId} and lower(c.name) = lower(${name}::text) and c.removed_at is null`.execute(db)
  return rows[0]
}

const nameOfDefault = 'All'

/** Whether a name is that of the collection that holds everything, whatever its capitals; it need not be there yet. */
export const isNameOfDefault = (name: string): boolean => name.toLowerCase() === nameOfDefault.toLowerCase()

/** The collection that holds everything a person saved; made when they first save something, who are locked. */
export async function ensureDefaultCollection(db: Db, id: string, userId: string, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select c.id from marketplace.collection c where c.user_id = ${userId} and c.is_default`.execute(db)
  if (rows[0]) return rows[0].id
  await sql`
    insert into marketplace.collection (id, user_id, name, is_default, post_count, created_at)
    select ${id}, ${userId}, ${nameOfDefault}, true, count(*), ${at} from marketplace.favourite where user_id = ${userId}`.execute(
    db,
  )
  return id
}

export async function countCollections(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from marketplace.collection where user_id = ${userId} and removed_at is null`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function insertCollection(
  db: Db,
  collection: { id: string; userId: string; name: string; at: Date },
): Promise<void> {
  await sql`
    insert into marketplace.collection (id, user_id, name, created_at)
    values (${collection.id}, ${collection.userId}, ${collection.name}, ${collection.at})`.execute(db)
}

interface Item {
  collectionId: string
  userId: string
  postId: string
}

export async function isCollected(db: Db, { collectionId, postId }: Item): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.collection_item where collection_id = ${collectionId} and post_id = ${postId}`.execute(
    db,
  )
  return rows.length > 0
}

/** Puts a saved listing into a named collection, or takes it out. */
export async function setCollected(db: Db, item: Item & { isWanted: boolean; at: Date }): Promise<void> {
  const { collectionId, userId, postId } = item
  await (item.isWanted
    ? sql`
        insert into marketplace.collection_item (collection_id, user_id, post_id, created_at)
        values (${collectionId}, ${userId}, ${postId}, ${item.at}) on conflict do nothing`
    : sql`delete from marketplace.collection_item where collection_id = ${collectionId} and post_id = ${postId}`
  ).execute(db)
}

/** Which collections of a person hold a listing that they saved; first that of everything. */
export async function selectCollectionsWith(db: Db, userId: string, postId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from marketplace.collection c
    where c.user_id = ${userId} and c.removed_at is null and (c.is_default or exists (
      select from marketplace.collection_item i where i.collection_id = c.id and i.post_id = ${postId}))
    order by c.is_default desc, c.created_at desc, c.id desc`.execute(db)
  return rows.map((row) => row.id)
}

export interface CollectionRow {
  id: string
  name: string
  is_default: boolean
  share_token: string | null
  created_at: Date
  /** Of what its owner sees now. */
  count: number
  /** Pictures of its newest listings. */
  cover: string[]
}

const coverPictures = 4

/**
 * Somebody's collections. The kept counts hold also what is of people whom its owner does not see now: that is
 * taken off, and is sought once among what they saved, which is bounded.
 */
export async function selectCollections(db: Db, userId: string): Promise<CollectionRow[]> {
  const items = sql`
    select f.post_id, f.created_at from marketplace.favourite f where c.is_default and f.user_id = ${userId}
    union all select i.post_id, i.created_at from marketplace.collection_item i where i.collection_id = c.id`
  const { rows } = await sql<CollectionRow>`
    with unseen as materialized (
      select f.post_id from marketplace.favourite f join marketplace.post p on p.id = f.post_id
      where f.user_id = ${userId} and not ${isVisibleOfMany(userId, 'p.author_id')}
    )
    select c.id, c.name, c.is_default, c.share_token, c.created_at,
      c.post_count - case when c.is_default then (select count(*) from unseen) else (
        select count(*) from unseen join marketplace.collection_item i on i.collection_id = c.id and i.post_id = unseen.post_id) end as count,
      array(
        select p.photo_ids[1] from (${items} order by created_at desc, post_id desc offset 0) item
        cross join lateral (select * from marketplace.post p where p.id = item.post_id offset 0) p
        where p.photo_ids[1] is not null and (p.author_id = ${userId} or ${isPublic}) and ${isVisible(userId, 'p.author_id')}
        order by item.created_at desc, item.post_id desc limit ${sql.lit(coverPictures)}) as cover
    from marketplace.collection c
    where c.user_id = ${userId} and c.removed_at is null
    order by c.is_default desc, c.created_at desc, c.id desc`.execute(db)
  return rows
}

/** A collection as its reader finds it. */
export interface ReadableCollection {
  id: string
  owner_id: string
  name: string
  is_default: boolean
}

/** A collection for its owner, and for whoever has its link while neither blocked the other. */
export async function findReadableCollection(
  db: Db,
  id: string,
  { viewer, shareToken }: { viewer: string | null; shareToken: string | null },
): Promise<ReadableCollection | undefined> {
  const { rows } = await sql<ReadableCollection>`
    select c.id, c.user_id as owner_id, c.name, c.is_default from marketplace.collection c
    where c.id = ${id} and c.removed_at is null and (c.user_id = ${viewer}::uuid
      or (c.share_token = ${shareToken}::text and ${isVisible(viewer, 'c.user_id')}))`.execute(db)
  return rows[0]
}

export async function setCollectionName(db: Db, id: string, name: string): Promise<void> {
  await sql`update marketplace.collection set name = ${name} where id = ${id}`.execute(db)
}

/** Opens a collection to whoever has the token, or to nobody any more; one that is open keeps its own. */
export async function setShareToken(
  db: Db,
  id: string,
  userId: string,
  token: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ share_token: string | null }>`
    update marketplace.collection set share_token = case when ${token}::text is not null then coalesce(share_token, ${token}) end
    where id = ${id} and user_id = ${userId} returning share_token`.execute(db)
  return rows[0]?.share_token ?? null
}

/** Empties a collection and leaves of it that it was there. */
export async function clearCollection(db: Db, id: string, at: Date): Promise<void> {
  await sql`delete from marketplace.collection_item where collection_id = ${id}`.execute(db)
  await sql`
    update marketplace.collection set removed_at = ${at}, name = '', share_token = null where id = ${id}`.execute(
    db,
  )
}

export async function selectCollectedPosts(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    select post_id from marketplace.collection_item where collection_id = ${id}`.execute(db)
  return rows.map((row) => row.post_id)
}

/** Lets go of those of some listings that are in a collection still. @returns which they were. */
export async function deleteCollected(
  db: Db,
  { id, userId }: { id: string; userId: string },
  postIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    delete from marketplace.favourite f
    where f.user_id = ${userId} and ${isOneOf(sql`f.post_id`, postIds)} and exists (
      select from marketplace.collection_item i where i.collection_id = ${id} and i.post_id = f.post_id)
    returning f.post_id`.execute(db)
  return rows.map((row) => row.post_id)
}
