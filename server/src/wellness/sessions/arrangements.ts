import type { Arrangements } from '../../testing/arranged.ts'
import type { Cast } from '../../testing/cast.ts'
import { call, granted } from '../../testing/kit.ts'
import { wellnessBase } from '../../testing/wellness.ts'
import { newCatalogue } from '../../testing/wellness-rows.ts'

/** A session of the last minute. */
async function newSession(cast: Cast): Promise<string> {
  const { exerciseId } = await newCatalogue(cast)
  const { body } = await granted(
    call('POST', `${wellnessBase}/user/wellness`, { as: cast.user, query: { exerciseId } }),
  )
  return body.data.id
}

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  correctWellnessSession: async (cast) => ({
    as: cast.user,
    params: { id: await newSession(cast) },
    body: { feelingBefore: 'low', feelingAfter: 'calm' },
  }),
  deleteWellnessSession: async (cast) => ({ as: cast.user, params: { id: await newSession(cast) } }),
  getCompletedWellness: ({ user }) => ({ as: user }),
  getPracticeStreakExplanation: ({ user }) => ({ as: user }),
  getWellnessSessions: async (cast) => {
    const { categoryId, exerciseId } = await newCatalogue(cast)
    return { as: cast.user, query: { categoryId, exerciseId } }
  },
  recordWellnessSession: async (cast) => ({
    as: cast.user,
    query: { ...(await newCatalogue(cast)), userId: cast.user.id, feeling: 'calm' },
  }),
}
