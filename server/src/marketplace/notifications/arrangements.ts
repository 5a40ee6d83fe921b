import type { Arrangements } from '../../testing/arranged.ts'
import { newestOf } from '../../testing/arranged.ts'
import { news } from '../../testing/marketplace-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminBroadcastNotification: ({ administrator }) => ({
    as: administrator,
    body: { sendTutorial: false, sendBreakingNews: true, breakingNews: news },
  }),
  dismissNotification: async ({ member }) => ({
    as: member,
    params: {
      id: await newestOf(
        member,
        '/api/v1/notification-mgt/get-notifications?category=system&include_dismissed=true',
      ),
    },
    query: { undo: true },
  }),
  getNotifications: ({ member }) => ({ as: member, query: { include_dismissed: true } }),
  getUnreadCount: ({ member }) => ({ as: member }),
  readAllNotifications: async ({ member }) => ({
    as: member,
    body: {
      before: await newestOf(
        member,
        '/api/v1/notification-mgt/get-notifications?category=system&include_dismissed=true',
      ),
    },
  }),
  readNotification: async ({ member }) => ({
    as: member,
    params: {
      id: await newestOf(
        member,
        '/api/v1/notification-mgt/get-notifications?category=system&include_dismissed=true',
      ),
    },
    body: { read: true },
  }),
}
