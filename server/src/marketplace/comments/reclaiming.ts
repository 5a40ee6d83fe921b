import type { Work } from '../../platform/operation/work.ts'
import { lockPerson } from '../users/public.ts'
import { takeBack } from './notice.ts'
import { clearCommentsBy } from './queries.ts'

/** Takes away what was said below listings in somebody's name. */
export async function clearCommentsOf(work: Work, { userId }: { userId: string }): Promise<void> {
  await lockPerson(work.db, userId)
  for (const id of await clearCommentsBy(work.db, userId, work.clock.now())) await takeBack(work, id)
}
