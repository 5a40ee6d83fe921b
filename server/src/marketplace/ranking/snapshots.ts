import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { gatherMostViewed, gatherTrending } from './gathering.ts'
import { deleteOldSnapshots, insertCategoryRanks, insertRanks } from './queries.ts'
import { usualSize } from './shortlist.ts'
import { windows } from './window-queries.ts'
import { countAllLooks } from './windows.ts'

type Writing = Pick<Work, 'db' | 'clock'>

export const categoryList = 'categories'
/** Every list of listings. */
export const listNames = ['trending', ...windows] as const
export type ListName = (typeof listNames)[number]

/** How much one statement reads or writes. */
const usual = { listings: 500, squares: 10, places: 2000 }

/**
 * Ranks listings anew in a list. It is read first, so that the old one is there until the new one is, and little time
 * passes from the first write to the last.
 */
export async function writeRank(
  { db, clock }: Writing,
  list: ListName,
  portions = usual,
  size = usualSize,
): Promise<void> {
  const now = clock.now()
  const reading = { now, portions, size }
  const ranked =
    list === 'trending' ? await gatherTrending(db, reading) : await gatherMostViewed(db, list, reading)
  await deleteOldSnapshots(db, list, now, portions.places)
  await insertRanks(db, { id: newId(), list, now }, ranked, portions.places)
}

/** The same in every list, of views that are all counted anew. */
export async function writeRanks(work: Writing): Promise<void> {
  await countAllLooks(work)
  for (const list of listNames) await writeRank(work, list)
}

/** Counts anew how much there is in categories, and how much it is looked at. */
export async function writeCategoryRanks({ db, clock }: Writing): Promise<void> {
  const now = clock.now()
  await deleteOldSnapshots(db, categoryList, now, usual.places)
  await insertCategoryRanks(db, newId(), categoryList, now)
}
