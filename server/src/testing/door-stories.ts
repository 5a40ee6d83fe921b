import { buyOnAndroid, subscriptionNotice } from './android-notices.ts'
import type { Arranged } from './arranged.ts'
import { world } from './kit.ts'

/** What somebody tells of through a door, about one new thing. */
export interface DoorStory {
  /** In the order in which it happened; all of it has happened by now. */
  events: Arranged[]
  /** What it came to here. */
  state(): Promise<unknown>
  /** Keeps the jobs that apply it from going on, until the returned function is called. */
  hold(): () => void
}

/** For each operation of the products that is `signedBy` somebody. */
export const doorStories: Record<string, () => Promise<DoorStory>> = {
  async receiveAndroidWebhook() {
    const { play } = await world()
    const { token, becomes, row } = await buyOnAndroid()
    const events = [
      await subscriptionNotice(token, 4),
      await subscriptionNotice(token, 2),
      await subscriptionNotice(token, 3),
    ]
    becomes('CANCELED')
    return { events, state: row, hold: play.hold }
  },
}
