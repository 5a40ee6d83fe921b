import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { newCategory, newExercise, newMedia, newSubCategory } from '../../testing/exercises.ts'
import { call, expectProblem, granted, type TestPerson } from '../../testing/kit.ts'
import { newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'
import { newBundle } from '../../testing/wellness-rows.ts'
import type { Bundle } from './bundle.ts'

const admin = `${wellnessBase}/admin`
let grace: TestPerson
beforeAll(async () => {
  grace = await newWellnessAdmin()
})

const importing = (body: object, query: Record<string, boolean> = {}, as = grace) =>
  call('POST', `${admin}/catalog/import`, { as, query, body })
const imported = async (body: object, query = {}) => (await granted(importing(body, query))).body.data
const bundled = async (id: string) => {
  const { body } = await granted(call('GET', `${admin}/catalog/export`, { as: grace }))
  const bundle: Bundle = body.data
  return { ...bundle, categories: bundle.categories.filter((each) => each.id === id) }
}
const named = async (q: string) =>
  (await granted(call('GET', `${admin}/exercise-category`, { as: grace, query: { q } }))).body.data

test('what is exported is imported without a change, and with one, just that is changed', async () => {
  const id = await newCategory(grace, { image: await newMedia(grace, 'x', 'image/webp') })
  const part = await newSubCategory(grace, id, { translations: { de: { name: 'Früh' } } })
  await newExercise(grace, id, {
    subCategoryId: part,
    mediaType: 'AUDIO',
    mediaKey: await newMedia(grace, 'sound'),
    tags: ['Evening', 'evening', 'Short'],
    steps: [{ text: 'Breathe' }],
  })
  const bundle = await bundled(id)
  expect(bundle.categories[0]?.subCategories?.[0]?.exercises?.[0]?.tags).toEqual(['evening', 'short'])
  expect(await imported(bundle)).toMatchObject({ created: 0, updated: 0, unchanged: 3, changes: [] })
  const [exercise] = bundle.categories[0]?.subCategories?.[0]?.exercises ?? []
  if (!exercise) throw new Error('nothing was exported')
  exercise.title = `Renamed ${newId()}`
  exercise.durationSec = 90
  expect((await imported(bundle)).changes).toEqual([
    {
      kind: 'EXERCISE',
      action: 'UPDATE',
      id: exercise.id,
      name: exercise.title,
      fields: ['title', 'durationSec'],
    },
  ])
  // Somebody else imports it too: the files are in use already.
  const again = await importing(bundle, {}, await newWellnessAdmin())
  expect(again.body.data).toMatchObject({ unchanged: 3 })
})

test('what comes behind the last place there is can be exported, too', async () => {
  const id = await newCategory(grace, { order: 10_000 })
  const next = await newCategory(grace)
  await newExercise(grace, next, { order: 10_000 })
  await newExercise(grace, next)
  expect((await bundled(next)).categories).toMatchObject([
    { order: 10_000, exercises: [{ order: 10_000 }, { order: 10_000 }] },
  ])
  // What other tests make comes behind the last one.
  await granted(call('DELETE', `${admin}/exercise-category/${id}`, { as: grace }))
  await granted(call('DELETE', `${admin}/exercise-category/${next}`, { as: grace, query: { force: true } }))
})

test('a dry run says what would change and writes nothing; the import does it, once', async () => {
  const bundle = newBundle()
  const name = bundle.categories[0]?.name ?? ''
  const dry = await imported(bundle, { dryRun: true })
  expect(dry).toMatchObject({ dryRun: true, created: 4, updated: 0, unchanged: 0 })
  expect(await named(name)).toEqual([])
  const done = await imported(bundle)
  expect(done.changes.map(({ kind, action }: Record<string, string>) => [kind, action])).toEqual([
    ['CATEGORY', 'CREATE'],
    ['EXERCISE', 'CREATE'],
    ['SUB_CATEGORY', 'CREATE'],
    ['EXERCISE', 'CREATE'],
  ])
  expect(await imported(bundle)).toMatchObject({ created: 0, updated: 0, unchanged: 4 })
  expect(await named(name)).toMatchObject([{ exerciseCount: 2, subCategoryCount: 1 }])
})

test('is taken in as a whole or not at all, and says where it is wrong', async () => {
  const bundle = newBundle()
  const [category] = bundle.categories
  if (!category) throw new Error('nothing to import')
  const sound = { title: 'The sea', mediaType: 'AUDIO', durationSec: 60, mediaKey: newId() }
  category.exercises.push(sound)
  for (const dryRun of [true, false])
    expectProblem(
      await importing(bundle, { dryRun }),
      400,
      'MEDIA_MISSING',
      'body.categories.0.exercises.1.mediaKey',
    )
  const [first] = category.exercises
  if (first) category.exercises[1] = { ...first, title: 'a WALK ' }
  const twice = await imported(
    { ...bundle, categories: [{ ...category, exercises: [first] }] },
    { dryRun: true },
  )
  expect(twice.created).toBe(4)
  expectProblem(await importing(bundle), 409, 'NAME_TAKEN', 'body.categories.0.exercises.1.title')
  expect(await named(category.name)).toEqual([])
})

test('moves what it names by its id', async () => {
  const id = await newCategory(grace)
  const part = await newSubCategory(grace, id)
  const exercise = await newExercise(grace, id)
  const bundle = await bundled(id)
  const [category] = bundle.categories
  if (!category) throw new Error('nothing was exported')
  const moved = {
    ...category,
    exercises: [],
    subCategories: [{ id: part, name: 'Moved', exercises: category.exercises }],
  }
  expect((await imported({ ...bundle, categories: [moved] })).changes).toMatchObject([
    { id: part, fields: ['name'] },
    { id: exercise, fields: ['subCategoryId'] },
  ])
})
