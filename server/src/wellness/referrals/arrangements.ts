import type { Arrangements } from '../../testing/arranged.ts'
import { newReferral } from '../../testing/referrals.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminDecideReferral: async ({ user, wellnessAdministrator: as }) => ({
    as,
    params: { id: (await newReferral(user)).referralId },
    body: { verdict: 'REJECT', reason: 'Nobody new came.' },
  }),
  adminGetReferrals: [
    async ({ user, wellnessAdministrator: as }) => {
      await newReferral(user)
      return { as, query: { status: 'JOINED', referrerId: user.id } }
    },
    ({ wellnessAdministrator: as }) => ({ as, query: { isHeld: true } }),
  ],
  adminGetUserReferral: async ({ user, wellnessAdministrator: as }) => ({
    as,
    params: { userId: (await newReferral(user)).referee.id },
  }),
  getReferralHistory: ({ user }) => ({ as: user }),
  getReferralStats: ({ user }) => ({ as: user }),
}
