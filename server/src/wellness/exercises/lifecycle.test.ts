import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { sweepUploads } from '../../platform/media/jobs.ts'
import { mp4Of, newCategory, newExercise, newMedia, newSubCategory, upload } from '../../testing/exercises.ts'
import { sweepNow } from '../../testing/jobs.ts'
import { call, expectProblem, granted, later, type TestPerson, world } from '../../testing/kit.ts'
import { subscribe } from '../../testing/subscribers.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'
import { removeDeletedMedia } from './jobs.ts'

const base = `${wellnessBase}/user`
const admin = `${wellnessBase}/admin`
let grace: TestPerson
let ada: TestPerson

beforeAll(async () => {
  grace = await newWellnessAdmin()
  ada = await newUser()
})

const get = async (path: string, as: TestPerson, query: Record<string, string | number> = {}) =>
  (await granted(call('GET', path, { as, query }))).body.data
const put = (path: string, body: object) => call('PUT', `${admin}/${path}`, { as: grace, body })
const setStatus = async (path: string, body: object) =>
  (await granted(call('PATCH', `${admin}/${path}/status`, { as: grace, body }))).body.data
const remove = (path: string, query: Record<string, string | boolean> = {}) =>
  call('DELETE', `${admin}/${path}`, { as: grace, query })
const practise = (query: Record<string, string>, as = ada) => call('POST', `${base}/wellness`, { as, query })
const history = (as: TestPerson) => get(`${base}/wellness`, as)

async function newBranch() {
  const category = await newCategory(grace)
  const part = await newSubCategory(grace, category)
  const exercise = await newExercise(grace, category, { subCategoryId: part })
  return { category, part, exercise }
}

