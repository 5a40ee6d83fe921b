import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { ago } from '../../platform/jobs/sweep.ts'
import type { Reading, Work } from '../../platform/operation/work.ts'
import { lockPerson } from '../users/public.ts'
import { openPlan, triedPlan } from './entitlement.ts'
import { type Feature, featureNames, features } from './features.ts'
import { later } from './periods.ts'
import type { PlanRow } from './plan-queries.ts'
import { quotaExceeded } from './problems.ts'
import { countTrialUse, countUses, hadTrial, insertUse, type SubscriptionRow } from './queries.ts'
import { startTrial } from './trials.ts'

/** Uses of a quota by the month come back so long after each. */
const monthMs = days(30)

interface Asker {
  id: string
  kind: string
}

interface Used {
  used: number
  resetsAt: Date | null
}

async function usedOf(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  userId: string,
  feature: Feature,
  held: number,
): Promise<Used> {
  if (!features[feature].perMonth) return { used: held, resetsAt: null }
  const { used, oldest } = await countUses(db, userId, feature, ago(clock.now(), monthMs))
  return { used, resetsAt: oldest && later(oldest, monthMs) }
}

/**
 * Lets somebody use what a plan opens, once more. Whoever has no plan that opens it, has proved their address and had no
 * trial, is in their trial from now on.
 * @param held of what is counted by what there is, how much there is
 * @throws QUOTA_EXCEEDED
 */
export async function passGate(work: Work, asker: Asker, feature: Feature, held = 0): Promise<void> {
  const { db, clock } = work
  await lockPerson(db, asker.id)
  const { used, resetsAt } = await usedOf(work, asker.id, feature, held)
  let open = await openPlan(db, asker.id, clock.now())
  if (used >= limitOf(open.plan, feature) && !open.subscription) open = (await tried(work, asker)) ?? open
  const limit = limitOf(open.plan, feature)
  if (used >= limit) {
    const resets_at = limit > 0 ? (resetsAt?.toISOString() ?? null) : null
    throw quotaExceeded({ details: { feature, used, limit, resets_at, plan: open.plan.key } })
  }
  if (features[feature].perMonth)
    await insertUse(db, { id: newId(), userId: asker.id, feature, at: clock.now() })
  if (open.subscription?.state === 'trialing') await countTrialUse(db, open.subscription.id)
}

const limitOf = ({ quotas }: PlanRow, feature: Feature): number =>
  Math.min(quotas[feature] ?? 0, features[feature].most)

/** Somebody's trial, begun now; undefined where they cannot have one. */
async function tried(
  work: Work,
  { id, kind }: Asker,
): Promise<{ plan: PlanRow; subscription: SubscriptionRow } | undefined> {
  const plan = kind === 'guest' ? undefined : await triedPlan(work.db)
  if (!plan || (await hadTrial(work.db, id))) return undefined
  const subscription = await startTrial(work, id, plan)
  return typeof subscription === 'string' ? undefined : { plan, subscription }
}

export interface ShownQuota {
  used: number
  limit: number
  resets_at: string | null
}

/** By feature, what somebody has used of their plan. */
export async function quotasOf(
  { db, clock }: Pick<Reading, 'db' | 'clock'>,
  userId: string,
  held: Partial<Record<Feature, number>>,
): Promise<Record<Feature, ShownQuota>> {
  const { plan } = await openPlan(db, userId, clock.now())
  const entries = await Promise.all(
    featureNames.map(async (feature) => {
      const { used, resetsAt } = await usedOf({ db, clock }, userId, feature, held[feature] ?? 0)
      const shown = { used, limit: limitOf(plan, feature), resets_at: resetsAt?.toISOString() ?? null }
      return [feature, shown] as const
    }),
  )
  // Of each feature one entry was made.
  return Object.fromEntries(entries) as Record<Feature, ShownQuota>
}
