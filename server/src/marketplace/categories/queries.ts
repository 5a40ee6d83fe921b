import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
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

const columns = sql`id, version, parent_id, name, slug, names, icon, position, is_enabled, attribute_schema, expiration_days, created_at, updated_at`

/** What those who file things under a category know of it. */
export interface UsableCategory {
  id: string
  parent_id: string | null
  expiration_days: number
  /** Only when everything above it is, too. */
  is_enabled: boolean
  /** What its listings may say, by its own word and by those above it; the lowest speaks last. */
  definitions: AttributeDefinition[]
}

export async function findCategory(db: Db, id: string): Promise<UsableCategory | undefined> {
  const { rows } = await sql<UsableCategory>`
    with recursive up as (
      select c.id, c.parent_id, c.is_enabled, c.attribute_schema, 1 as level from marketplace.category c where c.id = ${id}
      union all
      select c.id, c.parent_id, c.is_enabled, c.attribute_schema, up.level + 1 from marketplace.category c join up on c.id = up.parent_id
    )
    select id, parent_id, expiration_days, (select bool_and(up.is_enabled) from up) as is_enabled, coalesce((
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

export interface Branch {
  /** The category and everything below it, with what is being merged into any of them. */
  ids: string[]
  /** What listings in the branch may say: by the categories above it as well. */
  definitions: AttributeDefinition[]
}

/** Some categories, each with all that is below it and in their order; no ids where there is none. */
export async function findBranches(db: Db, roots: readonly string[]): Promise<Branch[]> {
  if (roots.length === 0) return []
  const { rows } = await sql<Branch>`
    with recursive root as (
      select asked.place, coalesce(c.merged_into, c.id) as id
      from unnest(${[...roots]}::uuid[]) with ordinality asked(id, place)
      left join marketplace.category c on c.id = asked.id
    ), below as (
      select root.place, c.id, c.attribute_schema from root join marketplace.category c on c.id = root.id
      union all
      select below.place, c.id, c.attribute_schema from marketplace.category c join below on c.parent_id = below.id where c.deleted_at is null
    ), up as (
      select root.place, c.parent_id, '[]'::jsonb as attribute_schema from root join marketplace.category c on c.id = root.id
      union all
      select up.place, c.parent_id, c.attribute_schema from marketplace.category c join up on c.id = up.parent_id
    ), member as (
      select place, id from below
      union all
      select below.place, c.id from marketplace.category c join below on c.merged_into = below.id
    )
    select coalesce((select array_agg(id order by id) from member where member.place = root.place), '{}') as ids, coalesce((
      select jsonb_agg(said) from (select * from below union all select place, parent_id, attribute_schema from up) known
      cross join lateral jsonb_array_elements(known.attribute_schema) said where known.place = root.place
    ), '[]') as definitions
    from root order by root.place`.execute(db)
  return rows
}

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

/** Every category; siblings come in their order. */
export async function selectCategories(db: Db): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select ${columns} from marketplace.category where deleted_at is null order by position, lower(name), id`.execute(
    db,
  )
  return rows
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
  db: Db,
  category: NewCategory,
  now: Date,
): Promise<CategoryRow | undefined> {
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
  db: Db,
  category: NewCategory,
  now: Date,
): Promise<CategoryRow | undefined> {
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
export async function moveChildren(db: Db, from: string, into: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update marketplace.category set parent_id = ${into}, version = version + 1, updated_at = ${now}
    where parent_id = ${from} and deleted_at is null returning id`.execute(db)
  await sql`update marketplace.make_model set category_id = ${into} where category_id = ${from}`.execute(db)
  return rows.map((row) => row.id)
}

/** A merged category whose listings have all arrived leads nowhere any more. */
export async function endMerge(db: Db, id: string): Promise<void> {
  await sql`update marketplace.category set merged_into = null where id = ${id} and merged_into is not null`.execute(
    db,
  )
}

/** @param into where the listings in it are going, and those on their way to it; null when there are none. */
export async function deleteCategory(db: Db, id: string, into: string | null, now: Date): Promise<void> {
  await sql`
    update marketplace.category set deleted_at = ${now}, updated_at = ${now}, version = version + 1, merged_into = ${into}
    where id = ${id} and deleted_at is null`.execute(db)
  await sql`update marketplace.category set merged_into = ${into} where merged_into = ${id}`.execute(db)
}
