import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Order, orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { FeelingLabel } from '../feelings/public.ts'

/** In an order, which more than one may have. */
export const lastPlace = 10_000

export type Status = 'ACTIVE' | 'INACTIVE'
export type Illustration = 'BREATH' | 'STILLNESS' | 'MOVEMENT' | 'NIGHT' | 'PAPER' | 'FOCUS'
export type Sound = 'RAIN' | 'WAVES' | 'WIND' | 'TRAIN' | 'BOWLS'
export type Modality = 'MEDITATION' | 'BREATHING' | 'MOVEMENT' | 'MUSIC' | 'UNGUIDED' | 'OTHER'
export type ExerciseLevel = 'BEGINNER' | 'INTERMEDIATE' | 'ADVANCED'
export type DayPart = 'MORNING' | 'DAY' | 'EVENING' | 'NIGHT'
export type Translations = Record<string, Record<string, string>>

/** What an exercise says in another language; of its steps the words alone, one for each. */
export interface ExerciseTexts {
  title?: string
  description?: string
  steps?: string[]
}

export interface CategoryRow {
  id: string
  version: number
  parent_id: string | null
  name: string
  description: string
  image_id: string | null
  icon_id: string | null
  color: string | null
  illustration: Illustration | null
  position: number
  is_premium: boolean
  status: Status
  translations: Translations
  exercise_count: number
  sub_category_count: number
  created_at: Date
  updated_at: Date
}

export const categoryColumns = (
  isPremium = sql`c.is_premium`,
) => sql`c.id, c.version, c.parent_id, c.name, c.description, c.image_id, c.icon_id, c.color, c.illustration, c.position,
  ${isPremium} as is_premium, c.status, c.translations, c.created_at, c.updated_at`

// What people need a subscription for: whatever is premium, and everything below it.
const isPremiumCategory = sql`(c.is_premium or exists (
  select from wellness.category up where up.id = c.parent_id and up.is_premium))`
// Kept beside each exercise by a trigger, of it and of what it stands under.
const isPremiumExercise = sql`e.needs_subscription`

// What a person sees of the catalogue: nothing below something inactive. Kept in the same way.
const isOffered = sql`e.is_offered`

