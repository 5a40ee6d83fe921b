import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import { world } from '../../testing/kit.ts'
import { newCatalogue } from '../../testing/wellness-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  syncEvents: async (cast) => {
    const catalogue = await newCatalogue(cast)
    const occurredAt = (await world()).clock.now().toISOString()
    const event = { kind: 'SESSION', requestid: `offline:${newId()}`, occurredAt, timeZone: 'Europe/Berlin' }
    return { as: cast.user, body: { events: [{ ...event, ...catalogue, feeling: 'calm' }] } }
  },
}
