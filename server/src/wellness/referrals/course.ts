import { days, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configured } from '../../platform/system-config/configured.ts'
import type { accountOpened, signedUp } from '../accounts/public.ts'
import { arrivalsPerDay } from '../limits.ts'
import type { sessionCompleted } from '../sessions/public.ts'
import type { subscriptionRefunded } from '../subscriptions/public.ts'
import { textsIn } from '../texts.ts'
import { rewardReferrals } from './jobs.ts'
import { tellReferrer } from './notices.ts'
import {
  countPracticeDays,
  deletePending,
  lockEarned,
  lockJoined,
  markJoined,
  markQualified,
  markRejected,
  upsertPending,
} from './queries.ts'
import { reverseReward } from './rewarding.ts'
import { findSignals } from './signals.ts'

// What becomes of a referral as whoever was invited goes on. Its rewards are in `rewarding.ts`.

/** Within this time after joining somebody has to practise, on so many days. */
export const qualifyingTime = days(14)
const practiceDays = 2
/** So long a reward waits, for what comes to light late. */
const rewardWait = days(14)
/** A phone whose clock is slow may have practised before it joined. */
const clockSkew = minutes(5)

/** Somebody asks for an account by an invitation. */
export async function beginReferral(
  { db, clock }: Work,
  { userId, referrerId }: Announced<(typeof signedUp)['data']>,
): Promise<void> {
  if (referrerId === null) return
  await upsertPending(db, { id: newId(), referrerId, refereeId: userId, at: clock.now() })
}

/** Whoever proved their address has come by the invitation of the sign-up that they used, and by no other. */
export async function joinByReferral(
  work: Work,
  { userId, referrerId, deviceId }: Announced<(typeof accountOpened)['data']>,
): Promise<void> {
  const { db, clock, services } = work
  if (referrerId === null) return deletePending(db, userId)
  const at = clock.now()
  await upsertPending(db, { id: newId(), referrerId, refereeId: userId, at })
  const referral = await markJoined(db, userId, at)
  if (!referral) return
  await findSignals(db, referral, { deviceId, mostPerDay: configured(services, arrivalsPerDay), at })
  await tellReferrer(work, [{ referral, event: 'JOINED' }])
}

/** Practice of somebody who was invited lately may be what their referral waits for. All others cost nothing here. */
export async function qualifyByPractice(
  { db, clock, services }: Work,
  { userId, at, invitedAt }: Announced<(typeof sessionCompleted)['data']>,
): Promise<void> {
  if (invitedAt === null || Date.parse(at) > Date.parse(invitedAt) + qualifyingTime) return
  const referral = await lockJoined(db, userId)
  if (!referral?.joined_at) return
  const joined = referral.joined_at.getTime()
  const within = { from: new Date(joined - clockSkew), to: new Date(joined + qualifyingTime) }
  if ((await countPracticeDays(db, userId, within)) < practiceDays) return
  const now = clock.now()
  await markQualified(db, referral.id, { at: now, rewardDueAt: new Date(now.getTime() + rewardWait) })
  const mostPerDay = configured(services, arrivalsPerDay)
  await findSignals(db, referral, { deviceId: null, mostPerDay, at: now })
}

/** Whoever had their subscription refunded has not stayed: what was given for inviting them is taken back, or never given. */
export async function reverseByRefund(
  work: Work,
  { userId }: Announced<(typeof subscriptionRefunded)['data']>,
): Promise<void> {
  const referral = await lockEarned(work.db, userId)
  if (!referral) return
  const reason = textsIn(referral.referrer_language).referral.refunded
  if (referral.state === 'QUALIFIED')
    return markRejected(work.db, referral.id, { adminId: null, reason, at: work.clock.now() })
  if (await reverseReward(work, referral, { adminId: null, reason })) await work.enqueue(rewardReferrals, {})
}
