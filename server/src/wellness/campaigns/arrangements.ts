import type { Arrangements } from '../../testing/arranged.ts'
import { newEmail, world } from '../../testing/kit.ts'
import { campaign, newCampaign } from '../../testing/wellness-rows.ts'
import { unsubscribeUrl } from './unsubscribing.ts'

/** What the link in a mail carries. */
async function newToken(): Promise<string> {
  const { services } = (await world()).host
  const address = new URL(unsubscribeUrl({ services, publicUrl: services.settings.publicUrl }, newEmail()))
  return address.searchParams.get('token') ?? ''
}

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
  adminGetOverview: async (cast) => {
    await newCampaign(cast)
    return { as: cast.wellnessAdministrator }
  },
  getUnsubscribePage: async () => ({ query: { token: await newToken() } }),
  unsubscribe: async () => ({ query: { token: await newToken() } }),
}
