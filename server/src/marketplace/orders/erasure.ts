import { purgeUploads } from '../../platform/media/jobs.ts'
import type { Work } from '../../platform/operation/work.ts'
import { emptyDecisionsOf, emptyStatementsOf } from './dispute-queries.ts'
import { forgetWordsOfOrders } from './queries.ts'

/** Takes the words and pictures of somebody who left out of disputes, of which the other one keeps theirs. */
export async function forgetStatementsOf(work: Work, { id }: { id: string }, most: number): Promise<number> {
  const emptied = await emptyStatementsOf(work.db, id, most)
  await purgeUploads(work, emptied.flat())
  return emptied.length
}

export const forgetDecisionsOf = ({ db }: Work, { id }: { id: string }, most: number): Promise<number> =>
  emptyDecisionsOf(db, id, most)

export const forgetOrdersOf = ({ db }: Work, { id }: { id: string }, most: number): Promise<number> =>
  forgetWordsOfOrders(db, id, most)
