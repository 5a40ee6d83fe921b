import type { Db } from '../../platform/db/database.ts'
import { type ItemRow, selectItem } from './queries.ts'

export { exercisesRetired } from './announcements.ts'
export { keepAppeal, lockCatalogue, selectKeptExercise } from './change-queries.ts'
export { dayParts, mediaTypes, statuses, Tag } from './contents.ts'
export {
  type CandidateRow,
  type ExerciseFilterOfAll,
  offeredOrders,
  selectByIds,
  selectCandidates,
  selectOffered,
} from './offered-queries.ts'
export { categoryNotFound, noCategoryAt, noSuchExercise, subCategoryNotFound } from './problems.ts'
export {
  countExercises,
  type DayPart,
  exerciseOrders,
  exercisesInPlace,
  insertCategory,
  insertExercise,
  type PlacedExerciseRow,
  selectCategory,
  selectExercise,
  selectExercises,
  selectHelpful,
  selectOfferedExercises,
  selectSuggestion,
  sorts,
} from './queries.ts'
export {
  ExerciseDetail,
  ExerciseRecord,
  FoundExercise,
  LanguageHeader,
  localized,
  OfferedExercise,
  type OwnPractice,
  type Practice,
  presentDetail,
  presentOfferedExercise,
  presentRecord,
  presentSuggestion,
  type Reason,
  SuggestedExercise,
} from './shapes.ts'

/** Something that can be practised: an exercise, or a category as such. */
export interface CatalogueItem {
  categoryId: string
  categoryName: string
  subCategoryId: string | null
  subCategoryName: string | null
  exerciseId: string | null
  exerciseTitle: string | null
  durationSec: number | null
}

/** What the columns say that was practised, of the catalogue's rows as of those that keep its names. */
export const itemOfRow = (row: Omit<ItemRow, 'is_active'>): CatalogueItem => ({
  categoryId: row.category_id,
  categoryName: row.category_name,
  subCategoryId: row.sub_category_id,
  subCategoryName: row.sub_category_name,
  exerciseId: row.exercise_id,
  exerciseTitle: row.exercise_title,
  durationSec: row.duration_sec,
})

/**
 * Finds what a person practised, called as in a language, from the narrowest id given; the wider ones must be its ancestors.
 * @returns undefined when there is no such item, or the name of the id that is no ancestor.
 */
export async function findItem(
  db: Db,
  ids: {
    categoryId?: string | undefined
    subCategoryId?: string | undefined
    exerciseId?: string | undefined
  },
  language = '',
): Promise<(CatalogueItem & { isActive: boolean }) | 'categoryId' | 'subCategoryId' | undefined> {
  const { categoryId, subCategoryId, exerciseId } = ids
  const row = await selectItem(db, {
    exerciseId: exerciseId ?? null,
    categoryId: subCategoryId ?? categoryId ?? null,
    language,
  })
  if (!row) return undefined
  if (!exerciseId && (row.sub_category_id !== null) !== (subCategoryId !== undefined)) return undefined
  if (categoryId !== undefined && categoryId !== row.category_id) return 'categoryId'
  if (subCategoryId !== undefined && subCategoryId !== row.sub_category_id) return 'subCategoryId'
  return { ...itemOfRow(row), isActive: row.is_active }
}
