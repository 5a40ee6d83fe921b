import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { openId } from '../../platform/operation/open-id.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { everyone } from '../access.ts'
import { featureNames } from './features.ts'
import { type State, states } from './machine.ts'
import type { PlanRow } from './plan-queries.ts'
import { type Provider, providers, type SubscriptionRow } from './queries.ts'

export const PlanId = openId({ to: everyone, because: 'plans are offered to everybody' })

const QuotaLimits = Type.Object(
  Object.fromEntries(featureNames.map((name) => [name, Type.Integer()])) as Record<
    (typeof featureNames)[number],
    ReturnType<typeof Type.Integer>
  >,
  { description: 'by what it opens, how many' },
)

const planFields = {
  plan_id: Id,
  key: Shown('plus'),
  name: Shown('Plus'),
  price: Type.Number({ examples: [4.99] }),
  price_minor: Type.Integer(),
  currency: Shown('EUR'),
  months: Type.Integer({ description: 'what the price is for' }),
  trial_days: Type.Integer(),
  quotas: QuotaLimits,
}

export const PlanRecord = Type.Object(planFields, { title: 'PlanRecord' })

export const presentPlan = (row: PlanRow): Static<typeof PlanRecord> => ({
  plan_id: row.id,
  key: row.key,
  name: row.name,
  price: majorOf(row.price_minor, row.currency),
  price_minor: row.price_minor,
  currency: row.currency,
  months: row.months,
  trial_days: row.trial_days,
  quotas: { saved_searches: row.quotas.saved_searches, transaction_exports: row.quotas.transaction_exports },
})

export const PlanVersion = Type.Object(
  {
    ...planFields,
    version: Type.Integer(),
    is_offered: Type.Boolean(),
    store_products: Type.Array(Shown('plaza.plus.monthly')),
    createdAt: Timestamp,
  },
  { title: 'PlanVersion' },
)

export const presentPlanVersion = (row: PlanRow): Static<typeof PlanVersion> => ({
  ...presentPlan(row),
  version: row.version,
  is_offered: row.is_offered,
  store_products: row.store_products,
  createdAt: row.created_at.toISOString(),
})

const When = Nullable(Timestamp)

/** What somebody has, as they see it. */
export const SubscriptionRecord = Type.Object(
  {
    state: OneOf<[State | 'none', ...(State | 'none')[]]>(['none', ...states]),
    provider: Nullable(OneOf<[Provider, ...Provider[]]>([...providers])),
    plan: PlanRecord,
    has_access: Type.Boolean({ description: 'whether what the plan opens is open now' }),
    can_try: Type.Boolean({ description: 'whether there is a trial to be had' }),
    converts: Type.Boolean({ description: 'whether the trial is followed by a paid period' }),
    trial_ends_at: When,
    renews_at: When,
    cancel_at: When,
    paused_until: When,
    ended_at: When,
  },
  { title: 'SubscriptionRecord' },
)

const said = (at: Date | null | undefined) => at?.toISOString() ?? null

/** What a subscription is, or that there is none; `free` is the plan where nothing is open. */
export function presentSubscription(
  row: SubscriptionRow | undefined,
  { plan, canTry, now }: { plan: PlanRow; canTry: boolean; now: Date },
): Static<typeof SubscriptionRecord> {
  return {
    state: row?.state ?? 'none',
    provider: row?.provider ?? null,
    plan: presentPlan(plan),
    has_access: Boolean(row?.access_until && row.access_until > now),
    can_try: canTry,
    converts: row?.converts ?? false,
    trial_ends_at: said(row?.trial_ends_at),
    renews_at: said(row?.renews_at),
    cancel_at: said(row?.cancel_at),
    paused_until: said(row?.resume_at),
    ended_at: said(row?.ended_at),
  }
}
