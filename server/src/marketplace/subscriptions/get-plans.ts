import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { freePlan, standingOf } from './entitlement.ts'
import { selectPlans } from './plan-queries.ts'
import { PlanRecord, presentPlan, SubscriptionRecord } from './shapes.ts'

export const getPlans = operation({
  source: 'not in the specification; what can be subscribed to, and what you have of it',
  method: 'GET',
  path: '/user-tools/plans',
  summary: 'See the plans, what each opens and costs, and what you have',
  access: anyone,
  replies: {
    200: {
      message: 'Plans fetched successfully',
      data: Type.Object({
        plans: Type.Array(PlanRecord),
        free: PlanRecord,
        subscription: Nullable(SubscriptionRecord),
      }),
    },
  },

  async handle({ caller, ...reading }) {
    const [plans, free, subscription] = await Promise.all([
      selectPlans(reading.db, { onlyOffered: true }),
      freePlan(reading.db),
      caller && standingOf(reading, caller.id),
    ])
    return { plans: plans.map(presentPlan), free: presentPlan(free), subscription }
  },
})
