import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Problem } from '../../platform/operation/problem.ts'
import { Nullable, OneOf } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { anyone } from '../access.ts'
import { NewAccount, signedUp, signingUp, signUp } from '../accounts/public.ts'
import { triedPlan } from './entitlement.ts'
import { hadTrial, insertSubscription, isTrialUsed } from './queries.ts'
import { digestOf, emailDigest } from './trials.ts'

const { name, email, password, agree, device_id, device_secret, timezone, language, invite_code } =
  NewAccount.properties

const refusals = ['TRIAL_ALREADY_USED', 'NO_TRIAL_OFFERED'] as const

export const trialSignup = operation({
  key: 'M117',
  source: 'named in the specification; method, path and shapes chosen here',
  method: 'POST',
  path: '/user-tools/trial-signup',
  summary: 'Open an account with a trial, whose clock does not run before the first use',
  tag: 'users',
  access: anyone,
  body: Type.Object({
    name,
    email,
    password,
    agree,
    device_id,
    device_secret,
    timezone,
    language,
    invite_code,
  }),
  replies: {
    200: {
      message: 'Account created successfully',
      data: Type.Object({
        ...signedUp,
        trial: Type.Object({ state: OneOf(['trial_ready', 'refused']), reason: Nullable(OneOf(refusals)) }),
      }),
    },
  },
  ...signingUp,
  limit: { max: 600, strict: 10, windowSeconds: 3600 },

  async handle({ body, caller, request, ...work }) {
    const made = await signUp(work, { body, caller, request })
    if (made instanceof Problem) return made
    const reason = await readyTrial(work, { ...body, userId: made.user._id })
    return { ...made, trial: { state: reason ? ('refused' as const) : ('trial_ready' as const), reason } }
  },
})

/** Puts a trial aside for a new account. @returns why there is none. */
async function readyTrial(
  work: Work,
  { userId, email, device_id: deviceId }: { userId: string; email: string; device_id?: string | undefined },
): Promise<(typeof refusals)[number] | null> {
  const { db, clock } = work
  const plan = await triedPlan(db)
  if (!plan) return 'NO_TRIAL_OFFERED'
  const deviceHash = deviceId === undefined ? null : digestOf(work, 'device', deviceId)
  const uses = [
    { kind: 'email' as const, digest: emailDigest(work, email) },
    ...(deviceHash ? [{ kind: 'device' as const, digest: deviceHash }] : []),
  ]
  if ((await hadTrial(db, userId)) || (await isTrialUsed(db, uses))) return 'TRIAL_ALREADY_USED'
  await insertSubscription(db, { id: newId(), userId, planId: plan.id, at: clock.now(), deviceHash })
  return null
}