async function count(db: Db, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${matching}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Search text as a pattern; the signs that mean something in one are taken literally. */
export const containing = (text: string | null) =>
  text === null ? null : `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Categories, or what stands below them. */
export type Level = 'top' | 'sub'

interface OfferedFilter {
  level: Level
  parentId: string | null
  q: string | null
}

/** By what is asked for, so that the order of an index serves each. */
function isOfferedCategory({ level, parentId, q }: OfferedFilter): RawBuilder<unknown> {
  const isBelow = parentId === null ? sql`c.parent_id is not null` : sql`c.parent_id = ${parentId}::uuid`
  const isOfLevel =
    level === 'top'
      ? sql`c.parent_id is null`
      : sql`${isBelow}
          and exists (select 1 from wellness.category up where up.id = c.parent_id and up.status = 'ACTIVE' and up.deleted_at is null)`
  const isFound = q === null ? sql`true` : sql`c.search_texts like wellness.folded(${containing(q)}::text)`
  return sql`c.deleted_at is null and c.status = 'ACTIVE' and ${isOfLevel} and ${isFound}`
}

export const countOfferedCategories = (db: Db, filter: OfferedFilter): Promise<number> =>
  count(db, sql`wellness.category c where ${isOfferedCategory(filter)}`)

/** As administrators put them. */
export const inPlace = orderedBy<CategoryRow>(
  'asc',
  ['c.position', 'int', 'position'],
  ['c.name', 'text', 'name'],
  ['c.id', 'uuid', 'id'],
)

/** The active categories, or the active sub-categories of one or of all of them, in their order. */
export async function selectOfferedCategories(
  db: Db,
  filter: OfferedFilter & {
    after: Key | undefined
    offset: number
    limit: number
  },
): Promise<CategoryRow[]> {
  const itsCategory = filter.level === 'top' ? sql`e.category_id` : sql`e.sub_category_id`
  // The exercises of a page are counted together: of each category by itself, a plan for any would read all of them each time.
  const { rows } = await sql<CategoryRow>`
    with shown as materialized (
      select ${categoryColumns(isPremiumCategory)} from wellness.category c
      where ${isOfferedCategory(filter)} and ${inPlace.isPast(filter.after)}
      order by ${inPlace.by} limit ${filter.limit} offset ${filter.offset}
    ), offered as (
      select ${itsCategory} as id, count(*) as exercises from wellness.exercise e
      where ${itsCategory} = any(array(select id from shown)) and e.deleted_at is null and ${isOffered} group by 1
    )
    select c.*, 0 as sub_category_count, coalesce(o.exercises, 0) as exercise_count
    from shown c left join offered o using (id) order by ${inPlace.by}`.execute(db)
  return rows
}

interface CategoryFilter extends OfferedFilter {
  status: Status | null
}

function isKeptCategory({ level, parentId, q, status }: CategoryFilter): RawBuilder<unknown> {
  const isBelow = parentId === null ? sql`c.parent_id is not null` : sql`c.parent_id = ${parentId}::uuid`
  const isOfLevel = level === 'top' ? sql`c.parent_id is null` : isBelow
  const isFound = q === null ? sql`true` : sql`c.search_texts like wellness.folded(${containing(q)}::text)`
  const isOfStatus = status === null ? sql`true` : sql`c.status = ${status}`
  return sql`c.deleted_at is null and ${isOfLevel} and ${isFound} and ${isOfStatus}`
}

export const countCategories = (db: Db, filter: CategoryFilter): Promise<number> =>
  count(db, sql`wellness.category c where ${isKeptCategory(filter)}`)

export const newestCategory = orderedBy<CategoryRow>(
  'desc',
  ['c.created_at', 'timestamptz', 'created_at'],
  ['c.id', 'uuid', 'id'],
)

export const sorts = ['newest', 'order'] as const
export type Sort = (typeof sorts)[number]
export const categoryOrders: Readonly<Record<Sort, Order<CategoryRow>>> = {
  newest: newestCategory,
  order: inPlace,
}

/** The categories, or the sub-categories of one or of all of them, as administrators see them. */
export async function selectCategories(
  db: Db,
  filter: CategoryFilter & {
    sort: Sort
    after: Key | undefined
    offset: number
    limit: number
  },
): Promise<CategoryRow[]> {
  const order = categoryOrders[filter.sort]
  return selectKept(
    db,
    filter.level,
    sql`${isKeptCategory(filter)} and ${order.isPast(filter.after)}
      order by ${order.by} limit ${filter.limit} offset ${filter.offset}`,
    order.by,
  )
}

/** One category or sub-category as administrators see it. */
export async function selectKeptCategory(db: Db, level: Level, id: string): Promise<CategoryRow | undefined> {
  const isOfLevel = level === 'top' ? sql`c.parent_id is null` : sql`c.parent_id is not null`
  const isIt = sql`c.id = ${id} and c.deleted_at is null and ${isOfLevel}`
  const [row] = await selectKept(db, level, isIt, sql`c.id`)
  return row
}

/** With what is below each counted together. */
async function selectKept(
  db: Db,
  level: Level,
  matching: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
): Promise<CategoryRow[]> {
  const itsCategory = level === 'top' ? sql`category_id` : sql`sub_category_id`
  const { rows } = await sql<CategoryRow>`
    with shown as materialized (
      select ${categoryColumns()} from wellness.category c where ${matching}
    ), kept as (
      select ${itsCategory} as id, count(*) as exercises from wellness.exercise
      where ${itsCategory} = any(array(select id from shown)) and deleted_at is null group by 1
    ), below as (
      select parent_id as id, count(*) as categories from wellness.category
      where parent_id = any(array(select id from shown)) and deleted_at is null group by 1
    )
    select c.*, coalesce(k.exercises, 0) as exercise_count, coalesce(b.categories, 0) as sub_category_count
    from shown c left join kept k using (id) left join below b using (id) order by ${by}`.execute(db)
  return rows
}

/** @returns the category, or with `isOffered` only if it and what it stands under are active. */
export async function selectCategory(
  db: Db,
  id: string,
  options: { isOffered: boolean },
): Promise<Pick<CategoryRow, 'id' | 'parent_id'> | undefined> {
  const { rows } = await sql<Pick<CategoryRow, 'id' | 'parent_id'>>`
    select c.id, c.parent_id from wellness.category c left join wellness.category up on up.id = c.parent_id
    where c.id = ${id} and c.deleted_at is null and up.deleted_at is null
      and (not ${options.isOffered}::boolean or (c.status = 'ACTIVE' and coalesce(up.status, 'ACTIVE') = 'ACTIVE'))`.execute(
    db,
  )
  return rows[0]
}

export interface NewCategory {
  id: string
  parentId: string | null
  name: string
  description: string
  imageId: string | null
  iconId: string | null
  color: string | null
  illustration: Illustration | null
  position: number | null
  isPremium: boolean
  status: Status
  translations: object
}

/** @returns undefined when the name is taken beside it. */
export async function insertCategory(
  db: Db,
  category: NewCategory,
  now: Date,
): Promise<CategoryRow | undefined> {
  const { rows } = await sql<CategoryRow>`
    insert into wellness.category as c
      (id, parent_id, name, description, image_id, icon_id, color, illustration, position, is_premium, status, translations, created_at, updated_at)
    select ${category.id}::uuid, ${category.parentId}::uuid, ${category.name}, ${category.description}, ${category.imageId}::uuid, ${category.iconId}::uuid,
      ${category.color}::text, ${category.illustration}::text,
      coalesce(${category.position}::int, (
        select least(max(s.position) + 1, ${sql.lit(lastPlace)}) from wellness.category s
        where s.parent_id is not distinct from ${category.parentId}::uuid and s.deleted_at is null), 0),
      ${category.isPremium}, ${category.status}, ${JSON.stringify(category.translations)}::jsonb, ${now}, ${now}
    on conflict do nothing
    returning ${categoryColumns()}, 0 as exercise_count, 0 as sub_category_count`.execute(db)
  return rows[0]
}

export interface ExerciseRow {
  id: string
  version: number
  category_id: string
  sub_category_id: string | null
  title: string
  description: string
  media_type: 'AUDIO' | 'VIDEO' | 'TEXT' | 'TIMER' | 'BREATHING'
  media_id: string | null
  thumbnail_id: string | null
  duration_sec: number | null
  modality: Modality
  steps: { text: string; durationSec?: number }[]
  breath: { phase: 'IN' | 'HOLD' | 'OUT'; seconds: number }[]
  sound: Sound | null
  suits: DayPart[]
  level: ExerciseLevel | null
  tags: string[]
  good_for: FeelingLabel[]
  is_premium: boolean
  position: number
  status: Status
  translations: Record<string, ExerciseTexts>
  is_offered: boolean
  created_at: Date
  updated_at: Date
}

export const exerciseColumns = (
  isPremium = sql`e.is_premium`,
) => sql`e.id, e.version, e.category_id, e.sub_category_id, e.title, e.description, e.media_type, e.media_id, e.thumbnail_id,
  e.duration_sec, e.modality, e.steps, e.breath, e.sound, e.suits, e.level, e.tags, e.good_for, ${isPremium} as is_premium, e.position, e.status, e.translations, e.created_at, e.updated_at`

/** An exercise with what its own page says of its category. */
export type PlacedExerciseRow = ExerciseRow & {
  /** Of its recording; undefined where nobody asked. */
  media_content_type?: string | null
  category: Pick<CategoryRow, 'name' | 'translations' | 'color' | 'illustration'>
}

const itsCategory = sql`(
  select json_build_object('name', c.name, 'translations', c.translations, 'color', c.color, 'illustration', c.illustration)
  from wellness.category c where c.id = e.category_id) as category`

interface ExerciseFilter {
  categoryId: string | null
  subCategoryId: string | null
  mediaType: string | null
}

/** As administrators put them. */
export const exercisesInPlace = orderedBy<ExerciseRow>(
  'asc',
  ['e.position', 'int', 'position'],
  ['e.title', 'text', 'title'],
  ['e.id', 'uuid', 'id'],
)

/** The exercises of a category that a person may see, in their order. */
export async function selectOfferedExercises(
  db: Db,
  filter: ExerciseFilter & {
    minDuration: number | null
    maxDuration: number | null
    feeling: string | null
    isPremium: boolean | null
    after: Key | undefined
    limit: number
  },
): Promise<ExerciseRow[]> {
  const { rows } = await sql<ExerciseRow>`
    select ${exerciseColumns(isPremiumExercise)}, true as is_offered from wellness.exercise e
    where e.category_id = ${filter.categoryId}::uuid and e.deleted_at is null and ${isOffered}
      and (${filter.subCategoryId}::uuid is null or e.sub_category_id = ${filter.subCategoryId}::uuid)
      and (${filter.mediaType}::text is null or e.media_type = ${filter.mediaType}::text)
      and (${filter.minDuration}::int is null or e.duration_sec >= ${filter.minDuration}::int)
      and (${filter.maxDuration}::int is null or e.duration_sec <= ${filter.maxDuration}::int)
      and (${filter.feeling}::text is null or e.good_for @> array[${filter.feeling}::text])
      and (${filter.isPremium}::boolean is null or ${isPremiumExercise} = ${filter.isPremium}::boolean)
      and ${exercisesInPlace.isPast(filter.after)}
    order by ${exercisesInPlace.by} limit ${filter.limit}`.execute(db)
  return rows
}

type KeptFilter = ExerciseFilter & { q: string | null; status: Status | null }

const isKeptExercise = (filter: KeptFilter) => sql`e.deleted_at is null
  and (${filter.categoryId}::uuid is null or e.category_id = ${filter.categoryId}::uuid)
  and (${filter.subCategoryId}::uuid is null or e.sub_category_id = ${filter.subCategoryId}::uuid)
  and (${filter.mediaType}::text is null or e.media_type = ${filter.mediaType}::text)
  and (${filter.status}::text is null or e.status = ${filter.status}::text)
  and (${filter.q}::text is null or e.search_texts like wellness.folded(${containing(filter.q)}::text))`

export const countExercises = (db: Db, filter: KeptFilter): Promise<number> =>
  count(db, sql`wellness.exercise e where ${isKeptExercise(filter)}`)

export const newestExercise = orderedBy<ExerciseRow>(
  'desc',
  ['e.created_at', 'timestamptz', 'created_at'],
  ['e.id', 'uuid', 'id'],
)

export const exerciseOrders: Readonly<Record<Sort, Order<ExerciseRow>>> = {
  newest: newestExercise,
  order: exercisesInPlace,
}

/** The exercises as administrators see them. */
export async function selectExercises(
  db: Db,
  filter: KeptFilter & {
    sort: Sort
    after: Key | undefined
    offset: number
    limit: number
  },
): Promise<ExerciseRow[]> {
  const order = exerciseOrders[filter.sort]
  const { rows } = await sql<ExerciseRow>`
    select ${exerciseColumns()}, ${isOffered} from wellness.exercise e
    where ${isKeptExercise(filter)}
      and ${order.isPast(filter.after)}
    order by ${order.by} limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return rows
}

