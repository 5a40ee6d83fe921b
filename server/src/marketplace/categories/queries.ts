import { type RawBuilder, sql } from 'kysely'
import { cached } from '../../platform/cache.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { AttributeDefinition } from './attributes.ts'

export interface CategoryRow {
  id: string
  version: number
  parent_id: string | null
  name: string
  slug: string
  names: Record<string, string>
  icon: string
  position: number
  is_enabled: boolean
  attribute_schema: AttributeDefinition[]
  expiration_days: number
  created_at: Date
  updated_at: Date
}

/** Nothing stands behind it; more than one may stand there. */
export const lastPosition = 10_000

const columns = sql`id, version, parent_id, name, slug, names, icon, position, is_enabled, attribute_schema, expiration_days, created_at, updated_at`

export interface KnownCategory extends CategoryRow {
  is_deleted: boolean
  /** Where the listings of a deleted one are going, until all have arrived. */
  merged_into: string | null
  /** Where a merged one went, and whoever asks for it is led, for good. */
  moved_to: string | null
  /** Of its name in every language, as a search has them. */
  words: string[]
}

/** All categories, by what leads to them; siblings come in their order. */
export interface CategoryTree {
  /** Without the deleted ones. */
  rows: readonly KnownCategory[]
  byId: ReadonlyMap<string, KnownCategory>
  /** Without the deleted ones. */
  childrenOf: ReadonlyMap<string | null, readonly KnownCategory[]>
  mergedInto: ReadonlyMap<string | null, readonly KnownCategory[]>
}

/** What every process keeps of the categories, and reads go by. */
export const categoryTree = cached('marketplace.category', async (db): Promise<CategoryTree> => {
  const { rows: all } = await sql<KnownCategory>`
    select ${columns}, deleted_at is not null as is_deleted, merged_into, moved_to,
      tsvector_to_array(to_tsvector('english', concat_ws(' ', name,
        (select string_agg(value, ' ') from jsonb_each_text(names))))) as words
    from marketplace.category order by position, lower(name), id`.execute(db)
  const rows = all.filter((row) => !row.is_deleted)
  return {
    rows,
    byId: new Map(all.map((row) => [row.id, row])),
    childrenOf: Map.groupBy(rows, (row) => row.parent_id),
    mergedInto: Map.groupBy(all, (row) => row.merged_into),
  }
})

/** Who writes categories has the processes forget those they keep. */
type Writing = Pick<Work, 'db' | 'invalidate'>

/** What those who file things under a category know of it. */
export interface UsableCategory {
  id: string
  name: string
  parent_id: string | null
  parent_name: string | null
  expiration_days: number
  /** Only when everything above it is, too. */
  is_enabled: boolean
  /** What its listings may say, by its own word and by those above it; the lowest speaks last. */
  definitions: AttributeDefinition[]
}

export async function findCategory(db: Db, id: string): Promise<UsableCategory | undefined> {
  const { rows } = await sql<UsableCategory>`
    with recursive up as (
      select c.id, c.name, c.parent_id, c.is_enabled, c.attribute_schema, 1 as level from marketplace.category c where c.id = ${id}
      union all
      select c.id, c.name, c.parent_id, c.is_enabled, c.attribute_schema, up.level + 1 from marketplace.category c join up on c.id = up.parent_id
    )
    select id, name, parent_id, (select up.name from up where up.level = 2) as parent_name, expiration_days, (select bool_and(up.is_enabled) from up) as is_enabled, coalesce((
      select jsonb_agg(said.definition order by up.level desc, said.place)
      from up cross join lateral jsonb_array_elements(up.attribute_schema) with ordinality said(definition, place)
    ), '[]') as definitions
    from marketplace.category where id = ${id} and deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return { ...row, definitions: [...new Map(row.definitions.map((one) => [one.key, one])).values()] }
}

/**
 * Keeps a category where it is until the caller's transaction ends: nobody moves, merges or deletes
 * it meanwhile. @returns its id, or the id of the one that it is merged into; undefined when it is gone.
 */
export async function holdCategory(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ merged_into: string | null }>`
    select merged_into from marketplace.category
    where id = ${id} and (deleted_at is null or merged_into is not null) for share`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return row.merged_into === null ? id : holdCategory(db, row.merged_into)
}

/** The ids of a category and everything below it, as a subquery: `category_id in (${descendantsOf(id)})`. */
export const descendantsOf = (id: string): RawBuilder<{ id: string }> => sql`
  with recursive below as (
    select c.id from marketplace.category c where c.id = ${id}::uuid
    union select c.id from marketplace.category c join below on c.parent_id = below.id where c.deleted_at is null
  ) select id from below`

const treeLock = 7_301_945

/** Lets one change of the tree happen at a time: cycles and depth cannot be seen row by row. */
export async function lockTree(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${treeLock}::bigint)`.execute(db)
}

export async function selectCategory(db: Db, id: string): Promise<CategoryRow | undefined> {
  const { rows } =
    await sql<CategoryRow>`select ${columns} from marketplace.category where id = ${id} and deleted_at is null`.execute(
      db,
    )
  return rows[0]
}

export async function wasDeleted(db: Db, id: string): Promise<boolean> {
  const { rows } =
    await sql`select id from marketplace.category where id = ${id} and deleted_at is not null`.execute(db)
  return rows.length > 0
}

