import type { Work } from '../../platform/operation/work.ts'
import { cardInUse } from '../payments/public.ts'
import { needsCard } from './queries.ts'

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

/** A card stays as long as nothing else pays for what was subscribed to. @throws IN_USE */
export async function keepCardInUse(
  { db }: Work,
  { personId, hasAnother }: { personId: string; hasAnother: boolean },
): Promise<void> {
  if (!hasAnother && (await needsCard(db, personId))) throw cardInUse()
}
