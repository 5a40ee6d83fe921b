import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import * as exercises from '../../testing/exercises.ts'
import { newCatalogue, newIllustration } from '../../testing/wellness-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminCreateExercise: async (cast) => {
    const { categoryId, subCategoryId } = await newCatalogue(cast)
    const as = cast.wellnessAdministrator
    const title = `Exercise ${newId()}`
    const mediaKey = await exercises.newMedia(as, 'waves')
    const thumbnail = await newIllustration(as)
    return { as, body: { categoryId, subCategoryId, title, mediaType: 'AUDIO', mediaKey, thumbnail } }
  },
  adminCreateExerciseCategory: async ({ wellnessAdministrator: as }) => ({
    as,
    body: { name: `Category ${newId()}`, image: await newIllustration(as), icon: await newIllustration(as) },
  }),
  adminCreateExerciseSubCategory: async (cast) => {
    const { categoryId } = await newCatalogue(cast)
    const as = cast.wellnessAdministrator
    const pictures = { image: await newIllustration(as), icon: await newIllustration(as) }
    return { as, body: { categoryId, name: `Part ${newId()}`, ...pictures } }
  },
  adminGetExerciseCategories: ({ wellnessAdministrator }) => ({ as: wellnessAdministrator }),
  getCategories: ({ user }) => ({ as: user }),
  getSubCategories: async (cast) => ({
    as: cast.user,
    query: { categoryId: (await newCatalogue(cast)).categoryId },
  }),
}
