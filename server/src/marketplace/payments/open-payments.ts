import type { Work } from '../../platform/operation/work.ts'
import { accountHasBalance } from '../wallet/public.ts'
import { countUnderWay } from './payment-queries.ts'

/** @throws ACCOUNT_HAS_BALANCE while a card of somebody who wants to leave is being charged */
export async function refuseWithPayments({ db }: Work, { userId }: { userId: string }): Promise<void> {
  const payments = await countUnderWay(db, userId)
  if (payments > 0) throw accountHasBalance({ details: { payments } })
}
