import type { Arrangements } from '../../testing/arranged.ts'
import { newCatalogue } from '../../testing/wellness-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminGetExercises: async (cast) => {
    const { categoryId, subCategoryId } = await newCatalogue(cast)
    return { as: cast.wellnessAdministrator, query: { categoryId, subCategoryId } }
  },
  getCategoryExercise: async (cast) => ({
    as: cast.user,
    params: { exerciseId: (await newCatalogue(cast)).exerciseId },
  }),
  getCategoryExercises: async (cast) => {
    const { categoryId, subCategoryId } = await newCatalogue(cast)
    return { as: cast.user, query: { categoryId, subCategoryId } }
  },
  getSuggestedExercise: async (cast) => {
    await newCatalogue(cast)
    return { as: cast.user }
  },
}
