import type { Arrangements } from '../../testing/arranged.ts'
import { newestOf } from '../../testing/arranged.ts'
import { news } from '../../testing/marketplace-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminBroadcastNotification: ({ administrator }) => ({
    as: administrator,
    body: { sendTutorial: false, sendBreakingNews: true, breakingNews: news },
  }),
  dismissAllNotifications: async ({ member }) => ({
    as: member,
    body: {
      category: 'birthday',
      before: await newestOf(
        member,
        '/api/v1/notification-mgt/get-notifications?category=system&include_dismissed=true',
      ),
    },
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
  getNotificationPreferences: ({ member }) => ({ as: member }),
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
  updateNotificationPreferences: ({ member }) => ({
    as: member,
    body: {
      kinds: { birthday: { in_app: true, push: false, mail: false } },
      quiet_hours: { enabled: false, start: '22:00', end: '07:00' },
      digest: { frequency: 'off', at: '08:00', weekday: 5 },
      strangers: 'accept',
    },
  }),
}
