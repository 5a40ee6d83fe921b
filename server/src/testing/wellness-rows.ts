import { newId } from '../platform/ids.ts'
import { notify } from '../wellness/notifications/public.ts'
import { newestOf } from './arranged.ts'
import type { Cast } from './cast.ts'
import * as exercises from './exercises.ts'
import { inProduct } from './jobs.ts'
import { call, granted, newEmail, type TestPerson } from './kit.ts'
import { wellnessBase } from './wellness.ts'

/** Rows that several nouns of the wellness are called with. */
export const password = 'a quiet harbour at dusk'

export async function newNotice({ user }: Cast): Promise<string> {
  const notice = { userId: user.id, category: 'GOAL', title: 'Well done', message: 'Three days.' } as const
  await inProduct('wellness', (work) => notify(work, [{ ...notice, sourceEvent: newId() }]))
  return newestOf(user, `${wellnessBase}/notification`)
}

export async function newCatalogue({ wellnessAdministrator: as }: Cast) {
  const categoryId = await exercises.newCategory(as)
  const subCategoryId = await exercises.newSubCategory(as, categoryId)
  const exerciseId = await exercises.newExercise(as, categoryId, { subCategoryId })
  return { categoryId, subCategoryId, exerciseId }
}

/** A document of the catalogue with one thing of each kind, under names of its own. */
export const newBundle = () => ({
  format: 'plaza-exercise-catalog',
  formatVersion: 1,
  categories: [
    {
      name: `Category ${newId()}`,
      exercises: [{ title: 'A walk', mediaType: 'TIMER', durationSec: 600 }],
      subCategories: [
        { name: 'Morning', exercises: [{ title: 'Four in, six out', mediaType: 'TEXT', tags: ['short'] }] },
      ],
    },
  ],
})

/** One that names what there is by its ids, with new files for all of it. */
export async function newWholeBundle(cast: Cast) {
  const as = cast.wellnessAdministrator
  const { categoryId, subCategoryId, exerciseId } = await newCatalogue(cast)
  const pictures = async () => ({ image: await newIllustration(as), icon: await newIllustration(as) })
  const exercise = async (id: string) => ({
    id,
    title: `Exercise ${newId()}`,
    mediaType: 'AUDIO',
    mediaKey: await exercises.newMedia(as, 'waves'),
    thumbnail: await newIllustration(as),
  })
  const category = {
    id: categoryId,
    name: `Category ${newId()}`,
    ...(await pictures()),
    exercises: [await exercise(await exercises.newExercise(as, categoryId))],
    subCategories: [
      { id: subCategoryId, name: 'Morning', ...(await pictures()), exercises: [await exercise(exerciseId)] },
    ],
  }
  return { format: 'plaza-exercise-catalog', formatVersion: 1, categories: [category] }
}

export const newIllustration = (as: TestPerson) => exercises.newMedia(as, 'waves', 'image/webp')

export async function newCampaign({ wellnessAdministrator: as, user }: Cast): Promise<string> {
  const { headers } = await granted(
    call('POST', `${wellnessBase}/admin/notification`, { as, body: campaign(user) }),
  )
  return String(headers.location).split('/').at(-1) ?? ''
}

export const campaign = ({ email }: TestPerson) => ({
  notificationType: 'IN_APP',
  subject: `News ${newId()}`,
  description: 'The sea is calm.',
  recipientType: 'CUSTOM',
  recipientEmail: [email],
})

export async function newSignUp(): Promise<string> {
  const email = newEmail()
  await granted(call('POST', `${wellnessBase}/user/signup`, { body: { name: 'Ada', email, password } }))
  return email
}
