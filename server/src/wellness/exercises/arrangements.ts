import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import * as exercises from '../../testing/exercises.ts'
import { newBundle, newCatalogue, newIllustration, newWholeBundle } from '../../testing/wellness-rows.ts'

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
  adminDeleteExercise: async (cast) => ({
    as: cast.wellnessAdministrator,
    params: { id: (await newCatalogue(cast)).exerciseId },
  }),
  adminDeleteExerciseCategory: async ({ wellnessAdministrator: as }) => ({
    as,
    params: { id: await exercises.newCategory(as) },
  }),
  adminDeleteExerciseSubCategory: async (cast) => ({
    as: cast.wellnessAdministrator,
    params: { id: (await newCatalogue(cast)).subCategoryId },
    query: { force: true },
  }),
  adminExportCatalog: async (cast) => {
    await newCatalogue(cast)
    return { as: cast.wellnessAdministrator }
  },
  adminGetExerciseCategory: async (cast) => ({
    as: cast.wellnessAdministrator,
    params: { id: (await newCatalogue(cast)).categoryId },
  }),
  adminGetExerciseSubCategories: async (cast) => ({
    as: cast.wellnessAdministrator,
    query: { categoryId: (await newCatalogue(cast)).categoryId, sort: 'order' },
  }),
  adminGetExerciseSubCategory: async (cast) => ({
    as: cast.wellnessAdministrator,
    params: { id: (await newCatalogue(cast)).subCategoryId },
  }),
  adminImportCatalog: [
    ({ wellnessAdministrator: as }) => ({ as, body: newBundle() }),
    async (cast) => ({ as: cast.wellnessAdministrator, body: await newWholeBundle(cast) }),
  ],
  adminOrderCatalog: async (cast) => ({
    as: cast.wellnessAdministrator,
    body: { kind: 'EXERCISE', ids: [(await newCatalogue(cast)).exerciseId] },
  }),
  adminUpdateExercise: async (cast) => {
    const as = cast.wellnessAdministrator
    const { exerciseId, categoryId, subCategoryId } = await newCatalogue(cast)
    const mediaKey = await exercises.newMedia(as, 'waves')
    const thumbnail = await newIllustration(as)
    const body = { title: `Exercise ${newId()}`, mediaType: 'AUDIO', mediaKey, thumbnail }
    return { as, params: { id: exerciseId }, body: { ...body, categoryId, subCategoryId } }
  },
  adminUpdateExerciseCategory: async (cast) => {
    const as = cast.wellnessAdministrator
    const pictures = { image: await newIllustration(as), icon: await newIllustration(as) }
    const { categoryId: id } = await newCatalogue(cast)
    return { as, params: { id }, body: { name: `Category ${newId()}`, ...pictures } }
  },
  adminUpdateExerciseCategoryStatus: async (cast) => ({
    as: cast.wellnessAdministrator,
    params: { id: (await newCatalogue(cast)).categoryId },
    body: { status: 'INACTIVE', cascade: true },
  }),
  adminUpdateExerciseStatus: async (cast) => ({
    as: cast.wellnessAdministrator,
    params: { id: (await newCatalogue(cast)).exerciseId },
    body: { status: 'INACTIVE' },
  }),
  adminUpdateExerciseSubCategory: async (cast) => {
    const as = cast.wellnessAdministrator
    const pictures = { image: await newIllustration(as), icon: await newIllustration(as) }
    const { subCategoryId: id } = await newCatalogue(cast)
    const { categoryId } = await newCatalogue(cast)
    return { as, params: { id }, body: { name: `Part ${newId()}`, categoryId, ...pictures } }
  },
  adminUpdateExerciseSubCategoryStatus: async (cast) => ({
    as: cast.wellnessAdministrator,
    params: { id: (await newCatalogue(cast)).subCategoryId },
    body: { isActive: false },
  }),
  adminGetExerciseCategories: ({ wellnessAdministrator }) => ({ as: wellnessAdministrator }),
  getCategories: ({ user }) => ({ as: user }),
  getSubCategories: async (cast) => ({
    as: cast.user,
    query: { categoryId: (await newCatalogue(cast)).categoryId },
  }),
}
