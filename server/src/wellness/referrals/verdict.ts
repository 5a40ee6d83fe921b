import type { Work } from '../../platform/operation/work.ts'
import { rewardReferrals } from './jobs.ts'
import { verdictNotPossible } from './problems.ts'
import { markApproved, markRejected, type ReferralRow, type ReferralState } from './queries.ts'
import { reverseReward } from './rewarding.ts'

export const verdicts = ['APPROVE', 'REJECT', 'REVERSE'] as const

interface Decision {
  verdict: (typeof verdicts)[number]
  reason: string
  adminId: string
}

const isOpen = (state: ReferralState) => ['PENDING', 'JOINED', 'QUALIFIED'].includes(state)

/**
 * Carries out what an administrator decided about a referral that is locked.
 * @returns false where it was so already.
 * @throws VERDICT_NOT_POSSIBLE where the state does not allow it.
 */
export async function carryOut(
  work: Work,
  referral: ReferralRow,
  { verdict, ...decision }: Decision,
): Promise<boolean> {
  const { db, clock } = work
  const { id, state } = referral
  const at = clock.now()
  if (verdict === 'APPROVE') {
    if (state === 'REWARDED') return false
    if (!isOpen(state)) throw verdictNotPossible()
    if (referral.approved_at !== null && !referral.is_capped) return false
    await markApproved(db, id, decision.adminId, at)
    // What was due while it waited.
    if (referral.reward_due_at !== null && referral.reward_due_at <= at)
      await work.enqueue(rewardReferrals, {})
    return true
  }
  if (verdict === 'REJECT') {
    if (state === 'REJECTED') return false
    if (!isOpen(state)) throw verdictNotPossible()
    await markRejected(db, id, { ...decision, at })
    return true
  }
  if (state === 'REVERSED') return false
  if (state !== 'REWARDED') throw verdictNotPossible()
  if (await reverseReward(work, referral, decision)) await work.enqueue(rewardReferrals, {})
  return true
}
