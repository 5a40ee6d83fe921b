import type { Arrangements } from '../../testing/arranged.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  createSetupIntent: ({ member }) => ({ as: member, body: { usage: 'on_session' } }),
}
