import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import { newGoal } from '../../testing/goals.ts'
import { world } from '../../testing/kit.ts'
import { newCatalogue } from '../../testing/wellness-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  syncEvents: async (cast) => {
    const catalogue = await newCatalogue(cast)
    const occurredAt = (await world()).clock.now().toISOString()
    const event = { kind: 'SESSION', requestid: `offline:${newId()}`, occurredAt, timeZone: 'Europe/Berlin' }
    const session = { ...event, ...catalogue, feeling: 'calm' }
    const { today } = await newGoal(cast.user, { subGoals: [{ title: 'Roll out the mat' }] })
    const mark = {
      ...event,
      ...{ kind: 'GOAL_MARK', requestid: `offline:${newId()}`, dailyGoalId: today.dailyGoalId },
      subGoals: [{ id: today.subGoals[0].id, isCompleted: true }],
    }
    return { as: cast.user, body: { events: [session, mark] } }
  },
}
