import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { buyOnAndroid } from '../../testing/android-notices.ts'
import { newCategory, newExercise, newMedia, newSubCategory, retire } from '../../testing/exercises.ts'
import { call, expectProblem, type TestPerson, world } from '../../testing/kit.ts'
import { heardOf, subscribe } from '../../testing/subscribers.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'

const base = `${wellnessBase}/user`
const admin = `${wellnessBase}/admin`
let grace: TestPerson
let ada: TestPerson

beforeAll(async () => {
  await worldWith({})
  grace = await newWellnessAdmin()
  ada = await newUser()
})
afterAll(closeWorld)

const get = (path: string, as: TestPerson, query: Record<string, string | number | boolean> = {}) =>
  call('GET', path, { as, query })

describe('what is offered', () => {
  test('categories come in their order, searched without case and accents, with their exercises counted', async () => {
    const word = `Séréni${newId()}`
    const second = await newCategory(grace, { name: `${word} B`, order: 7 })
    const first = await newCategory(grace, { name: `${word} Z`, order: 3 })
    const hidden = await newCategory(grace, { name: `${word} C`, status: 'INACTIVE' })
    const exercise = await newExercise(grace, second)
    await newExercise(grace, second, { status: 'INACTIVE' })
    const q = word.toLowerCase().replaceAll('é', 'E')
    const { body } = await get(`${base}/category`, ada, { q })
    expect(body.data.map((each: { id: string }) => each.id)).toEqual([first, second])
    expect(body.data.map((each: { exerciseCount: number }) => each.exerciseCount)).toEqual([0, 1])
    await retire('exercise', exercise)
    const again = await get(`${base}/category`, ada, { q, limit: 1 })
    const rest = await get(`${base}/category`, ada, {
      q,
      limit: 1,
      cursor: String(again.body.meta.nextCursor),
    })
    expect(rest.body.data).toMatchObject([{ id: second, exerciseCount: 0 }])
    expect(rest.body.meta).toEqual({ nextCursor: null, hasMore: false, limit: 1, total: 2 })
    expect((await get(`${base}/category`, ada, { q, limit: 1, page: 2 })).body.data).toEqual(rest.body.data)
    expectProblem(await get(`${base}/category`, ada, { cursor: 'a.b' }), 400, 'CURSOR_INVALID')
    const kept = await get(`${admin}/exercise-category`, grace, { q, status: 'INACTIVE' })
    expect(kept.body.data.map((each: { id: string }) => each.id)).toEqual([hidden])
    expect((await get(`${base}/category`, ada, { q: `%${newId()}` })).body.data).toEqual([])
  })

  test('categories that did not change are not sent again', async () => {
    const q = `Still ${newId()}`
    await newCategory(grace, { name: q })
    const ask = (headers: Record<string, string> = {}) =>
      call('GET', `${base}/category`, { as: ada, query: { q }, headers })
    const first = await ask()
    const etag = String(first.headers.etag)
    expect(first.headers).toMatchObject({
      'cache-control': 'private, max-age=60',
      vary: 'language, authorization',
    })
    const known = await ask({ 'if-none-match': `"other", ${etag}` })
    expect({ status: known.status, text: known.text }).toEqual({ status: 304, text: '' })
    expect(known.headers.etag).toBe(etag)
    await newCategory(grace, { name: `${q} too` })
    expect((await ask({ 'if-none-match': etag })).body.data).toHaveLength(2)
  })

  test('texts come in the language of the phone, else as written', async () => {
    const name = `Sleep ${newId()}`
    await newCategory(grace, { name, translations: { de: { name: 'Nachtruhe' }, 'pt-BR': { name: 'Sono' } } })
    const nameIn = async (language: string) =>
      (await call('GET', `${base}/category`, { as: ada, query: { q: name }, headers: { language } })).body
        .data[0].name
    expect(await nameIn('de-AT')).toBe('Nachtruhe')
    expect(await nameIn('pt-br')).toBe('Sono')
    expect(await nameIn('fr')).toBe(name)
  })

  test('texts come in the language of the person where the phone names none', async () => {
    const translations = {
      de: { name: 'Schlaf', title: 'Schlaf' },
      fr: { name: 'Sommeil', title: 'Sommeil' },
    }
    const category = await newCategory(grace, { name: `Sleep ${newId()}`, translations })
    await newSubCategory(grace, category, { translations })
    const exercise = await newExercise(grace, category, { translations })
    const bea = await newUser({ language: 'de-CH' })
    const shown = async (headers: Record<string, string>) => {
      const ask = async (path: string, query = {}) =>
        (await call('GET', `${base}/${path}`, { as: bea, query, headers })).body.data
      const categories = await ask('category', { limit: 100, q: 'schlaf' })
      const [part] = await ask('sub-category', { categoryId: category })
      const [listed] = await ask('category-exercise', { categoryId: category })
      const found = categories.find(({ id }: { id: string }) => id === category)
      return [found.name, part.name, listed.title, (await ask(`category-exercise/${exercise}`)).title]
    }
    expect(await shown({})).toEqual(Array(4).fill('Schlaf'))
    expect(await shown({ language: 'fr' })).toEqual(Array(4).fill('Sommeil'))
  })

  test('search finds a name in any of its languages', async () => {
    const word = `Träume${newId()}`
    const category = await newCategory(grace, { translations: { de: { name: word }, pt: { name: 'Sono' } } })
    const translations = { fr: { description: 'Sans nom' }, de: { title: word } }
    const exercise = await newExercise(grace, category, { translations })
    const q = word.toLowerCase().replace('ä', 'a')
    for (const [path, as, id] of [
      [`${base}/category`, ada, category],
      [`${admin}/exercise-category`, grace, category],
      [`${admin}/exercise`, grace, exercise],
    ] as const)
      expect((await get(path, as, { q })).body.data).toMatchObject([{ id }])
  })

  test('an inactive category hides everything below it', async () => {
    const category = await newCategory(grace)
    const sub = await newSubCategory(grace, category)
    const exercise = await newExercise(grace, category, { subCategoryId: sub })
    const list = await get(`${base}/sub-category`, ada, { categoryId: category })
    expect(list.body.data).toMatchObject([{ id: sub, categoryId: category, exerciseCount: 1 }])
    await retire('category', sub)
    expect((await get(`${base}/sub-category`, ada, { categoryId: category })).body.data).toEqual([])
    expect((await get(`${base}/category-exercise`, ada, { categoryId: category })).body.data).toEqual([])
    expectProblem(
      await get(`${base}/category-exercise`, ada, { categoryId: category, subCategoryId: sub }),
      404,
      'SUBCATEGORY_NOT_FOUND',
      'query.subCategoryId',
    )
    expectProblem(await get(`${base}/category-exercise/${exercise}`, ada), 404, 'NO_SUCH_EXERCISE')
    await retire('category', category)
    for (const list of ['sub-category', 'category-exercise'])
      for (const categoryId of [category, sub]) {
        const answer = await get(`${base}/${list}`, ada, { categoryId })
        expectProblem(answer, 404, 'CATEGORY_NOT_FOUND', 'query.categoryId')
      }
  })

  test('exercises are filtered by length, feeling, media and price, and tell what I did', async () => {
    const category = await newCategory(grace)
    const short = await newExercise(grace, category, { durationSec: 120, goodFor: ['ANXIOUS'] })
    const long = await newExercise(grace, category, {
      durationSec: 1800,
      mediaType: 'BREATHING',
      isPremium: true,
    })
    const found = async (query: Record<string, string | number | boolean>) =>
      (await get(`${base}/category-exercise`, ada, { categoryId: category, ...query })).body.data.map(
        (each: { id: string }) => each.id,
      )
    expect(await found({})).toEqual([short, long])
    expect(await found({ maxDuration: 300 })).toEqual([short])
    expect(await found({ minDuration: 300 })).toEqual([long])
    expect(await found({ feeling: 'ANXIOUS' })).toEqual([short])
    expect(await found({ mediaType: 'BREATHING' })).toEqual([long])
    expect(await found({ premium: false })).toEqual([short])
    await call('POST', `${base}/wellness`, { as: ada, query: { exerciseId: short } })
    const { body } = await get(`${base}/category-exercise`, ada, { categoryId: category })
    expect(body.data[0]).toMatchObject({ timesDone: 1, isLocked: false })
    expect(body.data[0].lastDoneAt).not.toBeNull()
    const stranger = await newUser()
    expect(
      (await get(`${base}/category-exercise`, stranger, { categoryId: category })).body.data[0],
    ).toMatchObject({
      timesDone: 0,
      lastDoneAt: null,
    })
    expectProblem(await get(`${base}/category-exercise`, ada), 400, 'VALIDATION_FAILED', 'query.categoryId')
  })

  test('an exercise tells its breath, its sound and what its category looks like, in its language', async () => {
    const category = await newCategory(grace, {
      color: '#4f9db5',
      illustration: 'BREATH',
      translations: { de: { name: 'Atmen' } },
    })
    const breath = [
      { phase: 'IN', seconds: 4 },
      { phase: 'OUT', seconds: 8 },
    ]
    const content = { breath, sound: 'RAIN', suits: ['NIGHT'], mediaType: 'BREATHING' }
    const id = await newExercise(grace, category, { ...content, durationSec: 3600 })
    const { body } = await call('GET', `${base}/category-exercise/${id}`, {
      as: ada,
      headers: { language: 'de' },
    })
    expect(body.data).toMatchObject({
      ...content,
      category: { name: 'Atmen', color: '#4f9db5', illustration: 'BREATH' },
    })
    const offered = await get(`${base}/category-exercise`, ada, { categoryId: category })
    expect(offered.body.data).toMatchObject([{ sound: 'RAIN', suits: ['NIGHT'] }])
    const kept = await get(`${admin}/exercise`, grace, { categoryId: category })
    expect(kept.body.data).toMatchObject([{ breath, sound: 'RAIN', suits: ['NIGHT'] }])
    const wrong = { title: 'No', categoryId: category, mediaType: 'BREATHING' }
    const endless = [{ phase: 'IN', seconds: 0 }]
    expectProblem(
      await call('POST', `${admin}/exercise`, { as: grace, body: { ...wrong, breath: endless } }),
      400,
      'VALIDATION_FAILED',
    )
  })

  test('one exercise is suggested that suits the hour, is short, and that the person may begin', async () => {
    const category = await newCategory(grace, { color: '#4f9db5' })
    const everyHour = ['MORNING', 'DAY', 'EVENING', 'NIGHT']
    for (const body of [{ isPremium: true }, { durationSec: 3600 }, { status: 'INACTIVE' }])
      await newExercise(grace, category, { suits: everyHour, ...body })
    await newExercise(grace, category)
    const suited = await newExercise(grace, category, { suits: everyHour })
    const { body } = await get(`${base}/suggested-exercise`, ada)
    expect(body.data).toMatchObject({
      id: suited,
      isLocked: false,
      category: { color: '#4f9db5' },
      reasonCode: 'NEW_TO_YOU',
      reason: 'You have not tried it yet.',
    })
    await retire('exercise', suited)
    const unsaid = await newExercise(grace, category)
    expect((await get(`${base}/suggested-exercise`, ada)).body.data).toMatchObject({ id: unsaid, suits: [] })
  })

  test('media has a signed address, unless the exercise is locked or retired', async () => {
    const category = await newCategory(grace)
    const media = { mediaType: 'AUDIO', mediaKey: await newMedia(grace, 'sound') }
    const open = await newExercise(grace, category, media)
    const locked = await newExercise(grace, category, {
      ...media,
      isPremium: true,
      steps: [{ text: 'Breathe' }],
    })
    const first = (await get(`${base}/category-exercise/${open}`, ada)).body.data
    expect(first).toMatchObject({ isLocked: false, isRetired: false, moodLift: null })
    const { app } = await world()
    const { pathname, search } = new URL(first.mediaUrl)
    expect((await app.inject({ method: 'GET', url: pathname + search })).body).toBe('sound')
    expect((await get(`${base}/category-exercise/${locked}`, ada)).body.data).toMatchObject({
      isLocked: true,
      mediaUrl: null,
      steps: [],
    })
    await call('POST', `${base}/wellness`, { as: ada, query: { exerciseId: open } })
    await retire('exercise', open)
    expect((await get(`${base}/category-exercise/${open}`, ada)).body.data).toMatchObject({
      isRetired: true,
      mediaUrl: null,
      timesDone: 1,
    })
    expectProblem(await get(`${base}/category-exercise/${open}`, await newUser()), 404, 'NO_SUCH_EXERCISE')
    expectProblem(await get(`${base}/category-exercise/${newId()}`, ada), 404, 'NO_SUCH_EXERCISE')
  })
})

