import { buyOnAndroid, subscriptionNotice } from '../../testing/android-notices.ts'
import type { Arrangements } from '../../testing/arranged.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  receiveAndroidWebhook: async () => subscriptionNotice((await buyOnAndroid()).token, 4),
}
