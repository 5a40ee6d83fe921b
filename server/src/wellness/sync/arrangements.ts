import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import { world } from '../../testing/kit.ts'
import { newCatalogue } from '../../testing/wellness-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  syncEvents: async (cast) => {
    const { categoryId, exerciseId } = await newCatalogue(cast)
    const occurredAt = (await world()).clock.now().toISOString()
    const event = { kind: 'SESSION', requestid: newId(), occurredAt, timeZone: 'Europe/Berlin' }
    return { as: cast.user, body: { events: [{ ...event, categoryId, exerciseId, feeling: 'calm' }] } }
  },
}
