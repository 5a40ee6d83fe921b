import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isLive, isPublic } from '../posts/public.ts'
import { isVisible } from '../users/public.ts'

export interface ListingRow {
  id: string
  title: string
  description: string
  price_minor: number
  currency: string
  condition: string | null
  photo_ids: string[]
  place: string
  status: string
  is_live: boolean
  category_id: string
  category_name: string
  category_names: Record<string, string>
  seller_id: string
  /** Null of whoever does not want to be found. */
  seller_name: string | null
}

/** A listing as everybody may see it. */
export async function selectListing(db: Db, id: string, now: Date): Promise<ListingRow | undefined> {
  const { rows } = await sql<ListingRow>`
    select p.id, p.title, p.description, p.price_minor, p.currency, p.condition, p.photo_ids, p.place, p.status, ${isLive(now)} as is_live,
      c.id as category_id, c.name as category_name, c.names as category_names,
      u.id as seller_id, case when u.is_discoverable then u.name end as seller_name
    from marketplace.post p join marketplace.users u on u.id = p.author_id join marketplace.category c on c.id = p.category_id
    where p.id = ${id} and ${isPublic} and ${isVisible(null, 'p.author_id')}`.execute(db)
  return rows[0]
}

/** Whether everybody could see a listing that its author deleted. */
export async function wasDeletedByAuthor(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from marketplace.post p
    where p.id = ${id} and p.status in ('soft_deleted', 'deleted') and p.taken_down_at is null and p.published_at is not null
      and ${isVisible(null, 'p.author_id')}`.execute(db)
  return rows.length > 0
}

export interface PersonRow {
  id: string
  name: string
  bio: string | null
  profile_photo_url: string | null
  place: string
}

const isShown = sql<boolean>`(u.status = 'active' and u.limited_until is null and u.kind = 'member' and u.is_discoverable)`

/** Somebody who wants to be found. */
export async function selectShownPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select u.id, u.name, u.bio, u.profile_photo_url, u.place from marketplace.users u where u.id = ${id} and ${isShown}`.execute(
    db,
  )
  return rows[0]
}

export interface EntryRow {
  id: string
  title: string
  price_minor: number
  currency: string
  place: string
}

const mostEntries = 24
const entryColumns = sql`p.id, p.title, p.price_minor, p.currency, p.place`

/** The newest that somebody has on offer. */
export async function selectNewestOfPerson(db: Db, authorId: string, now: Date): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} from marketplace.post p
    where p.author_id = ${authorId} and ${isLive(now)} and p.published_at is not null
    order by p.published_at desc, p.id desc limit ${sql.lit(mostEntries)}`.execute(db)
  return rows
}

/** The newest that is on offer in some categories, each read by its own range of an index. */
export async function selectNewestIn(db: Db, categoryIds: readonly string[], now: Date): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} from unnest(${[...categoryIds]}::uuid[]) leaf (id) cross join lateral (
      select * from marketplace.post p
      where p.leaf_category_id = leaf.id and ${isLive(now)} and ${isVisible(null, 'p.author_id')}
      order by p.published_at desc, p.id desc limit ${sql.lit(mostEntries)}
    ) p order by p.published_at desc, p.id desc limit ${sql.lit(mostEntries)}`.execute(db)
  return rows
}

export interface CategoryRow {
  id: string
  parent_id: string | null
  name: string
  names: Record<string, string>
}

const categoryColumns = sql`c.id, c.parent_id, c.name, c.names`
const isOpen = sql<boolean>`(c.is_enabled and c.deleted_at is null and c.merged_into is null)`

/** A category, or the one that it was merged into, with those right below it, itself first; nothing where it is not open. */
export async function selectCategoryWithParts(db: Db, id: string): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    with top as (
      select c.id from marketplace.category asked join marketplace.category c on c.id = coalesce(asked.moved_to, asked.id)
      where asked.id = ${id} and ${isOpen}
    )
    select ${categoryColumns} from top join marketplace.category c on c.id = top.id or c.parent_id = top.id
    where ${isOpen} order by (c.id <> top.id), c.position, c.name, c.id`.execute(db)
  return rows
}

export async function selectOpenCategories(db: Db): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select ${categoryColumns} from marketplace.category c where ${isOpen} order by c.position, c.name, c.id`.execute(
    db,
  )
  return rows
}

type Table = 'marketplace.post' | 'marketplace.users'

/** Where each part of a table begins, by a walk along its primary key from the last that is known. */
export async function selectFirsts(
  db: Db,
  table: Table,
  { after, rows: size }: { after: string | null; rows: number },
): Promise<string[]> {
  const from = sql.table(table)
  const next = (id: RawBuilder<unknown>) =>
    sql`(select t.id from ${from} t where t.id > ${id} order by t.id offset ${sql.lit(size - 1)} limit 1)`
  const begin =
    after === null ? sql`(select t.id from ${from} t order by t.id limit 1)` : next(sql`${after}::uuid`)
  const { rows } = await sql<{ id: string }>`
    with recursive part (id) as (
      select ${begin} union all select ${next(sql`part.id`)} from part where part.id is not null
    )
    select id from part where id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

interface Range {
  first: string
  before: string | null
  limit: number
}

const isIn = (id: string, { first, before }: Range) =>
  sql<boolean>`(${sql.ref(id)} >= ${first}::uuid and (${before}::uuid is null or ${sql.ref(id)} < ${before}::uuid))`

export interface KnownPage {
  id: string
  changed_at: Date
}

/** The listings on offer between two ids. */
export async function selectListingPages(db: Db, range: Range, now: Date): Promise<KnownPage[]> {
  const { rows } = await sql<KnownPage>`
    select p.id, p.updated_at as changed_at from marketplace.post p
    where ${isIn('p.id', range)} and ${isLive(now)} and ${isVisible(null, 'p.author_id')} order by p.id limit ${range.limit}`.execute(
    db,
  )
  return rows
}

/** The people between two ids who want to be found and have something on offer. */
export async function selectPersonPages(db: Db, range: Range, now: Date): Promise<KnownPage[]> {
  const { rows } = await sql<KnownPage>`
    select u.id, u.updated_at as changed_at from marketplace.users u
    where ${isIn('u.id', range)} and ${isShown}
      and exists (select from marketplace.post p where p.author_id = u.id and ${isLive(now)} and p.published_at is not null)
    order by u.id limit ${range.limit}`.execute(db)
  return rows
}
