import type { Arrangements } from '../../testing/arranged.ts'
import { newCatalogue } from '../../testing/wellness-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getCompletedWellness: ({ user }) => ({ as: user }),
  getWellnessSessions: async (cast) => {
    const { categoryId, exerciseId } = await newCatalogue(cast)
    return { as: cast.user, query: { categoryId, exerciseId } }
  },
  recordWellnessSession: async (cast) => ({
    as: cast.user,
    query: { ...(await newCatalogue(cast)), userId: cast.user.id, feeling: 'calm' },
  }),
}
