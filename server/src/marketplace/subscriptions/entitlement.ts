import type { Static } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import type { Reading } from '../../platform/operation/work.ts'
import { findPlan, freeKey, type PlanRow, selectNewest, selectPlans } from './plan-queries.ts'
import { hadTrial, type SubscriptionRow, selectOpening, selectShown } from './queries.ts'
import { presentSubscription, type SubscriptionRecord } from './shapes.ts'

export async function freePlan(db: Db): Promise<PlanRow> {
  const plan = await selectNewest(db, freeKey)
  if (!plan) throw new Error('the free plan is gone')
  return plan
}

export async function planOf(db: Db, { plan_id }: { plan_id: string }): Promise<PlanRow> {
  const plan = await findPlan(db, plan_id)
  if (!plan) throw new Error(`the plan ${plan_id} is gone`)
  return plan
}

/** The plan that is tried where nobody says which. */
export async function triedPlan(db: Db): Promise<PlanRow | undefined> {
  return (await selectPlans(db, { onlyOffered: true })).find(({ trial_days: trialDays }) => trialDays > 0)
}

/** The plan by which something is open to somebody now, and the subscription that opens it. */
export async function openPlan(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ plan: PlanRow; subscription: SubscriptionRow | undefined }> {
  const subscription = await selectOpening(db, userId, now)
  return { plan: subscription ? await planOf(db, subscription) : await freePlan(db), subscription }
}

/** What somebody sees of their subscription. */
export async function standingOf(
  { db, clock }: Pick<Reading, 'db' | 'clock'>,
  userId: string,
): Promise<Static<typeof SubscriptionRecord>> {
  const now = clock.now()
  const row = await selectShown(db, userId, now)
  const plan = row && !row.ended_at ? await planOf(db, row) : await freePlan(db)
  const canTry = !(await hadTrial(db, userId)) && (await triedPlan(db)) !== undefined
  return presentSubscription(row, { plan, canTry, now })
}
