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
  getNotifications: ({ user }) => ({ as: user }),
  readAllNotifications: ({ user }) => ({ as: user }),
  readNotification: async (cast) => ({
    as: cast.user,
    params: { notificationId: await newNotice(cast) },
  }),
}
