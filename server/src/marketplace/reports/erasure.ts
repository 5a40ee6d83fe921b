import { purgeUploads } from '../../platform/media/jobs.ts'
import type { Work } from '../../platform/operation/work.ts'
import { emptyReportsOf } from './queries.ts'

/** Takes the words and pictures out of some reports of somebody who left; what they reported stays. @returns how many. */
export async function forgetReportsOf(work: Work, { id }: { id: string }, most: number): Promise<number> {
  const emptied = await emptyReportsOf(work.db, id, most)
  await purgeUploads(work, emptied.flat())
  return emptied.length
}
