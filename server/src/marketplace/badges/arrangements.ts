import type { Arrangements } from '../../testing/arranged.ts'
import { call, granted, newMember, world } from '../../testing/kit.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  claimBirthdayHat: async () => {
    const as = await newMember()
    const day = (await world()).clock.now().toISOString().slice(5, 10)
    const body = { birthday: `1992-${day}`, timezone: 'UTC' }
    await granted(call('PUT', '/api/v1/usr-mgt/update', { as, body }))
    return { as }
  },
}
