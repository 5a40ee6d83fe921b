import type { Work } from '../../platform/operation/work.ts'
import { lockBanks, removeBank } from './bank-queries.ts'
import { isUnderWayTo } from './payout-queries.ts'

/**
 * Takes the bank accounts off whom somebody takes over from, as far as money is still on its way to them.
 * @returns whether some is: then whom they are to the provider is needed until it has arrived.
 */
export async function removeBanksUnderWay(work: Work, userId: string): Promise<boolean> {
  const { db, clock } = work
  const banks = await lockBanks(db, userId)
  const underWay = await Promise.all(banks.map(({ id }) => isUnderWayTo(db, id)))
  if (!underWay.includes(true)) return false
  for (const { id } of banks) await removeBank(db, id, clock.now())
  return true
}