/** How many levels stand above a category, itself included, and how many below it. */
export async function measure(db: Db, id: string): Promise<{ depth: number; height: number }> {
  const { rows } = await sql<{ depth: number; height: number }>`
    with recursive up as (
      select c.parent_id, 1 as level from marketplace.category c where c.id = ${id}
      union all select c.parent_id, up.level + 1 from marketplace.category c join up on c.id = up.parent_id
    ), below as (
      select c.id, 0 as level from marketplace.category c where c.id = ${id}
      union all select c.id, below.level + 1 from marketplace.category c join below on c.parent_id = below.id where c.deleted_at is null
    )
    select (select max(level) from up)::int as depth, (select max(level) from below)::int as height`.execute(
    db,
  )
  return rows[0] ?? { depth: 0, height: 0 }
}

export async function isWithin(db: Db, id: string, root: string): Promise<boolean> {
  const { rows } = await sql<{
    is_within: boolean
  }>`select ${id}::uuid in (${descendantsOf(root)}) as is_within`.execute(db)
  return rows[0]?.is_within ?? false
}

/** The place behind all that stand below a category, or at the top. */
export async function nextPosition(db: Db, parentId: string | null): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select least(coalesce(max(position) + 1, 0), ${lastPosition}) as position from marketplace.category
    where parent_id is not distinct from ${parentId}::uuid and deleted_at is null`.execute(db)
  return rows[0]?.position ?? 0
}

export interface NewCategory {
  id: string
  parentId: string | null
  name: string
  slug: string
  names: Record<string, string>
  icon: string
  position: number
  isEnabled: boolean
  attributeSchema: AttributeDefinition[]
  expirationDays: number
}

/** @returns undefined when a sibling has the name. */
export async function insertCategory(
  { db, invalidate }: Writing,
  category: NewCategory,
  now: Date,
): Promise<CategoryRow | undefined> {
  invalidate(categoryTree)
  const { rows } = await sql<CategoryRow>`
    insert into marketplace.category (id, parent_id, name, slug, names, icon, position, is_enabled, attribute_schema, expiration_days, created_at, updated_at)
    values (${category.id}, ${category.parentId}, ${category.name}, ${category.slug}, ${JSON.stringify(category.names)}::jsonb,
      ${category.icon}, ${category.position}, ${category.isEnabled}, ${JSON.stringify(category.attributeSchema)}::jsonb, ${category.expirationDays}, ${now}, ${now})
    on conflict (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), slug) where deleted_at is null do nothing
    returning ${columns}`.execute(db)
  return rows[0]
}

/** Writes all of a category's fields. @throws the database's error when a sibling has the name. */
export async function updateCategory(
  { db, invalidate }: Writing,
  category: NewCategory,
  now: Date,
): Promise<CategoryRow | undefined> {
  invalidate(categoryTree)
  const { rows } = await sql<CategoryRow>`
    update marketplace.category set parent_id = ${category.parentId}, name = ${category.name}, slug = ${category.slug}, names = ${JSON.stringify(category.names)}::jsonb,
      icon = ${category.icon}, position = ${category.position}, is_enabled = ${category.isEnabled},
      attribute_schema = ${JSON.stringify(category.attributeSchema)}::jsonb, expiration_days = ${category.expirationDays},
      version = version + 1, updated_at = ${now}
    where id = ${category.id} and deleted_at is null returning ${columns}`.execute(db)
  return rows[0]
}

/** Keeps a category, and listings from being filed under it, until the transaction ends. */
export async function lockCategory(db: Db, id: string): Promise<void> {
  await sql`select id from marketplace.category where id = ${id} for update`.execute(db)
}

/** Moves children and models from one category to another. @returns the children. */
export async function moveChildren(
  { db, invalidate }: Writing,
  from: string,
  into: string,
  now: Date,
): Promise<string[]> {
  invalidate(categoryTree)
  const { rows } = await sql<{ id: string }>`
    update marketplace.category set parent_id = ${into}, version = version + 1, updated_at = ${now}
    where parent_id = ${from} and deleted_at is null returning id`.execute(db)
  await sql`update marketplace.make_model set category_id = ${into} where category_id = ${from}`.execute(db)
  return rows.map((row) => row.id)
}

/** Nothing is filed by way of a merged category any more, once its listings have all arrived. */
export async function endMerge({ db, invalidate }: Writing, id: string): Promise<void> {
  invalidate(categoryTree)
  await sql`update marketplace.category set merged_into = null where id = ${id} and merged_into is not null`.execute(
    db,
  )
}

/** @param into where it went with all that ever went into it, and their listings are going; null when there are none. */
export async function deleteCategory(
  { db, invalidate }: Writing,
  id: string,
  into: string | null,
  now: Date,
): Promise<void> {
  invalidate(categoryTree)
  await sql`
    update marketplace.category set deleted_at = ${now}, updated_at = ${now}, version = version + 1,
      merged_into = ${into}, moved_to = ${into}
    where id = ${id} and deleted_at is null`.execute(db)
  await sql`
    update marketplace.category set moved_to = ${into}, merged_into = case when merged_into is not null then ${into}::uuid end
    where moved_to = ${id}`.execute(db)
}
