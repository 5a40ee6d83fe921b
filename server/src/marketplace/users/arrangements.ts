import type { Arrangements } from '../../testing/arranged.ts'
import { call, granted, newMember, type TestPerson } from '../../testing/kit.ts'

const ask = (as: TestPerson, path: string, body: object) =>
  granted(call('POST', `/api/v1/usr-mgt/${path}`, { as, body }))

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  // Nobody of the cast, since they have more dealings with each other.
  blockUser: async ({ member }) => ({
    as: member,
    body: { user_id: (await newMember()).id, is_blocked: true },
  }),
  checkUser: ({ member }) => ({ body: { email: member.email } }),
  getBlocks: async ({ member }) => {
    for (const { id } of [await newMember(), await newMember()])
      await ask(member, 'block', { user_id: id, is_blocked: true })
    return { as: member }
  },
  getUserCount: ({ member }) => ({ as: member }),
  getMutes: async ({ member, moderator, administrator }) => {
    for (const { id } of [moderator, administrator])
      await ask(member, 'mute', { user_id: id, is_muted: true })
    return { as: member }
  },
  muteUser: ({ member, partner }) => ({
    as: member,
    body: { user_id: partner.id, is_muted: true, until: '2999-01-01T00:00:00Z' },
  }),
}
