import type { Arrangements } from '../../testing/arranged.ts'
import { newPost } from '../../testing/posts.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminRunViewSeeder: async ({ administrator, member }) => ({
    as: administrator,
    body: { mode: 'rebuild', post_id: (await newPost(member))._id },
  }),
  getAllPostViews: async ({ member }) => ({
    as: member,
    query: { post_id: (await newPost(member))._id, tz: 'Europe/Berlin', interval: 'week' },
  }),
  recordImpressions: async ({ member, partner }) => ({
    as: member,
    body: { post_ids: [(await newPost(partner))._id], device_id: 'phone' },
  }),
  recordViews: [
    async ({ member, partner }) => ({ as: member, body: { post_id: (await newPost(partner))._id } }),
    async ({ member, partner }) => ({
      as: member,
      body: { post_ids: [(await newPost(partner))._id], source: 'feed', device_id: 'phone' },
    }),
  ],
}
