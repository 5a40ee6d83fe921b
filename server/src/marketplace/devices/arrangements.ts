import { newSecret } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getPushKey: ({ member }) => ({ as: member }),
  updatePushToken: ({ member }) => ({ as: member, body: { fcm_token: newSecret(), platform: 'ANDROID' } }),
}
