import type { Db } from '../../platform/db/database.ts'
import type { Work } from '../../platform/operation/work.ts'
import { blockLifted, peopleParted } from './announcements.ts'
import { deleteBlock, insertBlock, lockPair } from './queries.ts'

interface Wish {
  blockerId: string
  blockedId: string
  isBlocked: boolean
}

/** Brings one person's block of another to a wanted state. @returns whether that changed anything. */
export async function setBlock(db: Db, { isBlocked, ...block }: Wish & { at: Date }): Promise<boolean> {
  await lockPair(db, block.blockerId, block.blockedId)
  return isBlocked ? insertBlock(db, block) : deleteBlock(db, block)
}

/** The same, and all that ends or changes with it, in the same transaction. */
export async function changeBlock(work: Work, { isBlocked, ...pair }: Wish): Promise<boolean> {
  const isChanged = await setBlock(work.db, { ...pair, isBlocked, at: work.clock.now() })
  if (isChanged) await work.announce(isBlocked ? peopleParted : blockLifted, pair)
  return isChanged
}
