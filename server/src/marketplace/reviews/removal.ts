import type { Work } from '../../platform/operation/work.ts'
import { lockPerson } from '../users/public.ts'
import { takeBackReview } from './notice.ts'
import { returnReview, withdrawReview } from './queries.ts'

interface Named {
  id: string
  authorId: string
}

/** Takes a review away from everybody but its author, and out of the sums. @returns whether it stood. */
export async function removeReview(work: Work, { id, authorId }: Named): Promise<boolean> {
  await lockPerson(work.db, authorId)
  const gone = await withdrawReview(work.db, id)
  if (gone) await takeBackReview(work, gone)
  return gone !== undefined
}

/** Puts back a review that was taken away. */
export async function restoreReview({ db }: Work, { id, authorId }: Named): Promise<void> {
  await lockPerson(db, authorId)
  await returnReview(db, id)
}