describe('what belongs to the subscription', () => {
  const media = async () => ({
    mediaType: 'AUDIO',
    mediaKey: await newMedia(grace, 'sound'),
    steps: [{ text: 'Breathe' }],
  })
  const detail = async (id: string, as: TestPerson) =>
    (await get(`${base}/category-exercise/${id}`, as)).body.data

  test('is everything in a premium category, for whoever has none', async () => {
    const category = await newCategory(grace, { isPremium: true })
    const part = await newSubCategory(grace, category)
    const inside = await newExercise(grace, category, { ...(await media()), subCategoryId: part })
    const open = await newCategory(grace)
    const paidPart = await newSubCategory(grace, open, { isPremium: true })
    const below = await newExercise(grace, open, { ...(await media()), subCategoryId: paidPart })
    const free = await newExercise(grace, open, await media())
    for (const id of [inside, below])
      expect(await detail(id, ada)).toMatchObject({
        isPremium: true,
        isLocked: true,
        mediaUrl: null,
        steps: [],
      })
    expect(await detail(free, ada)).toMatchObject({
      isPremium: false,
      isLocked: false,
      mediaUrl: expect.any(String),
      steps: [{ text: 'Breathe' }],
    })
    const listed = async (query: Record<string, string | boolean>) =>
      (await get(`${base}/category-exercise`, ada, { categoryId: open, ...query })).body.data
    expect(await listed({ premium: true })).toMatchObject([{ id: below, isLocked: true }])
    expect(await listed({ premium: false })).toMatchObject([{ id: free, isLocked: false }])
    const parts = await get(`${base}/sub-category`, ada, { categoryId: category })
    expect(parts.body.data).toMatchObject([{ id: part, isPremium: true }])
    const kept = await get(`${admin}/exercise`, grace, { categoryId: category })
    expect(kept.body.data).toMatchObject([{ id: inside, isPremium: false }])
  })

  test('is open to a subscriber until what was paid has ended', async () => {
    const category = await newCategory(grace, { isPremium: true })
    const exercise = await newExercise(grace, category, await media())
    const bea = await newUser()
    const isLocked = async (as = bea) => {
      const [one] = (await get(`${base}/category-exercise`, as, { categoryId: category })).body.data
      const { isLocked, mediaUrl, steps } = await detail(exercise, as)
      expect([mediaUrl === null, steps.length === 0, one.isLocked]).toEqual(Array(3).fill(isLocked))
      return isLocked
    }
    expect(await isLocked()).toBe(true)
    const purchase = await subscribe(bea)
    expect(await isLocked()).toBe(false)
    expect(await isLocked(ada)).toBe(true)
    for (const [state, locked] of [
      ['ON_HOLD', true],
      ['IN_GRACE_PERIOD', false],
      ['PAUSED', true],
      ['CANCELED', false],
    ] as const) {
      purchase.becomes(state)
      await heardOf(purchase, state)
      expect([state, await isLocked()]).toEqual([state, locked])
    }
    // Another plan took its place, and nothing was heard of the first one since.
    const next = await buyOnAndroid(bea.id)
    next.becomes('PENDING', { linkedPurchaseToken: purchase.token })
    await heardOf(next, 'PENDING')
    expect(await isLocked()).toBe(false)
    next.becomes('EXPIRED', { linkedPurchaseToken: purchase.token })
    await heardOf(next, 'EXPIRED')
    expect(await isLocked()).toBe(true)
    const past = await buyOnAndroid(bea.id)
    const expiryTime = new Date((await world()).clock.now().getTime() - 1000).toISOString()
    past.becomes('ACTIVE', { lineItems: [{ productId: 'monthly', expiryTime }] })
    await heardOf(past, 'ACTIVE')
    expect(await isLocked()).toBe(true)
  })

  test('can be recorded by anybody: what somebody did is theirs to tell', async () => {
    const exerciseId = await newExercise(grace, await newCategory(grace, { isPremium: true }))
    for (const type of ['START', 'COMPLETE'])
      expect((await call('POST', `${base}/wellness`, { as: ada, query: { exerciseId, type } })).status).toBe(
        type === 'START' ? 201 : 200,
      )
  })
})

