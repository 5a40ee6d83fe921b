import type { Work } from '../../platform/operation/work.ts'
import { cardInUse } from '../payments/public.ts'
import { needsCard } from './queries.ts'

export { settlePlanPayment } from './charging.ts'
export { followDisputedPlan } from './disputed.ts'
export { passGate, quotasOf } from './gate.ts'
export { endSubscriptionOf } from './leaving.ts'
export { personalData } from './personal-data.ts'
export { quotaExceeded } from './problems.ts'
export { SubscriptionRecord } from './shapes.ts'
export { standingOf } from './standing.ts'
export { noteMail } from './telling.ts'

/** A card stays as long as nothing else pays for what was subscribed to. @throws IN_USE */
export async function keepCardInUse(
  { db }: Work,
  { personId, hasAnother }: { personId: string; hasAnother: boolean },
): Promise<void> {
  if (!hasAnother && (await needsCard(db, personId))) throw cardInUse()
}
