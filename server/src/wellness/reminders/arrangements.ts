import type { Arrangements } from '../../testing/arranged.ts'
import { newReminder } from '../../testing/reminders.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getNextReminder: ({ user }) => ({ as: user }),
  snoozeReminder: async ({ user }) => ({
    as: user,
    params: { reminderId: (await newReminder(user)).id },
    body: { minutes: 10 },
  }),
}
