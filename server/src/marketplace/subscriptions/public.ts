import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import { cardInUse, type cardRemoved } from '../payments/public.ts'
import { lockLive, needsCard, updateSubscription } from './queries.ts'

export { settlePlanPayment } from './billing.ts'
export { followDisputedPlan } from './disputed.ts'
export { endSubscriptionOf } from './end-with-account.ts'
export { standingOf, triedPlan } from './entitlement.ts'
export { passGate, quotasOf } from './gate.ts'
export { noteMail } from './notices.ts'
export { personalData } from './personal-data.ts'
export { freeKey } from './plan-queries.ts'
export { quotaExceeded } from './problems.ts'
export { isOpening } from './queries.ts'
export { SubscriptionRecord } from './shapes.ts'
export { startTrial } from './trials.ts'

/**
 * A card stays as long as nothing else pays for what was subscribed to; where there is another one, the default pays.
 * @throws IN_USE
 */
export async function keepCardInUse(
  { db, clock }: Work,
  { personId, paymentMethodId, hasAnother }: Announced<(typeof cardRemoved)['data']>,
): Promise<void> {
  if (!hasAnother && (await needsCard(db, personId))) throw cardInUse()
  const row = await lockLive(db, personId)
  if (row?.payment_method_id === paymentMethodId)
    await updateSubscription(db, row.id, { payment_method_id: null }, clock.now())
}
