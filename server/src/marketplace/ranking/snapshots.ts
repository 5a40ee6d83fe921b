import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { deleteOldSnapshots, insertCategoryRanks, insertRanks } from './queries.ts'
import { type ListName, listNames, lists } from './score-queries.ts'

type Writing = Pick<Work, 'db' | 'clock'>

export const categoryList = 'categories'

/** Ranks listings anew in a list. */
export async function writeRank({ db, clock }: Writing, list: ListName): Promise<void> {
  const now = clock.now()
  await deleteOldSnapshots(db, list, now)
  await insertRanks(db, { id: newId(), list }, lists[list](now), now)
}

/** The same in every list. */
export async function writeRanks(work: Writing): Promise<void> {
  for (const list of listNames) await writeRank(work, list)
}

/** Counts anew how much there is in categories, and how much it is looked at. */
export async function writeCategoryRanks({ db, clock }: Writing): Promise<void> {
  const now = clock.now()
  await deleteOldSnapshots(db, categoryList, now)
  await insertCategoryRanks(db, newId(), categoryList, now)
}
