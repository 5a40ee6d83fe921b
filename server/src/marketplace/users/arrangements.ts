import type { Arrangements } from '../../testing/arranged.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getAllUsers: ({ member, partner }) => ({ as: member, query: { search: partner.email } }),
}
