import type { Arrangements } from '../../testing/arranged.ts'
import type { Cast } from '../../testing/cast.ts'
import { call, granted } from '../../testing/kit.ts'

let seconds = 60
/** Something that nothing else goes by, so that nobody is disturbed. */
const config = () => {
  seconds = 60 + ((seconds + 1) % 3600)
  return { 'poll_intervals.notifications_seconds': seconds }
}

const change = ({ administrator: as }: Cast) =>
  granted(call('PUT', '/api/v1/system-config', { as, body: { config: config() } }))

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getSystemConfig: () => ({ query: { platform: 'web' } }),
  adminGetSystemConfig: ({ administrator }) => ({ as: administrator }),
  adminGetSystemConfigVersions: async (cast) => {
    for (const _ of [1, 2]) await change(cast)
    return { as: cast.administrator }
  },
  adminUpdateSystemConfig: [
    ({ administrator }) => ({ as: administrator, body: { config: config() } }),
    async (cast) => {
      const { __v: version } = (await change(cast)).body.data
      await change(cast)
      return { as: cast.administrator, body: { to_version: version } }
    },
  ],
}
