import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { verificationRequired } from '../payouts/public.ts'
import { standingOf, triedPlan } from './entitlement.ts'
import { findPlan } from './plan-queries.ts'
import { noSuchPlan, trialAlreadyUsed } from './problems.ts'
import { PlanId, SubscriptionRecord } from './shapes.ts'
import { startTrial } from './trials.ts'

export const trialStart = operation({
  key: 'M118',
  source: 'named in the specification; method, path and shapes chosen here',
  method: 'POST',
  path: '/user-tools/trial-start',
  summary:
    'Begin your trial, once your address is verified: it lasts until the end of its last day where you are, and costs nothing',
  access: member,
  body: Type.Object({ plan_id: Type.Optional(PlanId) }),
  replies: { 200: { message: 'Trial started successfully', data: SubscriptionRecord } },
  problems: [noSuchPlan, trialAlreadyUsed, verificationRequired],
  limit: { max: 60, strict: 10, windowSeconds: 3600 },

  async handle({ body: { plan_id: planId }, caller, ...work }) {
    const plan = planId === undefined ? await triedPlan(work.db) : await findPlan(work.db, planId)
    if (!plan?.is_newest || !plan.is_offered || plan.trial_days === 0) throw noSuchPlan()
    const begun = await startTrial(work, caller.id, plan)
    if (begun === 'unproved') throw verificationRequired()
    if (begun === 'used') throw trialAlreadyUsed()
    return standingOf(work, caller.id)
  },
})
