import type { Work } from '../../platform/operation/work.ts'
import { takeBack } from './notice.ts'
import { deleteFollow, deleteFollowsOf, lockCounts } from './queries.ts'

/** Between two people of whom one blocked the other nobody follows anybody, and nobody is told that they did. */
export async function endFollows(
  work: Work,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  await lockCounts(work.db, [blockerId, blockedId])
  for (const edge of [
    { followerId: blockerId, followeeId: blockedId },
    { followerId: blockedId, followeeId: blockerId },
  ])
    if (await deleteFollow(work.db, edge)) await takeBack(work, edge)
}

/** Nobody follows somebody any more, nor they anybody. */
export async function endFollowsOf(work: Work, { userId }: { userId: string }): Promise<void> {
  for (const edge of await deleteFollowsOf(work.db, userId)) await takeBack(work, edge)
}
