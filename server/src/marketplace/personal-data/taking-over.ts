import type { Work } from '../../platform/operation/work.ts'
import { erasePersonalData } from '../../platform/personal-data/queries.ts'
import { personalData as payments } from '../payments/public.ts'
import { personalData as payouts, removeBanksUnderWay } from '../payouts/public.ts'
import { personalData as support } from '../support/public.ts'
import { lockUser } from '../users/public.ts'
import { ownerOf } from './departure.ts'

const atOnce = 500

/**
 * Erases what would be erased if its owner left: cards, banks, and what they wrote to support. An account that is taken
 * over is nobody's to pay with but its owner's.
 */
export async function eraseForOwner(work: Work, { userId }: { userId: string }): Promise<void> {
  const user = await lockUser(work.db, userId)
  if (!user) return
  const banks = (await removeBanksUnderWay(work, userId)) ? [] : [payouts]
  const wish = { owner: ownerOf(user), isAnonymous: false, most: atOnce }
  let isDone = false
  while (!isDone) isDone = await erasePersonalData(work, [...banks, payments, support], wish)
}