describe('administrators', () => {
  test('create a category with what they left out filled in', async () => {
    const name = `Calm ${newId()}`
    const { status, body } = await call('POST', `${admin}/exercise-category`, { as: grace, body: { name } })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      name,
      description: '',
      status: 'ACTIVE',
      isPremium: false,
      version: 0,
      image: null,
    })
    const next = await call('POST', `${admin}/exercise-category`, { as: grace, body: { name: `${name} 2` } })
    expect(next.body.data.order).toBeGreaterThan(body.data.order)
  })

  test('cannot take a name twice beside another, whatever its case, even at once', async () => {
    const name = `Focus ${newId()}`
    const answers = await Promise.all(
      ['', '', ''].map(() =>
        call('POST', `${admin}/exercise-category`, { as: grace, body: { name: name.toUpperCase() } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const again = await call('POST', `${admin}/exercise-category`, { as: grace, body: { name } })
    expectProblem(again, 409, 'NAME_TAKEN', 'body.name')
    const one = await newCategory(grace)
    const two = await newCategory(grace)
    await newSubCategory(grace, one, { name: 'Morning' })
    await newSubCategory(grace, two, { name: 'Morning' })
    expectProblem(
      await call('POST', `${admin}/exercise-sub-category`, {
        as: grace,
        body: { name: 'morning', categoryId: one },
      }),
      409,
      'NAME_TAKEN',
      'body.name',
    )
    const exercise = { title: 'Body scan', categoryId: one, mediaType: 'TEXT' }
    expect((await call('POST', `${admin}/exercise`, { as: grace, body: exercise })).status).toBe(201)
    const twice = await call('POST', `${admin}/exercise`, { as: grace, body: exercise })
    expectProblem(twice, 409, 'NAME_TAKEN', 'body.title')
  })

  test('are told which reference is wrong', async () => {
    const category = await newCategory(grace)
    const foreign = await newSubCategory(grace, await newCategory(grace))
    const send = (what: string, body: object) => call('POST', `${admin}/${what}`, { as: grace, body })
    const exercise = { title: 'Walk', categoryId: category, mediaType: 'AUDIO' }
    expectProblem(await send('exercise', exercise), 400, 'MEDIA_MISSING', 'body.mediaKey')
    const theirs = await newMedia(await newWellnessAdmin(), 'x')
    const film = await newMedia(grace, 'x', 'video/mp4')
    for (const mediaKey of [theirs, film])
      expectProblem(await send('exercise', { ...exercise, mediaKey }), 400, 'MEDIA_MISSING', 'body.mediaKey')
    expectProblem(
      await send('exercise', { ...exercise, mediaType: 'VIDEO', mediaKey: film, thumbnail: film }),
      400,
      'MEDIA_MISSING',
      'body.thumbnail',
    )
    expect((await send('exercise', { ...exercise, mediaType: 'VIDEO', mediaKey: film })).status).toBe(201)
    expectProblem(
      await send('exercise', { ...exercise, mediaType: 'TEXT', subCategoryId: foreign }),
      400,
      'SUBCATEGORY_MISMATCH',
      'body.subCategoryId',
    )
    for (const answer of [
      await send('exercise', { ...exercise, categoryId: newId() }),
      await send('exercise-sub-category', { name: 'A', categoryId: foreign }),
    ])
      expectProblem(answer, 404, 'CATEGORY_NOT_FOUND', 'body.categoryId')
    for (const [what, body] of [
      ['exercise-category', { name: `I ${newId()}`, image: newId() }],
      ['exercise-sub-category', { name: 'I', categoryId: category, image: newId() }],
    ] as const)
      expectProblem(await send(what, body), 400, 'MEDIA_MISSING', 'body.image')
    expectProblem(
      await send('exercise-category', {
        name: 'x',
        color: 'red',
        order: -1,
        translations: { de: { name: '' } },
      }),
      400,
      'VALIDATION_FAILED',
      'body.color',
    )
  })

  test('see every exercise with how it is used', async () => {
    const category = await newCategory(grace)
    const exercise = await newExercise(grace, category, { title: 'Évening walk' })
    const practise = (as: TestPerson, type: string, feeling: string) =>
      call('POST', `${base}/wellness`, { as, query: { exerciseId: exercise, type, feeling } })
    const stats = async () => {
      const { body } = await get(`${admin}/exercise`, grace, { categoryId: category, q: 'evening' })
      expect(body.data).toMatchObject([{ id: exercise, title: 'Évening walk' }])
      return body.data[0].stats
    }
    expect(await stats()).toEqual({ plays: 0, completionPercent: null, moodLift: null })
    await practise(ada, 'START', '2')
    await practise(ada, 'COMPLETE', '6')
    await practise(ada, 'START', '4')
    expect(await stats()).toEqual({ plays: 2, completionPercent: 50, moodLift: null })
    await practise(ada, 'ABANDON', '4')
    const ben = await newUser()
    for (let session = 0; session < 4; session += 1) {
      await practise(ben, 'START', '3')
      await practise(ben, 'COMPLETE', '6')
    }
    expect(await stats()).toEqual({ plays: 6, completionPercent: 83, moodLift: 2 })
    const { host } = await world()
    await sql`delete from wellness.session where user_id = ${ben.id}`.execute(host.services.db)
    expect(await stats()).toEqual({ plays: 2, completionPercent: 50, moodLift: null })
    expect(
      (await get(`${admin}/exercise`, grace, { categoryId: category, status: 'INACTIVE' })).body.data,
    ).toEqual([])
    await newExercise(grace, category)
    const second = await get(`${admin}/exercise`, grace, { categoryId: category, limit: 1, page: 2 })
    expect(second.body.data).toMatchObject([{ id: exercise }])
    expect(second.body.meta).toMatchObject({ total: 2, hasMore: false })
    const list = await get(`${admin}/exercise-category`, grace, { limit: 1 })
    expect(list.body.meta.total).toBeGreaterThan(1)
    for (const list of ['exercise', 'exercise-category'])
      expectProblem(await get(`${admin}/${list}`, grace, { cursor: 'x.y' }), 400, 'CURSOR_INVALID')
  })
})
