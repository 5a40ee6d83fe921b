import type { Arrangements } from '../../testing/arranged.ts'
import { call, granted } from '../../testing/kit.ts'
import { hashOf, makeFindable } from '../../testing/users.ts'

const follow = (as: { token: string }, { id }: { id: string }) =>
  granted(call('POST', '/api/v1/usr-mgt/follow', { as, body: { user_id: id, follow: true } }))

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  followUser: ({ member, partner }) => ({ as: member, body: { user_id: partner.id, follow: true } }),
  findFriends: [
    async ({ member, partner }) => {
      await makeFindable(partner)
      return { as: member, body: { hashes: [hashOf(partner)] } }
    },
    ({ member }) => ({ as: member, body: { q: 'Paul' } }),
  ],
  getAllUsers: ({ member }) => ({ as: member, query: { search: 'Pa' } }),
  getConnections: [
    async ({ member, partner, moderator }) => {
      for (const person of [partner, moderator]) await follow(member, person)
      return { as: member, query: { type: 'following' } }
    },
    async ({ member, partner, moderator }) => {
      for (const person of [member, moderator]) await follow(person, partner)
      return { as: member, query: { user_id: partner.id, type: 'followers' } }
    },
    async ({ member, partner }) => {
      await follow(member, partner)
      await follow(partner, member)
      return { as: member, query: { user_id: partner.id, type: 'mutual' } }
    },
  ],
}
