import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { deleteOldSnapshots, insertCategoryRanks, insertRanks } from './queries.ts'
import { lists } from './score-queries.ts'

type Writing = Pick<Work, 'db' | 'clock'>

export const categoryList = 'categories'

/** Ranks listings anew, in every list. */
export async function writeRanks({ db, clock }: Writing): Promise<void> {
  const now = clock.now()
  for (const [list, scored] of Object.entries(lists)) {
    await deleteOldSnapshots(db, list, now)
    await insertRanks(db, { id: newId(), list }, scored(now), now)
  }
}

/** Counts anew how much there is in categories, and how much it is looked at. */
export async function writeCategoryRanks({ db, clock }: Writing): Promise<void> {
  const now = clock.now()
  await deleteOldSnapshots(db, categoryList, now)
  await insertCategoryRanks(db, newId(), categoryList, now)
}
