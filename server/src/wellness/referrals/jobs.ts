import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { rewardDue } from './rewarding.ts'

const atOnce = 100

/** Rewards whoever waited long enough, unless an administrator has to look first. */
export const rewardReferrals = job({
  name: 'wellness.referrals.reward',
  cron: '*/15 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    if (await rewardDue(work, atOnce)) await work.enqueue(rewardReferrals, {})
  },
})
