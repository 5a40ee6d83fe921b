import type { Arrangements } from '../../testing/arranged.ts'
import { call, granted, type TestPerson } from '../../testing/kit.ts'

const invite = async (as: TestPerson): Promise<{ _id: string; code: string }> =>
  (await granted(call('POST', '/api/v1/user-tools/generate-invite-link', { as, body: {} }))).body.data

/** A call that succeeds, for each operation; at the end of each there are fewer than twenty. */
export const arrangements: Arrangements = {
  generateInviteLink: async ({ member }) => ({ as: member, body: { max_uses: 3, expires_in_days: 7 } }),
  getInvites: async ({ member }) => {
    for (const _ of [1, 2]) await invite(member)
    return { as: member }
  },
  revokeInvite: async ({ member }) => ({ as: member, params: { invite_id: (await invite(member))._id } }),
  verifyInviteLink: async ({ member }) => ({ query: { code: (await invite(member)).code } }),
}
