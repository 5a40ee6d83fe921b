import type { Db } from '../../platform/db/database.ts'
import { findItem } from '../exercises/public.ts'
import { mismatchAt, noItemAt } from './problems.ts'

export interface Linked {
  categoryId: string | null
  subCategoryId: string | null
  exerciseId: string | null
}

export const unlinked: Linked = { categoryId: null, subCategoryId: null, exerciseId: null }

type Said = { [Name in keyof Linked]?: string | null | undefined }

/**
 * What a goal is moved by, with everything that it lies in. Nothing said leaves it as it was.
 * @throws NO_SUCH_ITEM or CATALOG_MISMATCH naming the field
 */
export async function linkOf(db: Db, said: Said, before: Linked): Promise<Linked> {
  const { categoryId, subCategoryId, exerciseId } = said
  if (categoryId === undefined && subCategoryId === undefined && exerciseId === undefined) return before
  const ids = {
    categoryId: categoryId ?? undefined,
    subCategoryId: subCategoryId ?? undefined,
    exerciseId: exerciseId ?? undefined,
  }
  if (!ids.categoryId && !ids.subCategoryId && !ids.exerciseId) return unlinked
  const item = await findItem(db, ids)
  if (typeof item === 'string') throw mismatchAt(item)
  if (!item?.isActive)
    throw noItemAt(ids.exerciseId ? 'exerciseId' : ids.subCategoryId ? 'subCategoryId' : 'categoryId')
  return { categoryId: item.categoryId, subCategoryId: item.subCategoryId, exerciseId: item.exerciseId }
}
