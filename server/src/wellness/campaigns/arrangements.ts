import type { Arrangements } from '../../testing/arranged.ts'
import { campaign, newCampaign } from '../../testing/wellness-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminCreateNotification: ({ wellnessAdministrator, user }) => ({
    as: wellnessAdministrator,
    body: campaign(user),
  }),
  adminGetNotification: async (cast) => ({
    as: cast.wellnessAdministrator,
    params: { id: await newCampaign(cast) },
  }),
  adminGetNotifications: ({ wellnessAdministrator }) => ({ as: wellnessAdministrator }),
}
