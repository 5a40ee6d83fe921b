import type { Arrangements } from '../../testing/arranged.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminExportUserStats: ({ administrator }) => ({ as: administrator, query: { interval: 'week' } }),
  adminExportUsers: ({ administrator }) => ({ as: administrator, body: { role: 'administrator' } }),
  adminGetAllUsers: ({ administrator }) => ({ as: administrator, query: { role: 'administrator' } }),
  adminGetUserStats: ({ administrator }) => ({ as: administrator, query: { tz: 'Asia/Kathmandu' } }),
}
