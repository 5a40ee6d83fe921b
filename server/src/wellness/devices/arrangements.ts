import { newSecret } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getPushKey: ({ user }) => ({ as: user }),
  refreshPushToken: ({ user }) => ({
    as: user,
    body: { deviceToken: newSecret(), deviceType: 'ANDROID' },
  }),
}