/** An exercise whatever its status, and deleted ones too, for those who have it in their history. */
export async function selectExercise(db: Db, id: string): Promise<PlacedExerciseRow | undefined> {
  const { rows } = await sql<PlacedExerciseRow>`
    select ${exerciseColumns(isPremiumExercise)}, ${itsCategory}, ${isOffered}, (
      select content_type from platform.upload where id = e.media_id) as media_content_type
    from wellness.exercise e where e.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * An exercise that says it suits the part of the day, another one each day; where none does, the newest
 * one that suits every part.
 */
export async function selectSuggestion(
  db: Db,
  wanted: { userId: string; date: string; dayPart: DayPart; maxDuration: number; mayBePremium: boolean },
): Promise<PlacedExerciseRow | undefined> {
  const isFit = sql`${isOffered} and e.duration_sec <= ${wanted.maxDuration}::int
    and (${wanted.mayBePremium}::boolean or not ${isPremiumExercise})`
  const { rows } = await sql<PlacedExerciseRow>`
    with suited as (
      select e.id from wellness.exercise e where e.suits @> array[${wanted.dayPart}::text] and ${isFit}
      order by md5(${wanted.userId}::text || ${wanted.date}::text || e.id::text) limit 1
    ), newest as (
      select e.id from wellness.exercise e where e.suits = '{}' and ${isFit} and not exists (select from suited)
      order by e.created_at desc, e.id desc limit 1
    )
    select ${exerciseColumns(isPremiumExercise)}, ${itsCategory}, true as is_offered from wellness.exercise e
    where e.id = coalesce((select id from suited), (select id from newest))`.execute(db)
  return rows[0]
}

/** An exercise that is good for one of the feelings, for as many of them as one is, and another one each day. */
export async function selectHelpful(
  db: Db,
  wanted: {
    userId: string
    date: string
    feelings: readonly string[]
    maxDuration: number
    mayBePremium: boolean
  },
): Promise<PlacedExerciseRow | undefined> {
  const { rows } = await sql<PlacedExerciseRow>`
    select ${exerciseColumns(isPremiumExercise)}, ${itsCategory}, true as is_offered from wellness.exercise e
    where e.good_for && ${wanted.feelings}::text[] and ${isOffered} and e.duration_sec <= ${wanted.maxDuration}::int
      and (${wanted.mayBePremium}::boolean or not ${isPremiumExercise})
    order by cardinality(array(select unnest(e.good_for) intersect select unnest(${wanted.feelings}::text[]))) desc,
      md5(${wanted.userId}::text || ${wanted.date}::text || e.id::text)
    limit 1`.execute(db)
  return rows[0]
}

export interface NewExercise {
  id: string
  categoryId: string
  subCategoryId: string | null
  title: string
  description: string
  mediaType: string
  mediaId: string | null
  thumbnailId: string | null
  durationSec: number | null
  modality: string
  steps: object[]
  breath: object[]
  sound: Sound | null
  suits: readonly DayPart[]
  level: string | null
  tags: string[]
  goodFor: string[]
  isPremium: boolean
  position: number | null
  status: Status
  translations: Record<string, ExerciseTexts>
}

/** @returns undefined when the title is taken beside it. */
export async function insertExercise(
  db: Db,
  exercise: NewExercise,
  now: Date,
): Promise<ExerciseRow | undefined> {
  const { rows } = await sql<ExerciseRow>`
    insert into wellness.exercise as e
      (id, category_id, sub_category_id, title, description, media_type, media_id, thumbnail_id, duration_sec, modality, steps, breath, sound, suits, level,
       tags, good_for, is_premium, position, status, translations, created_at, updated_at)
    select ${exercise.id}::uuid, ${exercise.categoryId}::uuid, ${exercise.subCategoryId}::uuid, ${exercise.title}, ${exercise.description}, ${exercise.mediaType},
      ${exercise.mediaId}::uuid, ${exercise.thumbnailId}::uuid, ${exercise.durationSec}::int, ${exercise.modality},
      ${JSON.stringify(exercise.steps)}::jsonb, ${JSON.stringify(exercise.breath)}::jsonb, ${exercise.sound}::text, ${exercise.suits}::text[], ${exercise.level}::text, ${exercise.tags}::text[], ${exercise.goodFor}::text[], ${exercise.isPremium},
      coalesce(${exercise.position}::int, (
        select least(max(s.position) + 1, ${sql.lit(lastPlace)}) from wellness.exercise s where s.category_id = ${exercise.categoryId} and s.deleted_at is null), 0),
      ${exercise.status}, ${JSON.stringify(exercise.translations)}::jsonb, ${now}, ${now}
    on conflict do nothing
    returning ${exerciseColumns()}, ${isOffered}`.execute(db)
  return rows[0]
}

export interface ItemRow {
  category_id: string
  category_name: string
  sub_category_id: string | null
  sub_category_name: string | null
  exercise_id: string | null
  exercise_title: string | null
  duration_sec: number | null
  is_active: boolean
}

/** What a row of the catalogue is called in a language, as `localized` finds it in the whole row. */
function calledIn(language: string, alias: string, key: 'name' | 'title'): RawBuilder<string> {
  const tag = language.toLowerCase()
  return sql`coalesce((
    select t.value->>${sql.lit(key)} from jsonb_each(${sql.ref(`${alias}.translations`)}) t
    where lower(t.key) = any(${[tag, tag.split('-')[0]]}::text[]) and t.value->>${sql.lit(key)} <> ''
    order by length(t.key) desc limit 1), ${sql.ref(`${alias}.${key}`)})`
}

/**
 * An exercise with its categories, or a category that is practised as such, called as in a language. Inactive and deleted
 * ones say so.
 */
export async function selectItem(
  db: Db,
  asked: { exerciseId: string | null; categoryId: string | null; language: string },
): Promise<ItemRow | undefined> {
  const called = (alias: string, key: 'name' | 'title') => calledIn(asked.language, alias, key)
  const isLive = (alias: string) =>
    sql`${sql.ref(`${alias}.status`)} = 'ACTIVE' and ${sql.ref(`${alias}.deleted_at`)} is null`
  const { rows } = asked.exerciseId
    ? await sql<ItemRow>`
        select top.id as category_id, ${called('top', 'name')} as category_name, sub.id as sub_category_id, ${called('sub', 'name')} as sub_category_name,
          e.id as exercise_id, ${called('e', 'title')} as exercise_title, e.duration_sec,
          ${isLive('e')} and ${isLive('top')} and (sub.id is null or (${isLive('sub')})) as is_active
        from wellness.exercise e join wellness.category top on top.id = e.category_id
        left join wellness.category sub on sub.id = e.sub_category_id
        where e.id = ${asked.exerciseId}`.execute(db)
    : await sql<ItemRow>`
        select coalesce(top.id, c.id) as category_id, coalesce(${called('top', 'name')}, ${called('c', 'name')}) as category_name,
          case when top.id is not null then c.id end as sub_category_id, case when top.id is not null then ${called('c', 'name')} end as sub_category_name,
          null::uuid as exercise_id, null::text as exercise_title, null::int as duration_sec,
          ${isLive('c')} and (top.id is null or (${isLive('top')})) as is_active
        from wellness.category c left join wellness.category top on top.id = c.parent_id
        where c.id = ${asked.categoryId}`.execute(db)
  return rows[0]
}