describe('a change', () => {
  test('touches what it names, clears what is null, and counts the version', async () => {
    const id = await newCategory(grace, { color: '#2a9d8f', description: 'Slow.', illustration: 'BREATH' })
    const name = `Rest ${newId()}`
    const { body } = await granted(put(`exercise-category/${id}`, { name, color: null, version: 0 }))
    expect(body.data).toMatchObject({
      name,
      color: null,
      description: 'Slow.',
      illustration: 'BREATH',
      version: 1,
    })
    expect(await get(`${admin}/exercise-category/${id}`, grace)).toEqual(body.data)
  })

  test('of the steps lets go of their words in other languages, unless these fit', async () => {
    const { category } = await newBranch()
    const steps = [{ text: 'Breathe in', durationSec: 30 }, { text: 'Breathe out' }]
    const translations = { de: { title: `Atmen ${newId()}`, steps: ['Einatmen', 'Ausatmen'] } }
    const body = { categoryId: category, title: `Breathe ${newId()}`, mediaType: 'TEXT', steps, translations }
    const { id } = (await granted(call('POST', `${admin}/exercise`, { as: grace, body }))).body.data
    const stepsIn = async (language: string) => {
      const headers = { language }
      const shown = await granted(call('GET', `${base}/category-exercise/${id}`, { as: ada, headers }))
      return shown.body.data.steps
    }
    expect(await stepsIn('de-AT')).toEqual([{ text: 'Einatmen', durationSec: 30 }, { text: 'Ausatmen' }])
    expect(await stepsIn('fr')).toEqual(steps)
    await granted(put(`exercise/${id}`, { steps: [{ text: 'In' }, { text: 'Out' }] }))
    expect((await stepsIn('de')).map(({ text }: { text: string }) => text)).toEqual(['Einatmen', 'Ausatmen'])
    await granted(put(`exercise/${id}`, { steps: [{ text: 'Breathe' }] }))
    expect(await stepsIn('de')).toEqual([{ text: 'Breathe' }])
    const field = 'body.translations.de.steps'
    expectProblem(await put(`exercise/${id}`, { translations }), 400, 'VALIDATION_FAILED', field)
  })

  test('to what changed meanwhile is refused, of each kind', async () => {
    const { category, part, exercise } = await newBranch()
    for (const [path, body] of [
      [`exercise-category/${category}`, { description: 'a' }],
      [`exercise-sub-category/${part}`, { description: 'a' }],
      [`exercise/${exercise}`, { description: 'a' }],
    ] as const) {
      await granted(put(path, { ...body, version: 0 }))
      expectProblem(await put(path, { ...body, version: 0 }), 409, 'VERSION_CONFLICT', 'body.version')
      await granted(put(path, body))
    }
  })

  test('of two at once with the same version takes one', async () => {
    const { exercise } = await newBranch()
    const answers = await Promise.all(
      ['a', 'b'].map((description) => put(`exercise/${exercise}`, { description, version: 0 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('cannot take the name of what stands beside it, in any language', async () => {
    const category = await newCategory(grace)
    const one = await newSubCategory(grace, category, {
      name: 'Morning',
      translations: { de: { name: 'Früh' } },
    })
    const two = await newSubCategory(grace, category)
    expectProblem(
      await put(`exercise-sub-category/${two}`, { name: 'MORNING' }),
      409,
      'NAME_TAKEN',
      'body.name',
    )
    const translations = { de: { name: 'früh' } }
    expectProblem(
      await put(`exercise-sub-category/${two}`, { translations }),
      409,
      'NAME_TAKEN',
      'body.translations.de.name',
    )
    await granted(put(`exercise-sub-category/${one}`, { translations }))
    const name = `Walks ${newId()}`
    await newCategory(grace, { name })
    expectProblem(await put(`exercise-category/${category}`, { name }), 409, 'NAME_TAKEN', 'body.name')
    const title = 'A walk'
    await newExercise(grace, category, { title, translations: { de: { title: 'Ein Gang' } } })
    const other = await newExercise(grace, category)
    expectProblem(await put(`exercise/${other}`, { title }), 409, 'NAME_TAKEN', 'body.title')
    const wrong = { translations: { de: { title: 'EIN GANG' } } }
    expectProblem(await put(`exercise/${other}`, wrong), 409, 'NAME_TAKEN', 'body.translations.de.title')
  })

  test('of a recording wants one of its kind, and lets go of the old one', async () => {
    const category = await newCategory(grace)
    const sound = await newMedia(grace, 'sound')
    const id = await newExercise(grace, category, { mediaType: 'AUDIO', mediaKey: sound })
    const { reserved } = await upload(grace, {
      bytes: mp4Of('film'),
      contentType: 'video/mp4',
      folder: 'exercise',
    })
    for (const body of [
      { mediaType: 'VIDEO' },
      { mediaKey: null },
      { mediaKey: reserved.key },
      { mediaType: 'VIDEO', mediaKey: newId() },
    ])
      expectProblem(await put(`exercise/${id}`, body), 400, 'MEDIA_MISSING', 'body.mediaKey')
    await granted(put(`exercise/${id}`, { mediaType: 'VIDEO', mediaKey: reserved.key }))
    const { host } = await world()
    const { rows } = await sql<{ id: string; uses: number }>`
      select id, uses from platform.upload where id in (${sound}, ${reserved.key}) order by uses`.execute(
      host.services.db,
    )
    expect(rows).toEqual([
      { id: sound, uses: 0 },
      { id: reserved.key, uses: 1 },
    ])
    // Another administrator may write the rest of it.
    const as = await newWellnessAdmin()
    const again = { mediaKey: reserved.key, description: 'Slower.' }
    expect((await call('PUT', `${admin}/exercise/${id}`, { as, body: again })).status).toBe(200)
    const { mediaUrl } = await get(`${base}/category-exercise/${id}`, ada)
    const { app } = await world()
    const { pathname, search } = new URL(mediaUrl)
    const played = await app.inject({
      method: 'GET',
      url: pathname + search,
      headers: { range: 'bytes=0-3' },
    })
    expect([played.statusCode, played.headers['content-type']]).toEqual([206, 'video/mp4'])
  })

  test('of a place goes to a category there is, with a part of it', async () => {
    const { category, part, exercise } = await newBranch()
    const other = await newBranch()
    const move = (body: object) => put(`exercise/${exercise}`, body)
    expectProblem(
      await move({ subCategoryId: other.part }),
      400,
      'SUBCATEGORY_MISMATCH',
      'body.subCategoryId',
    )
    expectProblem(await move({ categoryId: part }), 404, 'CATEGORY_NOT_FOUND', 'body.categoryId')
    const { body } = await granted(move({ categoryId: other.category }))
    expect(body.data).toMatchObject({ categoryId: other.category, subCategoryId: null })
    await granted(move({ categoryId: category, subCategoryId: part }))
  })
})

test('a picture that is a category’s image and its icon stays until it is neither', async () => {
  const picture = await newMedia(grace, 'both', 'image/webp')
  const id = await newCategory(grace, { image: picture, icon: picture })
  const isKept = async () => {
    await later(days(2), () => sweepNow(sweepUploads))
    const { host } = await world()
    const { rows } = await sql`select from platform.upload where id = ${picture}`.execute(host.services.db)
    return rows.length > 0
  }
  await granted(put(`exercise-category/${id}`, { icon: null }))
  expect(await isKept()).toBe(true)
  await granted(put(`exercise-category/${id}`, { image: null }))
  expect(await isKept()).toBe(false)
})

describe('a status', () => {
  test('of a category hides what is below it, and gives it back as it was', async () => {
    const { category, part, exercise } = await newBranch()
    const quiet = await newExercise(grace, category, { status: 'INACTIVE' })
    expect(await setStatus(`exercise-category/${category}`, { status: 'INACTIVE' })).toEqual({
      affectedChildren: 2,
    })
    expect(await setStatus(`exercise-category/${category}`, { isActive: false })).toEqual({
      affectedChildren: 0,
    })
    expectProblem(
      await call('GET', `${base}/category-exercise/${exercise}`, { as: ada }),
      404,
      'NO_SUCH_EXERCISE',
    )
    expect(await get(`${admin}/exercise/${exercise}`, grace)).toMatchObject({ status: 'ACTIVE', version: 0 })
    expect(await get(`${admin}/exercise-sub-category/${part}`, grace)).toMatchObject({ status: 'ACTIVE' })
    await setStatus(`exercise-category/${category}`, { isActive: true })
    const shown = await get(`${base}/category-exercise`, ada, { categoryId: category })
    expect(shown.map(({ id }: { id: string }) => id)).toEqual([exercise])
    expect(await setStatus(`exercise-category/${category}`, { status: 'ACTIVE', cascade: true })).toEqual({
      affectedChildren: 1,
    })
    expect(await get(`${admin}/exercise/${quiet}`, grace)).toMatchObject({ status: 'ACTIVE' })
    expect(await setStatus(`exercise-sub-category/${part}`, { status: 'INACTIVE', cascade: true })).toEqual({
      affectedChildren: 1,
    })
    expect(await get(`${admin}/exercise/${exercise}`, grace)).toMatchObject({ status: 'INACTIVE' })
    const nothing = await call('PATCH', `${admin}/exercise/${exercise}/status`, { as: grace, body: {} })
    expectProblem(nothing, 400, 'VALIDATION_FAILED', 'body.status')
  })

  test('of a category that becomes premium locks what is in it', async () => {
    const { category, part, exercise } = await newBranch()
    const isLocked = async () => (await get(`${base}/category-exercise/${exercise}`, ada)).isLocked
    for (const path of [`exercise-category/${category}`, `exercise-sub-category/${part}`]) {
      await granted(put(path, { isPremium: true }))
      expect(await isLocked()).toBe(true)
      await granted(put(path, { isPremium: false }))
      expect(await isLocked()).toBe(false)
    }
  })
})

describe('an order', () => {
  test('is what the phone shows, and leaves what it does not name behind', async () => {
    const category = await newCategory(grace)
    const ids: string[] = []
    for (let index = 0; index < 4; index += 1) ids.push(await newExercise(grace, category))
    const [a = '', b = '', c = '', d = ''] = ids
    const order = (body: object) => call('PUT', `${admin}/catalog/order`, { as: grace, body })
    const shown = async () =>
      (await get(`${base}/category-exercise`, ada, { categoryId: category })).map(
        ({ id }: { id: string }) => id,
      )
    await granted(order({ kind: 'EXERCISE', ids: [d, b] }))
    expect(await shown()).toEqual([d, b, a, c])
    const kept = await get(`${admin}/exercise`, grace, { categoryId: category, sort: 'order' })
    expect(kept.map(({ id }: { id: string }) => id)).toEqual([d, b, a, c])
    const part = await newSubCategory(grace, category)
    const first = await newSubCategory(grace, category)
    await granted(order({ kind: 'CATEGORY', ids: [first, part] }))
    const parts = await get(`${admin}/exercise-sub-category`, grace, { categoryId: category, sort: 'order' })
    expect(parts.map(({ id }: { id: string }) => id)).toEqual([first, part])
    for (const [kind, named] of [
      ['EXERCISE', [a, await newExercise(grace, await newCategory(grace))]],
      ['EXERCISE', [newId()]],
      ['CATEGORY', [part, category]],
    ] as const)
      expectProblem(await order({ kind, ids: named }), 409, 'NOT_BESIDE', `body.ids.${named.length - 1}`)
    expect(await shown()).toEqual([d, b, a, c])
  })
})

describe('an open session, and the history', () => {
  test('survive a new name and a move, whichever category the phone still names', async () => {
    const { category, part, exercise } = await newBranch()
    const { category: target } = await newBranch()
    const ben = await newUser()
    const named = { exerciseId: exercise, categoryId: category, subCategoryId: part }
    expect((await practise({ ...named, type: 'START' }, ben)).status).toBe(201)
    await granted(put(`exercise/${exercise}`, { title: 'Another title', durationSec: 60 }))
    await granted(put(`exercise-sub-category/${part}`, { categoryId: target, name: 'Elsewhere' }))
    expect(await get(`${admin}/exercise/${exercise}`, grace)).toMatchObject({ categoryId: target })
    expect((await practise({ ...named, type: 'COMPLETE' }, ben)).status).toBe(200)
    const [session, ...more] = await history(ben)
    expect(more).toEqual([])
    expect(session).toMatchObject({ status: 'COMPLETED', categoryId: category })
    expect(session.exerciseTitle).not.toBe('Another title')
    // What was never so is still refused.
    expectProblem(await practise({ ...named, type: 'START' }, ada), 400, 'CATALOG_MISMATCH')
    expect((await practise({ exerciseId: exercise, categoryId: target, type: 'START' }, ben)).status).toBe(
      201,
    )
    expect((await practise({ exerciseId: exercise, type: 'COMPLETE' }, ben)).status).toBe(200)
    expect((await history(ben)).length).toBe(2)
  })

  test('say what was practised as its person was shown it', async () => {
    const { category, part, exercise } = await newBranch()
    await granted(put(`exercise/${exercise}`, { translations: { 'pt-BR': { title: 'Respirar' } } }))
    await granted(put(`exercise-sub-category/${part}`, { translations: { de: { name: 'Früh' } } }))
    const as = await newUser()
    const own = await get(`${base}/category-exercise/${exercise}`, as)
    for (const [language, title] of [
      ['pt-br', 'Respirar'],
      ['de-AT', own.title],
    ]) {
      const headers = { language, requestid: newId() }
      const answer = await call('POST', `${base}/wellness`, { as, query: { exerciseId: exercise }, headers })
      expect([answer.status, answer.body.data.exerciseTitle]).toEqual([201, title])
    }
    const query = { categoryId: category, subCategoryId: part }
    const { body } = await granted(
      call('POST', `${base}/wellness`, { as, query, headers: { language: 'de-AT' } }),
    )
    expect(body.data).toMatchObject({ subCategoryName: 'Früh', exerciseTitle: null })
  })

  test('survive being hidden and deleted', async () => {
    const { category, exercise } = await newBranch()
    const ben = await newUser()
    await practise({ exerciseId: exercise, type: 'START' }, ben)
    await setStatus(`exercise/${exercise}`, { status: 'INACTIVE' })
    expect((await practise({ exerciseId: exercise, type: 'COMPLETE' }, ben)).status).toBe(200)
    await practise({ exerciseId: exercise, type: 'START' }, ben)
    expectProblem(await remove(`exercise-category/${category}`), 409, 'HAS_CHILDREN')
    await granted(remove(`exercise-category/${category}`, { force: true }))
    expect((await practise({ exerciseId: exercise, type: 'COMPLETE' }, ben)).status).toBe(200)
    const sessions = await history(ben)
    expect(sessions.map(({ status }: { status: string }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await get(`${base}/category-exercise/${exercise}`, ben)).toMatchObject({
      isRetired: true,
      timesDone: 2,
    })
    expectProblem(await practise({ exerciseId: exercise }, ada), 404, 'NO_SUCH_ITEM')
  })
})

describe('what is deleted', () => {
  test('is gone for administrators, once, and its name is free', async () => {
    const { category, part, exercise } = await newBranch()
    const name = `Again ${newId()}`
    await granted(put(`exercise-category/${category}`, { name }))
    expectProblem(await remove(`exercise-sub-category/${part}`), 409, 'HAS_CHILDREN')
    for (const path of [
      `exercise/${exercise}`,
      `exercise-sub-category/${part}`,
      `exercise-category/${category}`,
    ]) {
      await granted(remove(path))
      const code = path.startsWith('exercise/') ? 'NO_SUCH_EXERCISE' : 'CATEGORY_NOT_FOUND'
      expectProblem(await remove(path), 404, code)
      expectProblem(await call('GET', `${admin}/${path}`, { as: grace }), 404, code)
      expectProblem(await put(path, { description: 'a' }), 404, code)
      const status = await call('PATCH', `${admin}/${path}/status`, { as: grace, body: { isActive: true } })
      expectProblem(status, 404, code)
    }
    await newCategory(grace, { name })
  })

  test('loses its files a month later, and not before', async () => {
    const mediaKey = await newMedia(grace, 'sound')
    const image = await newMedia(grace, 'picture', 'image/webp')
    const category = await newCategory(grace, { image })
    const exercise = await newExercise(grace, category, { mediaType: 'AUDIO', mediaKey })
    const { host } = await world()
    const uses = async () => {
      const { rows } = await sql<{ uses: number }>`
        select uses from platform.upload where id in (${mediaKey}, ${image})`.execute(host.services.db)
      return rows.map((row) => row.uses)
    }
    await practise({ exerciseId: exercise })
    await granted(remove(`exercise-category/${category}`, { force: true }))
    await later(days(29), () => sweepNow(removeDeletedMedia))
    expect(await uses()).toEqual([1, 1])
    await later(days(31), () => sweepNow(removeDeletedMedia))
    expect(await uses()).toEqual([0, 0])
    expect(await get(`${base}/category-exercise/${exercise}`, ada)).toMatchObject({
      isRetired: true,
      mediaUrl: null,
    })
  })
})

test('a subscriber hears what somebody without a subscription only reads about', async () => {
  const category = await newCategory(grace, { isPremium: true })
  const mediaKey = await newMedia(grace, 'sound')
  const id = await newExercise(grace, category, { mediaType: 'AUDIO', mediaKey })
  const bea = await newUser()
  await subscribe(bea)
  expect(await get(`${base}/category-exercise/${id}`, bea)).toMatchObject({ mediaUrl: expect.any(String) })
  expect(await get(`${base}/category-exercise/${id}`, ada)).toMatchObject({ mediaUrl: null, isLocked: true })
})
