import { type Static, Type } from 'typebox'
import { Integer, OneOf } from '../../platform/operation/schema.ts'
import { CatalogueId } from '../ids.ts'
import { CategoryChanges, CategoryName, ExerciseChanges, ExerciseTitle, mediaTypes } from './contents.ts'
import type { CategoryRow, ExerciseRow } from './queries.ts'

// The catalogue as one document: what is exported can be imported, here or on another server.

/** So many categories, sub-categories and exercises in one document. */
export const mostItems = 5000
const many = { maxItems: mostItems }

const id = Type.Optional({
  ...CatalogueId,
  description: 'what it replaces; where there is no such thing, whatever has its name at its place',
})
const category = Type.Omit(CategoryChanges, ['name', 'version']).properties
const exercise = Type.Omit(ExerciseChanges, [
  'categoryId',
  'subCategoryId',
  'title',
  'mediaType',
  'version',
]).properties

const BundledExercise = Type.Object(
  { id, title: ExerciseTitle, mediaType: OneOf(mediaTypes), ...exercise },
  { title: 'BundledExercise' },
)
const exercises = Type.Optional(Type.Array(BundledExercise, many))
const BundledSubCategory = Type.Object(
  { id, name: CategoryName, ...category, exercises },
  { title: 'BundledSubCategory' },
)
const BundledCategory = Type.Object(
  {
    id,
    name: CategoryName,
    ...category,
    exercises,
    subCategories: Type.Optional(Type.Array(BundledSubCategory, many)),
  },
  { title: 'BundledCategory' },
)

export const CatalogBundle = Type.Object(
  {
    format: OneOf(['plaza-exercise-catalog']),
    formatVersion: Integer(1, 1),
    categories: Type.Array(BundledCategory, many),
  },
  { title: 'CatalogBundle' },
)
export type Bundle = Static<typeof CatalogBundle>
export type BundledCategory = Static<typeof BundledCategory>
export type BundledSubCategory = Static<typeof BundledSubCategory>
export type BundledExercise = Static<typeof BundledExercise>

export const countItems = ({ categories }: Bundle): number =>
  categories.reduce(
    (sum, { exercises = [], subCategories = [] }) =>
      sum +
      1 +
      exercises.length +
      subCategories.reduce((inner, part) => inner + 1 + (part.exercises?.length ?? 0), 0),
    0,
  )

const bundledExercise = (row: ExerciseRow): BundledExercise => ({
  id: row.id,
  title: row.title,
  description: row.description,
  mediaType: row.media_type,
  mediaKey: row.media_id,
  thumbnail: row.thumbnail_id,
  durationSec: row.duration_sec,
  modality: row.modality as NonNullable<BundledExercise['modality']>,
  steps: row.steps,
  breath: row.breath,
  sound: row.sound,
  suits: row.suits,
  level: row.level as NonNullable<BundledExercise['level']> | null,
  tags: row.tags,
  goodFor: row.good_for as NonNullable<BundledExercise['goodFor']>,
  isPremium: row.is_premium,
  order: row.position,
  status: row.status,
  translations: row.translations,
})

const bundledCategory = (row: CategoryRow) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  image: row.image_id,
  icon: row.icon_id,
  color: row.color,
  illustration: row.illustration,
  isPremium: row.is_premium,
  order: row.position,
  status: row.status,
  translations: row.translations,
})

/** @param categories and `exercises` in their order, with everything that is not deleted */
export function bundleOf(categories: readonly CategoryRow[], exercises: readonly ExerciseRow[]): Bundle {
  const below = Map.groupBy(exercises, (row) => row.sub_category_id ?? row.category_id)
  const exercisesOf = ({ id }: CategoryRow) => (below.get(id) ?? []).map(bundledExercise)
  const parts = Map.groupBy(categories, (row) => row.parent_id)
  return {
    format: 'plaza-exercise-catalog',
    formatVersion: 1,
    categories: (parts.get(null) ?? []).map((row) => ({
      ...bundledCategory(row),
      exercises: exercisesOf(row),
      subCategories: (parts.get(row.id) ?? []).map((part) => ({
        ...bundledCategory(part),
        exercises: exercisesOf(part),
      })),
    })),
  }
}
