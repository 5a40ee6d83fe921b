import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { mostRewards, pointsPerReward } from '../limits.ts'
import { tellReferrer } from './notices.ts'
import {
  countRewarded,
  insertLedger,
  lockDue,
  markCapped,
  markReversed,
  markRewarded,
  type ReferralRow,
  selectRewardOf,
  uncapOldest,
} from './queries.ts'

/** Rewards what is due, some at a time. @returns whether there may be more. */
export async function rewardDue(work: Work, limit: number): Promise<boolean> {
  const { db, clock, services } = work
  const now = clock.now()
  const due = await lockDue(db, now, limit)
  if (due.length === 0) return false
  const rewarded = new Map(await countRewarded(db, [...new Set(due.map((row) => row.referrer_id))]))
  const most = configured(services, mostRewards)
  const points = configured(services, pointsPerReward)
  const [paid, capped]: [ReferralRow[], ReferralRow[]] = [[], []]
  for (const referral of due) {
    const count = rewarded.get(referral.referrer_id) ?? 0
    if (count >= most) capped.push(referral)
    else {
      paid.push(referral)
      rewarded.set(referral.referrer_id, count + 1)
    }
  }
  await markRewarded(
    db,
    paid.map(({ id }) => id),
    now,
  )
  await markCapped(
    db,
    capped.map(({ id }) => id),
    now,
  )
  await insertLedger(
    db,
    paid.map(({ id, referrer_id }) => ({
      ...{ id: newId(), user_id: referrer_id, referral_id: id },
      ...{ cause: 'REWARDED' as const, points },
    })),
    now,
  )
  await tellReferrer(
    work,
    paid.map((referral) => ({ referral, event: 'REWARDED', points })),
  )
  return due.length === limit
}

/** Takes a reward back, by a line of its own. @returns whether another one, for which there was no room, is due now. */
export async function reverseReward(
  work: Work,
  referral: ReferralRow,
  { adminId, reason }: { adminId: string | null; reason: string },
): Promise<boolean> {
  const { db, clock } = work
  const at = clock.now()
  await markReversed(db, referral, { adminId, reason, at })
  const points = await selectRewardOf(db, referral.id)
  const { id: referral_id, referrer_id: user_id } = referral
  await insertLedger(db, [{ id: newId(), user_id, referral_id, cause: 'REVERSED', points: -points }], at)
  await tellReferrer(work, [{ referral, event: 'REVERSED', points }])
  return uncapOldest(db, referral.referrer_id, at)
}
