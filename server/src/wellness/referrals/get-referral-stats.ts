import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { user } from '../access.ts'
import { selectUser } from '../accounts/public.ts'
import { mostRewards, pointsPerReward } from '../limits.ts'
import { countStates, selectBalance } from './queries.ts'
import { presentCounts, ReferralStats } from './shapes.ts'

export const getReferralStats = operation({
  key: 'U25',
  source: 'named in the specification with GET; path and fields chosen here',
  method: 'GET',
  path: '/user/referral/stats',
  summary: 'See your code and link, how many came by it, and your points',
  access: user,
  replies: { 200: { message: 'Referral stats fetched successfully', data: ReferralStats } },

  async handle({ caller, db, services, publicUrl }) {
    const [person, counts, points] = await Promise.all([
      selectUser(db, caller.id),
      countStates(db, caller.id),
      selectBalance(db, caller.id),
    ])
    // Purged between the check of the token and here.
    if (!person) throw sessionRevoked()
    const code = person.referral_code
    const due = counts.find(({ state }) => state === 'QUALIFIED')?.next_reward_at
    return {
      code,
      link: `${publicUrl}/wellness/sign-up?invite=${code}`,
      ...presentCounts(counts),
      points,
      cap: configured(services, mostRewards),
      pointsPerReward: configured(services, pointsPerReward),
      nextReward: due?.toISOString() ?? null,
    }
  },
})
