import { beforeAll, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newCategory, newExercise, newSubCategory, retire } from '../../testing/exercises.ts'
import { call, expectProblem, later, type TestPerson, world } from '../../testing/kit.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'

const base = `${wellnessBase}/user/wellness`
let admin: TestPerson
let category: string
let sub: string
let exercise: string

beforeAll(async () => {
  admin = await newWellnessAdmin()
  category = await newCategory(admin)
  sub = await newSubCategory(admin, category)
  exercise = await newExercise(admin, category, { subCategoryId: sub, durationSec: 600 })
})

const record = (as: TestPerson, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  call('POST', base, { as, query: { exerciseId: exercise, ...query }, headers })
/** A request id as a phone made it a while ago. */
const idMade = (at: string) => {
  const hex = Date.parse(at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${newId().slice(14)}`
}
const list = (as: TestPerson, query: Record<string, string | number> = {}) => call('GET', base, { as, query })
const before = async (ms: number) => new Date((await world()).clock.now().getTime() - ms).toISOString()

describe('recording a session', () => {
  test('a session done is one row, with an envelope and its address', async () => {
    const ada = await newUser({ timeZone: 'Asia/Tokyo' })
    const { status, body, headers } = await record(
      ada,
      { feeling: 'calm' },
      { deviceId: 'phone', deviceType: 'ios' },
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 201,
      statusCode: 201,
      message: 'Wellness session recorded successfully',
    })
    expect(body.data).toMatchObject({
      userId: ada.id,
      status: 'COMPLETED',
      exerciseId: exercise,
      subCategoryId: sub,
      categoryId: category,
      creditedSec: 600,
      feelingBefore: null,
      feelingAfter: { label: 'CALM', valence: 2 },
      timeZone: 'Asia/Tokyo',
      deviceId: 'phone',
    })
    expect(headers.location).toBe(`${base}/${body.data.id}`)
    // What is answered is what reading it back gives.
    const started = await call('POST', base, {
      as: ada,
      query: { categoryId: category, type: 'START', feeling: '3' },
      headers: { occurredAt: await before(hours(20)) },
    })
    expect(started.body.data.status).toBe('ABANDONED')
    const { data } = (await list(ada)).body
    expect(JSON.stringify([body.data, started.body.data])).toBe(JSON.stringify(data))
  })

  test('a phone that travelled takes its zone along; what is sent afterwards does not', async () => {
    const ada = await newUser({ timeZone: 'Europe/Berlin' })
    const zoneNow = async () =>
      (await call('GET', `${wellnessBase}/user/profile`, { as: ada })).body.data.preferences.timeZone
    const phone = { deviceId: 'phone', deviceType: 'ANDROID' }
    await record(ada, {}, { ...phone, timeZone: 'Asia/Tokyo', occurredAt: await before(hours(2)) })
    expect(await zoneNow()).toBe('Europe/Berlin')
    await record(ada, {}, { ...phone, timeZone: 'Asia/Tokyo', requestid: idMade(await before(hours(2))) })
    expect(await zoneNow()).toBe('Europe/Berlin')
    const { body } = await record(ada, {}, { ...phone, timeZone: 'America/Lima' })
    expect(body.data.timeZone).toBe('America/Lima')
    expect(await zoneNow()).toBe('America/Lima')
    expectProblem(
      await record(ada, {}, { timeZone: 'Mars/Olympus' }),
      400,
      'VALIDATION_FAILED',
      'headers.timeZone',
    )
  })

  test('the same requestid for something else is refused, for another person it is another one', async () => {
    const ada = await newUser()
    const requestid = newId()
    expect((await record(ada, { type: 'START' }, { requestid })).status).toBe(201)
    expectProblem(
      await record(ada, { type: 'COMPLETE' }, { requestid }),
      400,
      'REQUESTID_REUSED',
      'headers.requestid',
    )
    expect((await record(await newUser(), { type: 'START' }, { requestid })).status).toBe(201)
  })

  test('what was taken once is taken again when it has become too old to be new', async () => {
    const ada = await newUser()
    const headers = { requestid: newId(), occurredAt: await before(days(7) - minutes(1)) }
    const first = await record(ada, {}, headers)
    expect(first.status).toBe(201)
    const again = await later(minutes(3), () => record(ada, {}, headers))
    expect([again.status, again.text]).toEqual([200, ''])
    expect(again.headers.location).toBe(first.headers.location)
    const late = await later(minutes(3), () => record(ada, {}, { ...headers, requestid: newId() }))
    expectProblem(late, 400, 'VALIDATION_FAILED', 'headers.occurredAt')
    expect(late.text).toContain('must lie in the last 7 days')
    const ahead = { occurredAt: await before(-minutes(6)) }
    expect((await record(ada, {}, ahead)).text).toContain('5 minutes ahead')
  })

  test('the same requestid twenty times at once is one session', async () => {
    const ada = await newUser()
    const requestid = newId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => record(ada, {}, { requestid })))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(answers.filter(({ status, text }) => status === 200 && text !== '')).toEqual([])
    expect((await list(ada)).body.meta).toMatchObject({ totals: { count: 1 } })
  })

  test('a refusal does not use the requestid up', async () => {
    const ada = await newUser()
    const requestid = newId()
    expectProblem(await record(ada, { type: 'ABANDON' }, { requestid }), 404, 'NO_OPEN_SESSION')
    expect((await record(ada, { type: 'START' }, { requestid })).status).toBe(201)
  })

  test('a start is closed by its end, with the feelings of both and the time between', async () => {
    const ada = await newUser()
    const start = await record(
      ada,
      { type: 'before', feeling: 'anxious' },
      { occurredAt: await before(minutes(20)) },
    )
    expect(start.body.data).toMatchObject({
      status: 'IN_PROGRESS',
      endedAt: null,
      feelingBefore: { valence: -2 },
    })
    const end = await record(
      ada,
      { type: 'After', feeling: 'GOOD' },
      { occurredAt: await before(minutes(15)) },
    )
    expect({ status: end.status, text: end.text }).toEqual({ status: 200, text: '' })
    expect(end.headers.location).toBe(start.headers.location)
    const { body } = await list(ada)
    expect(body.data).toMatchObject([
      {
        status: 'COMPLETED',
        creditedSec: 300,
        feelingBefore: { label: 'ANXIOUS' },
        feelingAfter: { label: 'GOOD' },
      },
    ])
    expect(body.meta).toMatchObject({ totals: { count: 1, minutes: 5, byFeeling: { GOOD: 1 } } })
  })

  test('an end that is delivered before its start makes the same one session', async () => {
    const ada = await newUser({ timeZone: 'UTC' })
    const [startedAt, endedAt] = [await before(minutes(20)), await before(minutes(15))]
    const end = await record(ada, { type: 'END', feeling: 'good' }, { occurredAt: endedAt, deviceId: 'one' })
    expect(end.status).toBe(201)
    const start = await record(
      ada,
      { type: 'START', feeling: 'anxious' },
      { occurredAt: startedAt, deviceId: 'one', timeZone: 'Asia/Tokyo' },
    )
    expect([start.status, start.text]).toEqual([200, ''])
    expect(start.headers.location).toBe(end.headers.location)
    // A start within it would have found it open.
    const within = { occurredAt: await before(minutes(17)), deviceId: 'one' }
    expect((await record(ada, { type: 'START' }, within)).status).toBe(200)
    const { body } = await list(ada)
    expect(body.data).toMatchObject([
      {
        status: 'COMPLETED',
        startedAt,
        endedAt,
        occurredAt: startedAt,
        timeZone: 'Asia/Tokyo',
        creditedSec: 300,
        feelingBefore: { label: 'ANXIOUS' },
        feelingAfter: { label: 'GOOD' },
      },
    ])
    expect(body.meta).toMatchObject({ totals: { count: 1, minutes: 5 } })
  })

  test('a start after an end, or long before it, is another session', async () => {
    const ada = await newUser()
    await record(ada, {}, { occurredAt: await before(minutes(30)) })
    for (const ago of [hours(49), minutes(10)])
      expect((await record(ada, { type: 'START' }, { occurredAt: await before(ago) })).status).toBe(201)
    expect((await list(ada)).body.meta).toMatchObject({ totals: { count: 3 } })
  })

  test('a second start on the same phone keeps the open session; ten at once make one', async () => {
    const ada = await newUser()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => record(ada, { type: 'START' }, { deviceId: 'one' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
    expect((await record(ada, { type: 'START' }, { deviceId: 'two' })).status).toBe(201)
  })

  test('an abandoned session counts nothing', async () => {
    const ada = await newUser()
    await record(ada, { type: 'START' }, { occurredAt: await before(minutes(5)) })
    expect((await record(ada, { type: 'CANCEL' })).status).toBe(200)
    expect((await list(ada, { status: 'ABANDONED' })).body.data).toMatchObject([{ creditedSec: 0 }])
    expectProblem(await record(ada, { type: 'CANCEL' }), 404, 'NO_OPEN_SESSION')
  })

  test('a session forgotten for twelve hours is abandoned, and a late end still closes it', async () => {
    const ada = await newUser()
    await record(ada, { type: 'START' }, { occurredAt: await before(hours(20)) })
    expect((await list(ada)).body.data).toMatchObject([{ status: 'ABANDONED' }])
    expect((await list(ada, { status: 'IN_PROGRESS' })).body.data).toEqual([])
    expect((await record(ada, { type: 'END' })).status).toBe(200)
    expect((await list(ada)).body.data).toMatchObject([{ status: 'COMPLETED', creditedSec: 900 }])
    const late = await newUser()
    await record(late, { type: 'START' }, { occurredAt: await before(hours(49)) })
    expect((await record(late, { type: 'END' })).status).toBe(201)
  })

  test('the date is that of the request’s zone, and stays', async () => {
    const ada = await newUser({ timeZone: 'Europe/Berlin' })
    const occurredAt = await before(hours(48))
    const dates = []
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue'])
      dates.push((await record(ada, {}, { timeZone, occurredAt })).body.data.localDate)
    const shown = (timeZone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(occurredAt))
    expect(dates).toEqual([shown('Pacific/Kiritimati'), shown('Pacific/Niue')])
    expect(dates[0] > dates[1]).toBe(true)
    const { body } = await list(ada, { from: dates[0], to: dates[0] })
    expect(body.data).toMatchObject([{ localDate: dates[0], timeZone: 'Pacific/Kiritimati' }])
  })

  test('what was delivered after midnight belongs to the day of its requestid', async () => {
    const ada = await newUser()
    const at = await before(hours(30))
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      const { body } = await record(ada, {}, { timeZone, requestid: idMade(at) })
      const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at))
      expect(body.data).toMatchObject({ occurredAt: at, localDate: day, timeZone })
    }
  })

  test('a category alone is a free session of unknown length', async () => {
    const ada = await newUser()
    const { body } = await call('POST', base, {
      as: ada,
      query: { categoryId: category, subCategoryId: sub },
    })
    expect(body.data).toMatchObject({
      exerciseId: null,
      subCategoryId: sub,
      categoryId: category,
      creditedSec: 0,
    })
  })

  test('wrong input is named', async () => {
    const ada = await newUser()
    expectProblem(await record(ada, { feeling: 'xyzzy' }), 400, 'VALIDATION_FAILED', 'query.feeling')
    expectProblem(await record(ada, { feeling: '8' }), 400, 'VALIDATION_FAILED', 'query.feeling')
    expectProblem(await record(ada, { type: 'fly' }), 400, 'VALIDATION_FAILED', 'query.type')
    expectProblem(await call('POST', base, { as: ada }), 400, 'VALIDATION_FAILED', 'query.exerciseId')
    expectProblem(await record(ada, {}, { timeZone: '+02:00' }), 400, 'VALIDATION_FAILED', 'headers.timeZone')
    expectProblem(
      await record(ada, {}, { deviceType: 'TOASTER' }),
      400,
      'VALIDATION_FAILED',
      'headers.deviceType',
    )
    for (const occurredAt of [await before(hours(170)), await before(-minutes(6))])
      expectProblem(await record(ada, {}, { occurredAt }), 400, 'VALIDATION_FAILED', 'headers.occurredAt')
    const other = await newCategory(admin)
    const elsewhere = await record(ada, { categoryId: other })
    expectProblem(elsewhere, 400, 'CATALOG_MISMATCH', 'query.categoryId')
    const below = await record(ada, { subCategoryId: newId() })
    expectProblem(below, 400, 'CATALOG_MISMATCH', 'query.subCategoryId')
    expect((await list(ada)).body.data).toEqual([])
  })

  test('unknown things, other people and other kinds of token are refused', async () => {
    const ada = await newUser()
    expectProblem(await record(ada, { exerciseId: newId() }), 404, 'NO_SUCH_ITEM', 'query.exerciseId')
    const misplaced = await call('POST', base, { as: ada, query: { categoryId: sub } })
    expectProblem(misplaced, 404, 'NO_SUCH_ITEM', 'query.categoryId')
    const foreign = await record(ada, { userId: (await newUser()).id })
    expectProblem(foreign, 404, 'NO_SUCH_USER', 'query.userId')
    expect((await record(ada, { userId: ada.id })).status).toBe(201)
    expectProblem(await record(admin), 401, 'TOKEN_INVALID')
    expectProblem(await call('POST', base, { query: { exerciseId: exercise } }), 401, 'AUTH_REQUIRED')
  })

  test('a retired exercise goes on for those who did it', async () => {
    const ada = await newUser()
    const old = await newExercise(admin, category)
    await record(ada, { exerciseId: old })
    await retire('exercise', old)
    expect((await record(ada, { exerciseId: old })).status).toBe(201)
    expectProblem(await record(await newUser(), { exerciseId: old }), 404, 'NO_SUCH_ITEM')
  })
})

describe('looking back', () => {
  test('the list is mine, newest first, in pages', async () => {
    const ada = await newUser()
    for (const ago of [3, 1, 2]) await record(ada, {}, { occurredAt: await before(hours(ago)) })
    const first = (await list(ada, { limit: 2 })).body
    const rest = (await list(ada, { limit: 2, cursor: String(first.meta.nextCursor) })).body
    const times = [...first.data, ...rest.data].map((each: { occurredAt: string }) => each.occurredAt)
    expect(times).toHaveLength(3)
    expect(times).toEqual([...times].sort().reverse())
    expect((await list(ada, { exerciseId: newId() })).body.data).toEqual([])
    expect((await list(await newUser())).body.data).toEqual([])
    expectProblem(await list(ada, { cursor: 'a.b' }), 400, 'CURSOR_INVALID')
    expectProblem(await list(ada, { from: '2026-02-30' }), 400, 'VALIDATION_FAILED', 'query.from')
    expectProblem(
      await list(ada, { from: '2026-02-02', to: '2026-02-01' }),
      400,
      'VALIDATION_FAILED',
      'query.to',
    )
  })

  test('minutes that overlap count once', async () => {
    const ada = await newUser()
    for (const ago of [60, 60, 55, 30]) await record(ada, {}, { occurredAt: await before(minutes(ago)) })
    expect((await list(ada)).body.meta).toMatchObject({ totals: { count: 4, minutes: 25 } })
    const third = await list(ada, { limit: 2, page: 2 })
    expect(third.body.data).toEqual((await list(ada)).body.data.slice(2))
    expect(third.body.meta).toMatchObject({ total: 4, hasMore: false })
  })

  test('the totals are those of the sessions, however they are narrowed', async () => {
    const ada = await newUser({ timeZone: 'UTC' })
    for (const ago of [50, 49.9, 30, 26, 25.9]) {
      const occurredAt = await before(hours(ago))
      await record(ada, { feeling: ago > 40 ? '2' : '6' }, { occurredAt })
      const own = { categoryId: category, feeling: '6' }
      await call('POST', base, { as: ada, query: { ...own, type: 'START' }, headers: { occurredAt } })
      const endedAt = await before(hours(ago) - minutes(7))
      const type = ago === 30 ? 'ABANDON' : 'COMPLETE'
      if (ago !== 26)
        await call('POST', base, { as: ada, query: { ...own, type }, headers: { occurredAt: endedAt } })
    }
    await record(ada, { type: 'START', feeling: '1' })
    const day = async (ago: number) => (await before(hours(ago))).slice(0, 10)
    const narrowings: Record<string, string>[] = [
      {},
      ...['COMPLETED', 'ABANDONED', 'IN_PROGRESS'].map((status) => ({ status })),
      { exerciseId: exercise },
      { categoryId: category, status: 'ABANDONED' },
      { categoryId: category, exerciseId: exercise, status: 'IN_PROGRESS' },
      { from: await day(26) },
      { to: await day(49.9) },
    ]
    for (const query of narrowings) {
      const { data, meta } = (await list(ada, { ...query, limit: 100 })).body
      const felt: (string | undefined)[] = data.map(
        // biome-ignore lint/suspicious/noExplicitAny: a session as it is sent
        (each: any) => (each.feelingAfter ?? each.feelingBefore)?.label,
      )
      const byFeeling: Record<string, number> = {}
      for (const label of felt) if (label) byFeeling[label] = (byFeeling[label] ?? 0) + 1
      expect(data.length, JSON.stringify(query)).toBeGreaterThan(0)
      expect(meta, JSON.stringify(query)).toMatchObject({ totals: { count: data.length, byFeeling } })
    }
    // The start within the first session is one that this would have kept, had they come in order.
    expect((await list(ada)).body.meta).toMatchObject({ totals: { minutes: 17 + 10 + 23 } })
  })

  test('a flight east ends no streak while its day goes on in the west', async () => {
    const { clock } = await world()
    // Niue shows 20:00, and Kiritimati, 25 hours ahead, 21:00 of the day after.
    const evening = (hours(24 + 31) - (clock.now().getTime() % hours(24))) % hours(24)
    await later(evening, async () => {
      const [traveller, resident] = [
        await newUser({ timeZone: 'Pacific/Niue' }),
        await newUser({ timeZone: 'Pacific/Kiritimati' }),
      ]
      await record(traveller, {}, { occurredAt: await before(hours(24)) })
      await record(resident, {}, { occurredAt: await before(hours(46)) })
      const seen = async (as: TestPerson, headers: Record<string, string> = {}) => {
        const listed = await call('GET', `${base}/completed`, { as, headers })
        const profile = await call('GET', `${wellnessBase}/user/profile`, { as, headers })
        return [listed.body.meta.streak, profile.body.data.streak]
      }
      const [alive, ended] = [
        { current: 1, best: 1, freezes: 0 },
        { current: 0, best: 1, freezes: 0 },
      ]
      expect(await seen(traveller, { timeZone: 'Pacific/Kiritimati' })).toEqual([alive, alive])
      expect(await seen(resident)).toEqual([ended, ended])
      expect(await seen(resident, { timeZone: 'Pacific/Niue' })).toEqual([alive, alive])
    })
  })

  test('days are filled with zeros and tell the streak', async () => {
    const ada = await newUser({ timeZone: 'UTC' })
    for (const ago of [0, 1, 2, 4]) await record(ada, {}, { occurredAt: await before(hours(24 * ago)) })
    await record(ada, { type: 'START', feeling: '3' })
    await record(ada, { type: 'COMPLETE', feeling: '5' })
    const today = (await before(0)).slice(0, 10)
    const from = (await before(hours(24 * 5))).slice(0, 10)
    const ask = (query: Record<string, string>) =>
      call('GET', `${base}/completed`, { as: ada, query: { from, to: today, ...query } })
    const { body } = await ask({ groupBy: 'day' })
    expect(body.data.map((day: { sessions: number }) => day.sessions)).toEqual([0, 1, 0, 1, 1, 2])
    expect(body.data[0]).toEqual({
      date: from,
      exerciseId: null,
      categoryId: null,
      name: null,
      sessions: 0,
      minutes: 0,
      moodLift: null,
      mood: null,
    })
    expect(body.data[5]).toMatchObject({ date: today, moodLift: 2, mood: 1 })
    expect(body.meta).toMatchObject({
      from,
      to: today,
      streak: { current: 3, best: 3, freezes: 0 },
      hasMore: false,
    })
    expect((await ask({ groupBy: 'exercise' })).body.data).toMatchObject([
      { exerciseId: exercise, sessions: 5 },
    ])
    expect((await ask({ groupBy: 'category' })).body.data).toMatchObject([
      { categoryId: category, sessions: 5 },
    ])
    const plain = await ask({})
    expect(plain.body.data).toHaveLength(5)
    expect(plain.body.data[0]).toMatchObject({ status: 'COMPLETED', userId: ada.id })
    expectProblem(await ask({ from: '2020-01-01' }), 400, 'VALIDATION_FAILED', 'query.from')
    expectProblem(await ask({ cursor: 'a.b' }), 400, 'CURSOR_INVALID')
  })
})
