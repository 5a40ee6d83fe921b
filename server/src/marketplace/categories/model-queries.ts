import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { uuidPattern } from '../../platform/operation/schema.ts'

/** What a make is called in the list of models, in any case. @param make its name, or the id of one of its models */
export async function selectMake(db: Db, make: string): Promise<string | undefined> {
  const { rows } = await sql<{ make: string }>`
    select lower(m.make) as make from marketplace.make_model m
    where lower(m.make) = lower(${make}) or m.id = (case when ${make}::text ~* ${uuidPattern} then ${make} end)::uuid limit 1`.execute(
    db,
  )
  return rows[0]?.make
}

export interface ModelRow {
  id: string
  make: string
  model: string
  first_year: number | null
  last_year: number | null
}

/** The models of a make, by name. What belongs to no category belongs to each. */
export async function selectModels(
  db: Db,
  make: string,
  { year, categoryIds, q }: { year: number | null; categoryIds: readonly string[] | null; q: string | null },
): Promise<ModelRow[]> {
  const said = q === null ? sql`true` : sql`m.model ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}::text`
  const isHere =
    categoryIds === null
      ? sql`true`
      : sql`(m.category_id is null or m.category_id = any(${[...categoryIds]}::uuid[]))`
  const { rows } = await sql<ModelRow>`
    select m.id, m.make, m.model, m.first_year, m.last_year from marketplace.make_model m
    where lower(m.make) = ${make} and ${said} and ${isHere}
      and (${year}::int is null or (coalesce(m.first_year, ${year}) <= ${year} and coalesce(m.last_year, ${year}) >= ${year}))
    order by lower(m.model), m.id limit 1000`.execute(db)
  return rows
}

export interface FiledModelRow extends ModelRow {
  make_key: string
  model_key: string
  category_id: string | null
}

/** By make and model, in any case. */
export const modelsByName = orderedBy<FiledModelRow>(
  'asc',
  [sql`lower(m.make)`, 'text', 'make_key'],
  [sql`lower(m.model)`, 'text', 'model_key'],
)

/** All models, or those from a make on. */
export async function selectAllModels(
  db: Db,
  { from, after, limit }: { from: string | null; after: Key | undefined; limit: number },
): Promise<FiledModelRow[]> {
  const { rows } = await sql<FiledModelRow>`
    select m.id, m.make, m.model, m.first_year, m.last_year, m.category_id, lower(m.make) as make_key, lower(m.model) as model_key
    from marketplace.make_model m
    where ${from === null ? sql`true` : sql`lower(m.make) >= lower(${from})`} and ${modelsByName.isPast(after)}
    order by ${modelsByName.by} limit ${limit}`.execute(db)
  return rows
}

export interface GivenModel {
  make: string
  model: string
  first_year: number | null
  last_year: number | null
  category_id: string | null
}

/** How many models a file would add, change and remove. */
export interface ModelChanges {
  added: number
  changed: number
  removed: number
}

const given = (models: readonly (GivenModel & { id: string })[]) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(models)}::jsonb)
    as g(id uuid, make text, model text, first_year int, last_year int, category_id uuid)`

const differs = sql`(m.make, m.model, m.first_year, m.last_year, m.category_id)
  is distinct from (g.make, g.model, g.first_year, g.last_year, g.category_id)`

const isSame = sql`lower(m.make) = lower(g.make) and lower(m.model) = lower(g.model)`

/** @param isWhole whether what is not given goes. */
export async function compareModels(
  db: Db,
  models: readonly (GivenModel & { id: string })[],
  isWhole: boolean,
): Promise<ModelChanges> {
  const { rows } = await sql<ModelChanges>`
    select count(*) filter (where m.id is null)::int as added, count(*) filter (where g.make is null and ${isWhole})::int as removed,
      count(*) filter (where m.id is not null and g.make is not null and ${differs})::int as changed
    from (${given(models)}) g full join marketplace.make_model m on ${isSame}`.execute(db)
  return rows[0] ?? { added: 0, changed: 0, removed: 0 }
}

/** Writes models as they are given; one that is known keeps its id. @param isWhole whether what is not given goes. */
export async function writeModels(
  db: Db,
  models: readonly (GivenModel & { id: string })[],
  isWhole: boolean,
): Promise<void> {
  if (isWhole)
    await sql`
      delete from marketplace.make_model m where not exists (select from (${given(models)}) g where ${isSame})`.execute(
      db,
    )
  await sql`
    insert into marketplace.make_model as m (id, make, model, first_year, last_year, category_id)
    select g.id, g.make, g.model, g.first_year, g.last_year, g.category_id from (${given(models)}) g order by lower(g.make), lower(g.model)
    on conflict (lower(make), lower(model)) do update set
      make = excluded.make, model = excluded.model, first_year = excluded.first_year, last_year = excluded.last_year,
      category_id = excluded.category_id
    where (m.make, m.model, m.first_year, m.last_year, m.category_id)
      is distinct from (excluded.make, excluded.model, excluded.first_year, excluded.last_year, excluded.category_id)`.execute(
    db,
  )
}
