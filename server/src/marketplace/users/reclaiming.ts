import type { Work } from '../../platform/operation/work.ts'
import { changeBlock } from './blocking.ts'
import { deleteMutesOf, selectBlockedBy } from './queries.ts'

/** Lets everybody be seen and heard again whom somebody blocked or muted in another's name. */
export async function forgetSilenceOf(work: Work, { userId }: { userId: string }): Promise<void> {
  await deleteMutesOf(work.db, userId)
  for (const blockedId of await selectBlockedBy(work.db, userId))
    await changeBlock(work, { blockerId: userId, blockedId, isBlocked: false })
}
