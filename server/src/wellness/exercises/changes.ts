import { violates } from '../../platform/db/failures.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Administrator } from '../access.ts'
import { exercisesRetired } from './announcements.ts'
import {
  type ChangedCategory,
  type ChangedExercise,
  countBelow,
  deleteBranch,
  findTakenName,
  findTakenTitle,
  setCategoryStatus,
  setStatusBelow,
  updateCategory,
  updateExercise,
} from './change-queries.ts'
import { replacePictures, replaceRecording } from './media.ts'
import {
  categoryNotFound,
  changedMeanwhile,
  hasChildren,
  noCategoryAt,
  noSuchExercise,
  subCategoryMismatch,
  takenAt,
} from './problems.ts'
import {
  type CategoryRow,
  type ExerciseRow,
  insertCategory,
  insertExercise,
  type Level,
  type NewCategory,
  type NewExercise,
  type Status,
  selectCategory,
  selectKeptCategory,
} from './queries.ts'

/** @throws VERSION_CONFLICT when somebody names another version than the row has. */
export function requireVersion(row: { version: number }, expected: number | undefined): void {
  if (expected !== undefined && expected !== row.version) throw changedMeanwhile()
}

/** @throws CATEGORY_NOT_FOUND of the id in the address */
export async function requireKept(db: Work['db'], level: Level, id: string): Promise<CategoryRow> {
  const row = await selectKeptCategory(db, level, id)
  if (!row) throw categoryNotFound()
  return row
}

/** @throws CATEGORY_NOT_FOUND naming the field, unless it is a category that stands at the top */
export async function requireTop(db: Work['db'], id: string, path = 'body.categoryId'): Promise<void> {
  const category = await selectCategory(db, id, { isOffered: false })
  if (!category || category.parent_id !== null) throw noCategoryAt(path)
}

/** Where an exercise is to stand. @throws CATEGORY_NOT_FOUND or SUBCATEGORY_MISMATCH */
async function requirePlace(
  db: Work['db'],
  { categoryId, subCategoryId }: Pick<NewExercise, 'categoryId' | 'subCategoryId'>,
): Promise<void> {
  await requireTop(db, categoryId)
  if (subCategoryId === null) return
  const sub = await selectCategory(db, subCategoryId, { isOffered: false })
  if (sub?.parent_id !== categoryId) throw subCategoryMismatch()
}

/** @throws NAME_TAKEN when a sibling is called so in a language */
async function requireFreeNames(
  db: Work['db'],
  category: Pick<NewCategory, 'id' | 'parentId' | 'translations'>,
): Promise<void> {
  const language = await findTakenName(db, category)
  if (language !== undefined) throw takenAt(`body.translations.${language}.name`)
}

/** @throws NAME_TAKEN when another exercise at its place is called so in a language */
async function requireFreeTitles(db: Work['db'], exercise: NewExercise): Promise<void> {
  const language = await findTakenTitle(db, exercise)
  if (language !== undefined) throw takenAt(`body.translations.${language}.title`)
}

/** @throws VALIDATION_FAILED where a language has words for more or fewer steps than there are */
function requireWordsOfSteps({ steps, translations }: Pick<NewExercise, 'steps' | 'translations'>): void {
  for (const [language, { steps: words }] of Object.entries(translations))
    if (words && words.length !== steps.length)
      throw invalidField(`body.translations.${language}.steps`, 'length', 'needs a text for each step')
}

/** Turns the database's refusal of a second name into the problem; for `catch`. */
function sayTaken(error: unknown): never {
  if (violates(error, 'category_name')) throw takenAt('body.name')
  if (violates(error, 'exercise_title')) throw takenAt('body.title')
  throw error
}

/** Adds a category where there is a place for it. @returns it as administrators see it */
export async function addCategory(
  work: Pick<Work, 'db' | 'clock'>,
  caller: Administrator,
  category: NewCategory,
): Promise<CategoryRow> {
  await requireFreeNames(work.db, category)
  const { imageId, iconId } = category
  await replacePictures(work, caller, {
    image: { old: null, wanted: imageId },
    icon: { old: null, wanted: iconId },
  })
  const row = await insertCategory(work.db, category, work.clock.now())
  if (!row) throw takenAt('body.name')
  return row
}

