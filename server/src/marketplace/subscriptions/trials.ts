import { createHmac } from 'node:crypto'
import { days } from '../../platform/clock.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { listSessions } from '../../platform/identity/sessions.ts'
import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { lockUser, type UserRow } from '../users/public.ts'
import { beginTrial } from './machine.ts'
import { tellTrialBegan } from './notices.ts'
import { endOfDayAfter } from './periods.ts'
import type { PlanRow } from './plan-queries.ts'
import {
  hadTrial,
  insertSubscription,
  isTrialUsed,
  lockLive,
  type SubscriptionRow,
  updateSubscription,
  useTrial,
} from './queries.ts'

/** A trial lasts no longer, however often it is made longer. */
export const longestTrialMs = days(45)

type Named = Pick<Work, 'services'>

/** What stands for an address, a device or a card, and does not tell it. */
export const digestOf = ({ services }: Named, kind: 'email' | 'device' | 'card', name: string): Buffer =>
  createHmac('sha256', services.settings.signingSecret).update(`trial ${kind}\n${name}`).digest()

/** An address as one person has it, whatever they add behind a plus. */
function addressOf(email: string): string {
  const canonical = canonicalEmail(email)
  const at = canonical.lastIndexOf('@')
  const [local = ''] = canonical.slice(0, at).split('+')
  return local + canonical.slice(at)
}

export const emailDigest = (work: Named, email: string): Buffer => digestOf(work, 'email', addressOf(email))

interface Beginning {
  user: UserRow
  plan: PlanRow
  live: SubscriptionRow | undefined
}

/** No app names a device by less, unless it calls all of them the same. */
const leastOfDeviceId = 8

/** The devices on which somebody is signed in, and the one on which they signed up for a trial. */
async function devicesOf(work: Work, { id }: UserRow, live: SubscriptionRow | undefined): Promise<Buffer[]> {
  const sessions = await listSessions(work, { realm: 'marketplace', id })
  const digests = [
    ...(live?.device_hash ? [live.device_hash] : []),
    ...sessions.flatMap(({ device_id: name }) =>
      name !== null && name.length >= leastOfDeviceId ? [digestOf(work, 'device', name)] : [],
    ),
  ]
  return [...new Map(digests.map((digest) => [digest.toString('hex'), digest])).values()]
}

/** The clock of a trial begins to run; whoever calls this has locked the person. */
async function begin(work: Work, { user, plan, live }: Beginning): Promise<SubscriptionRow | undefined> {
  const { db, clock } = work
  const now = clock.now()
  const uses = [
    { kind: 'email' as const, digest: emailDigest(work, user.email ?? user.id) },
    ...(await devicesOf(work, user, live)).map((digest) => ({ kind: 'device' as const, digest })),
  ]
  // Asked first, so that a refusal leaves nothing behind; the insert asks again, for whoever came at the same time.
  if ((await isTrialUsed(db, uses)) || !(await useTrial(db, uses, now))) return undefined
  const row =
    live ?? (await insertSubscription(db, { id: newId(), userId: user.id, planId: plan.id, at: now }))
  const change = beginTrial(row, endOfDayAfter(now, plan.trial_days, user.timezone), now)
  const begun = await updateSubscription(
    db,
    row.id,
    { ...change, plan_id: plan.id, trial_started_at: now },
    now,
  )
  await tellTrialBegan(work, begun, user)
  return begun
}

/**
 * Begins somebody's trial of a plan, or says which one they are in. Addresses that nobody proved would be as many trials
 * as anybody likes.
 * @returns why there is none.
 */
export async function startTrial(
  work: Work,
  userId: string,
  plan: PlanRow,
): Promise<SubscriptionRow | 'used' | 'unproved'> {
  const user = await lockUser(work.db, userId)
  if (!user) throw new Error(`there is no person ${userId}`)
  const live = await lockLive(work.db, userId)
  if (live?.state === 'trialing') return live
  if ((live && live.state !== 'trial_ready') || (await hadTrial(work.db, userId))) return 'used'
  if (!user.is_verified) return 'unproved'
  return (await begin(work, { user, plan, live })) ?? 'used'
}
