import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import {
  type ExerciseRow,
  exerciseColumns,
  type NewCategory,
  type NewExercise,
  type Status,
} from './queries.ts'

// What administrators change of the catalogue. Whoever changes it holds `lockCatalogue` to the end.

/** Changes of the catalogue run one after the other: each goes by what stands above and beside it. */
export async function lockCatalogue(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('wellness.catalogue', 43))`.execute(db)
}

export type ChangedCategory = Omit<NewCategory, 'position'> & { position: number }

/** Writes a category anew. A sub-category that moves takes its exercises with it. */
export async function updateCategory(db: Db, category: ChangedCategory, now: Date): Promise<void> {
  await sql`
    update wellness.category set version = version + 1, parent_id = ${category.parentId}::uuid, name = ${category.name},
      description = ${category.description}, image_id = ${category.imageId}::uuid, icon_id = ${category.iconId}::uuid,
      color = ${category.color}::text, illustration = ${category.illustration}::text, position = ${category.position},
      is_premium = ${category.isPremium}, status = ${category.status}, translations = ${JSON.stringify(category.translations)}::jsonb,
      updated_at = ${now}
    where id = ${category.id}`.execute(db)
  if (category.parentId !== null)
    await sql`
      update wellness.exercise set category_id = ${category.parentId}, version = version + 1, updated_at = ${now}
      where sub_category_id = ${category.id} and category_id <> ${category.parentId}`.execute(db)
}

/** What else of a category's siblings has one of its translated names. @returns the first language. */
export async function findTakenName(
  db: Db,
  { id, parentId, translations }: Pick<NewCategory, 'id' | 'parentId' | 'translations'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ language: string }>`
    select t.key as language from wellness.category c
    join jsonb_each(${JSON.stringify(translations)}::jsonb) t on lower(c.translations -> t.key ->> 'name') = lower(t.value ->> 'name')
    where c.parent_id is not distinct from ${parentId}::uuid and c.deleted_at is null and c.id <> ${id} order by 1 limit 1`.execute(
    db,
  )
  return rows[0]?.language
}

/** What else beside an exercise has one of its translated titles. @returns the first language. */
export async function findTakenTitle(
  db: Db,
  { id, categoryId, subCategoryId, translations }: NewExercise,
): Promise<string | undefined> {
  const { rows } = await sql<{ language: string }>`
    select t.key as language from wellness.exercise e
    join jsonb_each(${JSON.stringify(translations)}::jsonb) t on lower(e.translations -> t.key ->> 'title') = lower(t.value ->> 'title')
    where e.category_id = ${categoryId} and e.sub_category_id is not distinct from ${subCategoryId}::uuid and e.deleted_at is null and e.id <> ${id}
    order by 1 limit 1`.execute(db)
  return rows[0]?.language
}

/** @returns how many of each stand below a category: what is not deleted, and of this what people are offered. */
export async function countBelow(db: Db, id: string): Promise<{ all: number; shown: number }> {
  const { rows } = await sql<{ all: number; shown: number }>`
    select count(*)::int as all, (count(*) filter (where is_shown))::int as shown from (
      select status = 'ACTIVE' as is_shown from wellness.category where parent_id = ${id} and deleted_at is null
      union all
      select is_offered from wellness.exercise where (category_id = ${id} or sub_category_id = ${id}) and deleted_at is null) below`.execute(
    db,
  )
  return rows[0] ?? { all: 0, shown: 0 }
}

/** @returns whether it had another status. */
export async function setCategoryStatus(db: Db, id: string, status: Status, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update wellness.category set status = ${status}, version = version + 1, updated_at = ${now}
    where id = ${id} and status <> ${status}`.execute(db)
  return Number(numAffectedRows) > 0
}

/** Gives everything below a category its status. @returns how many had another, and which exercises of them. */
export async function setStatusBelow(
  db: Db,
  id: string,
  status: Status,
  now: Date,
): Promise<{ count: number; exerciseIds: string[] }> {
  const categories = await sql`
    update wellness.category set status = ${status}, version = version + 1, updated_at = ${now}
    where parent_id = ${id} and deleted_at is null and status <> ${status}`.execute(db)
  const { rows } = await sql<{ id: string }>`
    update wellness.exercise set status = ${status}, version = version + 1, updated_at = ${now}
    where (category_id = ${id} or sub_category_id = ${id}) and deleted_at is null and status <> ${status} returning id`.execute(
    db,
  )
  return { count: Number(categories.numAffectedRows) + rows.length, exerciseIds: rows.map((row) => row.id) }
}