/** Adds an exercise, with its files. */
export async function addExercise(
  work: Pick<Work, 'db' | 'clock'>,
  caller: Administrator,
  exercise: NewExercise,
): Promise<ExerciseRow> {
  const { mediaType, mediaId, thumbnailId } = exercise
  requireWordsOfSteps(exercise)
  await requirePlace(work.db, exercise)
  await requireFreeTitles(work.db, exercise)
  await replaceRecording(work, caller, { old: null, wanted: mediaId, mediaType, oldType: mediaType })
  await replacePictures(work, caller, { thumbnail: { old: null, wanted: thumbnailId } })
  const row = await insertExercise(work.db, exercise, work.clock.now())
  if (!row) throw takenAt('body.title')
  return row
}

/** Writes a category anew, with its pictures. @returns it as administrators see it */
export async function changeCategory(
  work: Pick<Work, 'db' | 'clock'>,
  caller: Administrator,
  old: CategoryRow,
  wanted: ChangedCategory,
): Promise<CategoryRow> {
  const { db, clock } = work
  await requireFreeNames(db, wanted)
  await replacePictures(work, caller, {
    image: { old: old.image_id, wanted: wanted.imageId },
    icon: { old: old.icon_id, wanted: wanted.iconId },
  })
  await updateCategory(db, wanted, clock.now()).catch(sayTaken)
  return requireKept(db, wanted.parentId === null ? 'top' : 'sub', old.id)
}

/** Writes an exercise anew, with its files. What was recorded of it stays as it was. */
export async function changeExercise(
  work: Pick<Work, 'db' | 'clock' | 'announce'>,
  caller: Administrator,
  old: ExerciseRow,
  wanted: ChangedExercise,
): Promise<ExerciseRow> {
  const { db, clock } = work
  requireWordsOfSteps(wanted)
  await requirePlace(db, wanted)
  await requireFreeTitles(db, wanted)
  const { mediaType, mediaId } = wanted
  await replaceRecording(work, caller, {
    old: old.media_id,
    wanted: mediaId,
    mediaType,
    oldType: old.media_type,
  })
  await replacePictures(work, caller, {
    thumbnail: { old: old.thumbnail_id, wanted: wanted.thumbnailId },
  })
  const row = await updateExercise(db, wanted, clock.now()).catch(sayTaken)
  if (!row) throw noSuchExercise()
  if (row.status === 'INACTIVE' && old.status === 'ACTIVE') await tellRetired(work, [row.id])
  return row
}

/** Exercises are no longer offered for themselves; hidden by what they lie in, they may be back any time. */
export async function tellRetired(
  { announce }: Pick<Work, 'announce'>,
  exerciseIds: readonly string[],
): Promise<void> {
  if (exerciseIds.length > 0) await announce(exercisesRetired, { exerciseIds: [...exerciseIds] })
}

/**
 * Sets the status of a category. What is below is hidden with it, and comes back with it, each with a status of its
 * own; with `cascade` everything below gets the status too.
 * @returns how many things below it were hidden, shown or set
 */
export async function changeStatus(
  work: Pick<Work, 'db' | 'clock' | 'announce'>,
  id: string,
  { status, cascade }: { status: Status; cascade: boolean },
): Promise<number> {
  const { db } = work
  const now = work.clock.now()
  const before = await countBelow(db, id)
  const isNew = await setCategoryStatus(db, id, status, now)
  if (cascade) {
    const { count, exerciseIds } = await setStatusBelow(db, id, status, now)
    if (status === 'INACTIVE') await tellRetired(work, exerciseIds)
    return count
  }
  if (!isNew) return 0
  const after = await countBelow(db, id)
  return Math.max(before.shown, after.shown)
}

/** Deletes a category, with `force` also when something is below it. @throws HAS_CHILDREN */
export async function removeCategory(
  work: Pick<Work, 'db' | 'clock' | 'announce'>,
  id: string,
  force: boolean,
): Promise<void> {
  const { all } = await countBelow(work.db, id)
  if (all > 0 && !force) throw hasChildren()
  await tellRetired(work, await deleteBranch(work.db, id, work.clock.now()))
}
