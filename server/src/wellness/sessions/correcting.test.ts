import { beforeAll, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newCategory, newExercise } from '../../testing/exercises.ts'
import { atNoon, call, expectProblem, later, type TestPerson, world } from '../../testing/kit.ts'
import { newUser, newWellnessAdmin, wellnessBase, withDayStart } from '../../testing/wellness.ts'

const base = `${wellnessBase}/user/wellness`
let exercise: string

beforeAll(async () => {
  const admin = await newWellnessAdmin()
  exercise = await newExercise(admin, await newCategory(admin), { durationSec: 3600 })
})

const before = async (ms: number) => new Date((await world()).clock.now().getTime() - ms).toISOString()

/** A session of an hour that ended so long ago. */
async function newSession(as: TestPerson, ago: number): Promise<{ id: string }> {
  const headers = { occurredAt: await before(ago) }
  const { status, body } = await call('POST', base, { as, query: { exerciseId: exercise }, headers })
  expect(status).toBe(201)
  return body.data
}
const patch = (as: TestPerson, id: string, body: Record<string, unknown>) =>
  call('PATCH', `${base}/${id}`, { as, body })
const totalsOf = async (as: TestPerson) => (await call('GET', base, { as })).body.meta.totals
const streakOf = async (as: TestPerson) => (await call('GET', `${base}/completed`, { as })).body.meta.streak

describe('a mistake', () => {
  test('of a feeling or an end is corrected, and its totals with it', () =>
    atNoon(async () => {
      const ada = await newUser()
      const { id } = await newSession(ada, minutes(5))
      const corrected = await patch(ada, id, { feelingAfter: 'calm', endedAt: await before(minutes(35)) })
      expect(corrected.body.data).toMatchObject({ id, creditedSec: 1800, feelingAfter: { label: 'CALM' } })
      expect(await totalsOf(ada)).toEqual({ count: 1, minutes: 30, byFeeling: { CALM: 1 } })
      expect((await patch(ada, id, { feelingAfter: null })).body.data.feelingAfter).toBeNull()
      expect(await totalsOf(ada)).toEqual({ count: 1, minutes: 30, byFeeling: {} })
    }))

  test('that is no practice at all takes its day out of the streak', async () => {
    const ada = await newUser()
    const { id } = await newSession(ada, minutes(5))
    expect(await streakOf(ada)).toMatchObject({ current: 1 })
    expect((await patch(ada, id, { status: 'ABANDONED' })).body.data).toMatchObject({ creditedSec: 0 })
    expect(await streakOf(ada)).toMatchObject({ current: 0, best: 0 })
    await patch(ada, id, { status: 'COMPLETED' })
    expect(await streakOf(ada)).toMatchObject({ current: 1 })
  })

  test('keeps its date, and ends neither before its start nor ahead', async () => {
    const ada = await newUser()
    const { id } = await newSession(ada, minutes(5))
    for (const [field, body] of [
      ['body.startedAt', { startedAt: await before(days(2)) }],
      ['body.endedAt', { endedAt: await before(hours(3)) }],
      ['body.endedAt', { endedAt: await before(-hours(1)) }],
      ['body.feelingAfter', { feelingAfter: 'xyzzy' }],
    ] as const) {
      const refused = await patch(ada, id, body)
      expectProblem(refused, 400, 'VALIDATION_FAILED')
      expect(refused.body.error.fields?.[0]?.path).toBe(field)
    }
  })

  test('stays within its date as that began and ended then', () =>
    atNoon(async () => {
      const ada = await newUser({ timeZone: 'UTC' })
      // At one in the morning.
      const { id } = await newSession(ada, hours(11))
      await withDayStart(ada, '04:00', async (as) => {
        const endAt = async (hoursAfterNoon: number) =>
          patch(as, id, { endedAt: await before(days(2) - hours(hoursAfterNoon)) })
        // Two in the morning, and one of the next morning, which still was of that day; at five it was over.
        for (const within of [-10, 13]) expect((await endAt(within)).status).toBe(200)
        expectProblem(await endAt(17), 400, 'VALIDATION_FAILED', 'body.endedAt')
      })
    }))

  test('is corrected for seven days, and once the session has ended', async () => {
    const ada = await newUser()
    const { id } = await newSession(ada, days(7) - minutes(1))
    const started = await call('POST', base, { as: ada, query: { exerciseId: exercise, type: 'START' } })
    expect((await patch(ada, started.body.data.id, { feelingBefore: 'low' })).status).toBe(200)
    expectProblem(await patch(ada, started.body.data.id, { status: 'ABANDONED' }), 409, 'SESSION_OPEN')
    await later(minutes(2), async () => {
      expectProblem(await patch(ada, id, { feelingAfter: 'calm' }), 409, 'SESSION_LOCKED')
      expectProblem(await call('DELETE', `${base}/${id}`, { as: ada }), 409, 'SESSION_LOCKED')
    })
  })
})

describe('a session that is deleted', () => {
  test('is gone, and its phone does not bring it back', async () => {
    const ada = await newUser()
    const headers = { requestid: newId(), occurredAt: await before(minutes(5)) }
    const made = await call('POST', base, { as: ada, query: { exerciseId: exercise }, headers })
    const { id } = made.body.data
    expect((await call('DELETE', `${base}/${id}`, { as: ada })).body.data).toEqual({ id })
    expectProblem(await call('DELETE', `${base}/${id}`, { as: ada }), 404, 'NO_SUCH_SESSION')
    const replayed = await call('POST', base, { as: ada, query: { exerciseId: exercise }, headers })
    expect([replayed.status, replayed.headers.location]).toEqual([200, undefined])
    expect(await totalsOf(ada)).toEqual({ count: 0, minutes: 0, byFeeling: {} })
    expect(await streakOf(ada)).toMatchObject({ current: 0, best: 0 })
  })

  test('leaves the minutes that it covered to those it covered', async () => {
    const ada = await newUser()
    const first = await newSession(ada, minutes(60))
    await newSession(ada, minutes(30))
    await newSession(ada, minutes(15))
    expect(await totalsOf(ada)).toMatchObject({ count: 3, minutes: 105 })
    await call('DELETE', `${base}/${first.id}`, { as: ada })
    expect(await totalsOf(ada)).toMatchObject({ count: 2, minutes: 75 })
  })
})
