import type { Arrangements } from '../../testing/arranged.ts'
import { newNotice } from '../../testing/wellness-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  deleteAllNotifications: ({ user }) => ({ as: user }),
  deleteNotification: async (cast) => ({
    as: cast.user,
    params: { notificationId: await newNotice(cast) },
  }),
  getNotificationCount: ({ user }) => ({ as: user }),
  getNotificationPreference: ({ user }) => ({ as: user }),
  getNotifications: ({ user }) => ({ as: user }),
  readAllNotifications: ({ user }) => ({ as: user }),
  readNotification: async (cast) => ({
    as: cast.user,
    params: { notificationId: await newNotice(cast) },
  }),
  updateNotificationPreference: ({ user }) => ({
    as: user,
    body: { kinds: { marketing: { email: false } }, quietHours: { enabled: true, start: '22:30' } },
  }),
}