/** Deletes a category with everything below it. Their rows stay for the history of people. @returns the exercises */
export async function deleteBranch(db: Db, id: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update wellness.exercise set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where (category_id = ${id} or sub_category_id = ${id}) and deleted_at is null returning id`.execute(db)
  await sql`
    update wellness.category set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where (id = ${id} or parent_id = ${id}) and deleted_at is null`.execute(db)
  return rows.map((row) => row.id)
}

/** An exercise as administrators see it: any that is not deleted. */
export async function selectKeptExercise(db: Db, id: string): Promise<ExerciseRow | undefined> {
  const { rows } = await sql<ExerciseRow>`
    select ${exerciseColumns()}, e.is_offered from wellness.exercise e where e.id = ${id} and e.deleted_at is null`.execute(
    db,
  )
  return rows[0]
}

export type ChangedExercise = Omit<NewExercise, 'position'> & { position: number }

export async function updateExercise(
  db: Db,
  exercise: ChangedExercise,
  now: Date,
): Promise<ExerciseRow | undefined> {
  const { rows } = await sql<ExerciseRow>`
    update wellness.exercise e set version = e.version + 1, category_id = ${exercise.categoryId}, sub_category_id = ${exercise.subCategoryId}::uuid,
      title = ${exercise.title}, description = ${exercise.description}, media_type = ${exercise.mediaType}, media_id = ${exercise.mediaId}::uuid,
      thumbnail_id = ${exercise.thumbnailId}::uuid, duration_sec = ${exercise.durationSec}::int, modality = ${exercise.modality},
      steps = ${JSON.stringify(exercise.steps)}::jsonb, breath = ${JSON.stringify(exercise.breath)}::jsonb, sound = ${exercise.sound}::text,
      suits = ${exercise.suits}::text[], level = ${exercise.level}::text, tags = ${exercise.tags}::text[], good_for = ${exercise.goodFor}::text[],
      is_premium = ${exercise.isPremium}, position = ${exercise.position}, status = ${exercise.status},
      translations = ${JSON.stringify(exercise.translations)}::jsonb, updated_at = ${now}
    where e.id = ${exercise.id} and e.deleted_at is null
    returning ${exerciseColumns()}, e.is_offered`.execute(db)
  return rows[0]
}

/** @returns the exercise, unless there is none. */
export async function setExerciseStatus(
  db: Db,
  id: string,
  status: Status,
  now: Date,
): Promise<ExerciseRow | undefined> {
  const { rows } = await sql<ExerciseRow>`
    update wellness.exercise e set status = ${status}, version = e.version + (e.status <> ${status})::int,
      updated_at = case when e.status <> ${status} then ${now}::timestamptz else e.updated_at end
    where e.id = ${id} and e.deleted_at is null returning ${exerciseColumns()}, e.is_offered`.execute(db)
  return rows[0]
}

/** @returns whether there was such an exercise. */
export async function deleteExercise(db: Db, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update wellness.exercise set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where id = ${id} and deleted_at is null`.execute(db)
  return Number(numAffectedRows) > 0
}

/** What stands beside one another: the categories, the parts of one, or the exercises of one place. */
export type Beside = 'category' | 'exercise'
const placeOf = {
  category: sql`coalesce(parent_id, '00000000-0000-0000-0000-000000000000')`,
  exercise: sql`coalesce(sub_category_id, category_id)`,
}

/** @returns of some ids the place of each that is not deleted. */
export async function selectPlaces(
  db: Db,
  table: Beside,
  ids: readonly string[],
): Promise<{ id: string; place: string }[]> {
  const { rows } = await sql<{ id: string; place: string }>`
    select id, ${placeOf[table]} as place from ${sql.table(`wellness.${table}`)}
    where id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(db)
  return rows
}

/** Puts what stands at one place into the order of its ids. What they do not name comes behind, as it stood. */
export async function putInOrder(
  db: Db,
  table: Beside,
  { ids, place }: { ids: readonly string[]; place: string },
): Promise<void> {
  const name = table === 'category' ? sql`name` : sql`title`
  await sql`
    with placed as (
      select id, row_number() over (order by array_position(${[...ids]}::uuid[], id) nulls last, position, ${name}, id) - 1 as position
      from ${sql.table(`wellness.${table}`)} where ${placeOf[table]} = ${place}::uuid and deleted_at is null
    )
    update ${sql.table(`wellness.${table}`)} t set position = p.position from placed p where p.id = t.id and t.position <> p.position`.execute(
    db,
  )
}

const removedAtOnce = 200

/** Takes the files from what was deleted before, some at a time. @returns their uploads, one for each use. */
export async function takeFilesOfDeleted(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string | null }>`
    with gone as (
      select id, media_id, thumbnail_id from wellness.exercise
      where deleted_at < ${before} and deleted_at is not null and (media_id is not null or thumbnail_id is not null)
      limit ${removedAtOnce} for update
    ), taken as (
      update wellness.exercise e set media_id = null, thumbnail_id = null from gone where e.id = gone.id returning gone.*
    ), gone_categories as (
      select id, image_id, icon_id from wellness.category
      where deleted_at < ${before} and deleted_at is not null and (image_id is not null or icon_id is not null)
      limit ${removedAtOnce} for update
    ), taken_categories as (
      update wellness.category c set image_id = null, icon_id = null from gone_categories g where c.id = g.id returning g.*
    )
    select unnest(array[media_id, thumbnail_id]) as id from taken
    union all select unnest(array[image_id, icon_id]) from taken_categories`.execute(db)
  return rows.flatMap(({ id }) => id ?? [])
}

/** Keeps for each exercise how much it is practised, and what that does to a feeling. Nothing else of it changes. */
export async function keepAppeal(
  db: Db,
  appeal: readonly { exerciseId: string; popularity: number; moodLift: number }[],
): Promise<void> {
  await sql`
    update wellness.exercise e set popularity = a.popularity, mood_lift = a.mood_lift
    from unnest(${appeal.map(({ exerciseId }) => exerciseId)}::uuid[], ${appeal.map(({ popularity }) => popularity)}::int[],
      ${appeal.map(({ moodLift }) => moodLift)}::double precision[]) a (id, popularity, mood_lift)
    where e.id = a.id and (e.popularity, e.mood_lift) is distinct from (a.popularity, a.mood_lift)`.execute(
    db,
  )
}
