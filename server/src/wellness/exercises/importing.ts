import { isDeepStrictEqual } from 'node:util'
import { newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Administrator } from '../access.ts'
import type { Bundle, BundledCategory, BundledExercise, BundledSubCategory } from './bundle.ts'
import { selectCatalogue } from './bundle-queries.ts'
import { addCategory, addExercise, changeCategory, changeExercise } from './changes.ts'
import { changedCategory, changedExercise, newCategory, newExercise } from './contents.ts'
import type { CategoryRow, ExerciseRow } from './queries.ts'

/** What an import makes of one thing. */
export interface Change {
  kind: 'CATEGORY' | 'SUB_CATEGORY' | 'EXERCISE'
  action: 'CREATE' | 'UPDATE'
  id: string
  name: string
  /** Of an update: what is not as it was. */
  fields: string[]
}

export interface Imported {
  changes: Change[]
  unchanged: number
}

/** Where a thing stands, and what it is called there, whatever its case. */
const placed = (parentId: string | null, name: string) => `${parentId ?? ''} ${name.toLowerCase()}`

/**
 * Writes what a document says into the catalogue: what it names is created or changed, the rest stays. Nothing is
 * deleted. The catalogue is locked.
 * @throws what the operations of each thing throw, with where it stands in the document
 */
export async function importBundle(
  work: Pick<Work, 'db' | 'clock' | 'announce'>,
  caller: Administrator,
  bundle: Bundle,
): Promise<Imported> {
  const known = await knownThings(work.db)
  const writing: Writing = { work, caller, known, imported: { changes: [], unchanged: 0 } }
  for (const [index, category] of bundle.categories.entries()) {
    const path = `body.categories.${index}`
    const id = await writeCategory(writing, category, null, path)
    await writeExercises(writing, category.exercises ?? [], { categoryId: id, subCategoryId: null }, path)
    for (const [place, part] of (category.subCategories ?? []).entries()) {
      const inner = `${path}.subCategories.${place}`
      const subCategoryId = await writeCategory(writing, part, id, inner)
      await writeExercises(writing, part.exercises ?? [], { categoryId: id, subCategoryId }, inner)
    }
  }
  return writing.imported
}

interface Writing {
  work: Pick<Work, 'db' | 'clock' | 'announce'>
  caller: Administrator
  known: Awaited<ReturnType<typeof knownThings>>
  imported: Imported
}

async function knownThings(db: Work['db']) {
  const { categories, exercises } = await selectCatalogue(db)
  return {
    categories: new Map(categories.map((row) => [row.id, row])),
    exercises: new Map(exercises.map((row) => [row.id, row])),
    categoriesAt: new Map(categories.map((row) => [placed(row.parent_id, row.name), row])),
    exercisesAt: new Map(
      exercises.map((row) => [placed(row.sub_category_id ?? row.category_id, row.title), row]),
    ),
  }
}

/** Says where in the document a refusal belongs. */
async function at<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Problem) || !error.extra.fields) throw error
    const fields = error.extra.fields.map((field) => ({ ...field, path: field.path.replace(/^body/, path) }))
    throw new Problem(error.status, error.code, error.message, { ...error.extra, fields })
  }
}

const differences = (old: object, wanted: object): string[] =>
  Object.entries(wanted)
    .filter(([key, value]) => !isDeepStrictEqual(value, Reflect.get(old, key)))
    .map(([key]) => key)

/** @returns the id of the category. */
async function writeCategory(
  { work, caller, known, imported }: Writing,
  item: BundledCategory | BundledSubCategory,
  parentId: string | null,
  path: string,
): Promise<string> {
  const kind = parentId === null ? 'CATEGORY' : 'SUB_CATEGORY'
  const old = known.categories.get(item.id ?? '')
  const isOfLevel = old !== undefined && (old.parent_id === null) === (parentId === null)
  const row: CategoryRow | undefined = isOfLevel ? old : known.categoriesAt.get(placed(parentId, item.name))
  if (!row) {
    const category = newCategory(newId(), parentId, item)
    const { id } = await at(path, () => addCategory(work, caller, category))
    imported.changes.push({ kind, action: 'CREATE', id, name: item.name, fields: [] })
    return id
  }
  const wanted = changedCategory(row, parentId, item)
  const fields = differences(changedCategory(row, row.parent_id, {}), wanted)
  if (fields.length === 0) imported.unchanged += 1
  else {
    await at(path, () => changeCategory(work, caller, row, wanted))
    imported.changes.push({ kind, action: 'UPDATE', id: row.id, name: item.name, fields })
  }
  return row.id
}

async function writeExercises(
  { work, caller, known, imported }: Writing,
  items: readonly BundledExercise[],
  place: { categoryId: string; subCategoryId: string | null },
  parentPath: string,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    const path = `${parentPath}.exercises.${index}`
    const row: ExerciseRow | undefined =
      known.exercises.get(item.id ?? '') ??
      known.exercisesAt.get(placed(place.subCategoryId ?? place.categoryId, item.title))
    const change = { kind: 'EXERCISE', name: item.title } as const
    if (!row) {
      const { id } = await at(path, () =>
        addExercise(work, caller, newExercise(newId(), { ...item, ...place })),
      )
      imported.changes.push({ ...change, action: 'CREATE', id, fields: [] })
      continue
    }
    const wanted = changedExercise(row, { ...item, ...place })
    const fields = differences(changedExercise(row, {}), wanted)
    if (fields.length === 0) imported.unchanged += 1
    else {
      await at(path, () => changeExercise(work, caller, row, wanted))
      imported.changes.push({ ...change, action: 'UPDATE', id: row.id, fields })
    }
  }
}
