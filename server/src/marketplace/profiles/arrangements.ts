import type { Arrangements } from '../../testing/arranged.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getProfile: ({ member }) => ({ as: member }),
  getUser: ({ member }) => ({ as: member }),
  getProfileForWeb: ({ member, partner }) => ({ as: member, params: { user_id: partner.id } }),
}
