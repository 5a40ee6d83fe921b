import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { payeeNews } from '../payments/public.ts'
import { advancePayout } from './jobs.ts'
import { lookAtPayee } from './payee-jobs.ts'
import { findPayeeNamed } from './payee-queries.ts'
import { findPayoutNamed } from './payout-queries.ts'

export { payoutAsked } from './announcements.ts'
export { type OwnedBank, selectBank } from './bank-queries.ts'
export { keepBank } from './kept-bank.ts'
export { payeeRowOf } from './payee.ts'
export { keepPayee } from './payee-queries.ts'
export type { PayoutRow } from './payout-queries.ts'
export { personalData } from './personal-data.ts'
export { payoutsHeld, verificationRequired } from './problems.ts'
export { keep as keepPayout } from './progress.ts'
export { removeBanksUnderWay } from './reclaiming.ts'
export { requestPayout } from './requesting.ts'

/** Asks how that stands of which the provider has news; of what is none of ours, nothing is asked. */
export async function followPayeeNews(
  { db, enqueue }: Work,
  { kind, id }: Announced<(typeof payeeNews)['data']>,
): Promise<void> {
  if (kind === 'payout') {
    const payoutId = await findPayoutNamed(db, id)
    if (payoutId !== undefined) await enqueue(advancePayout, { payoutId })
    return
  }
  const payee = await findPayeeNamed(db, id)
  if (payee) await enqueue(lookAtPayee, { payeeRowId: payee.id })
}
