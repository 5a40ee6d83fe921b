import type { Work } from '../../platform/operation/work.ts'
import { completionsMoved } from './announcements.ts'
import type { Shared } from './sharing-queries.ts'

/** Has the goals follow that go by what else was completed meanwhile. */
export async function announceShared(
  { announce }: Pick<Work, 'announce'>,
  userId: string,
  shared: readonly Shared[],
): Promise<void> {
  for (const each of shared) await announce(completionsMoved, { userId, ...each })
}
