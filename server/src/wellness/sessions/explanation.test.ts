import { beforeAll, describe, expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { newCategory, newExercise } from '../../testing/exercises.ts'
import { atNoon, call, expectProblem, granted, later, type TestPerson, world } from '../../testing/kit.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'

const base = `${wellnessBase}/user/wellness`
let exercise: string

beforeAll(async () => {
  const admin = await newWellnessAdmin()
  exercise = await newExercise(admin, await newCategory(admin), { durationSec: 300 })
})

/** They again, when their token has run out. */
async function again(person: TestPerson): Promise<TestPerson> {
  const { email, password } = person
  const { body } = await granted(call('POST', `${wellnessBase}/user/login`, { body: { email, password } }))
  return { ...person, token: body.data.accessToken }
}

/** Five minutes, so many days ago. */
async function practise(as: TestPerson, daysAgo: number, ms = 0) {
  const occurredAt = new Date((await world()).clock.now().getTime() - days(daysAgo) - ms).toISOString()
  const { body } = await call('POST', base, {
    as,
    query: { exerciseId: exercise },
    headers: { occurredAt, timeZone: 'UTC' },
  })
  return body.data.id
}

async function explained(as: TestPerson, query: Record<string, string> = {}) {
  const { body } = await call('GET', `${base}/streak/explain`, { as, query, headers: { timeZone: 'UTC' } })
  return body.data
}
/** What home screens show. */
async function shown(as: TestPerson) {
  const { body } = await call('GET', `${wellnessBase}/goals/home`, { as, headers: { timeZone: 'UTC' } })
  return body.data.practiceStreak
}
const ask = (as: TestPerson, body: object) => call('PUT', `${wellnessBase}/user/profile`, { as, body })
const outcomes = (units: { outcome: string }[]) => units.map(({ outcome }) => outcome)

test('each day is told with what was done and why it counted, and they sum to what is shown', () =>
  atNoon(async () => {
    const ada = await newUser({ timeZone: 'UTC' })
    expect(await explained(ada)).toEqual({ streak: { current: 0, best: 0, freezes: 0 }, units: [] })
    for (const daysAgo of [5, 4, 2, 1]) await practise(ada, daysAgo)
    await practise(ada, 1, hours(1))
    const { streak, units } = await explained(ada)
    expect(streak).toEqual(await shown(ada))
    expect(outcomes(units)).toEqual(['SATISFIED', 'SATISFIED', 'MISSED', 'SATISFIED', 'SATISFIED', 'OPEN'])
    expect(units.map(({ because }: { because: string }) => because)[2]).toBe('NOT_DONE')
    expect(units.at(-2)).toMatchObject({ sessions: 2, minutes: 10, minimumMinutes: 0, timeZone: 'UTC' })
    expect(units.at(-1)).toMatchObject({ ...streak, closedAt: null, sessions: 0 })
    const [missed] = units.slice(2)
    expect(missed).toMatchObject({ current: 0, best: 2, closedAt: expect.any(String) })
    expect((await explained(ada, { from: missed.from, to: missed.to })).units).toEqual([missed])
    expectProblem(
      await call('GET', `${base}/streak/explain`, { as: ada, query: { from: missed.to, to: '2020-01-01' } }),
      400,
      'VALIDATION_FAILED',
      'query.to',
    )
  }))

test('a freeze is told where it was used', () =>
  atNoon(async () => {
    const ada = await newUser({ timeZone: 'UTC' })
    for (const daysAgo of [6, 5, 4, 3, 2, 1, 0]) await practise(ada, daysAgo)
    await later(days(2), async () => {
      const as = await again(ada)
      const { streak, units } = await explained(as)
      expect(streak).toEqual({ current: 7, best: 7, freezes: 0 })
      expect(streak).toEqual(await shown(as))
      expect(units.at(-2)).toMatchObject({ outcome: 'FROZEN', because: 'FREEZE_USED', current: 7 })
    })
  }))

describe('the minutes that a day needs', () => {
  test('hold from tomorrow on, and leave alone what is written', () =>
    atNoon(async () => {
      const ada = await newUser({ timeZone: 'UTC' })
      for (const daysAgo of [1, 0]) await practise(ada, daysAgo)
      const { body } = await ask(ada, { minPracticeMinutes: 10 })
      expect(body.data.preferences).toMatchObject({
        minPracticeMinutes: 0,
        nextMinPracticeMinutes: { minutes: 10, from: expect.any(String) },
      })
      expect(await shown(ada)).toMatchObject({ current: 2 })
      await later(days(1), async () => {
        const as = await again(ada)
        await practise(as, 0)
        // Five of ten: not yet.
        expect(await shown(as)).toMatchObject({ current: 2 })
        expect((await explained(as)).units.at(-1)).toMatchObject({
          outcome: 'OPEN',
          minutes: 5,
          minimumMinutes: 10,
        })
        await practise(as, 0, hours(1))
        expect(await shown(as)).toMatchObject({ current: 3 })
        const profile = await call('GET', `${wellnessBase}/user/profile`, { as })
        expect(profile.body.data.preferences).toMatchObject({
          minPracticeMinutes: 10,
          nextMinPracticeMinutes: null,
        })
        // What asks for less does not heal what was too short.
        await ask(as, { minPracticeMinutes: 0 })
      })
      await later(days(2), async () => {
        const as = await again(ada)
        await practise(as, 0)
        const { streak, units } = await explained(as)
        expect(streak).toMatchObject({ current: 4 })
        expect(streak).toEqual(await shown(as))
        expect(units.map(({ minimumMinutes }: { minimumMinutes: number }) => minimumMinutes)).toEqual([
          0, 0, 10, 0,
        ])
      })
    }))

  test('count what overlaps once, and let go of a day whose minutes are taken back', () =>
    atNoon(async () => {
      const ada = await newUser({ timeZone: 'UTC' })
      await ask(ada, { minPracticeMinutes: 6 })
      await later(days(1), async () => {
        const as = await again(ada)
        await practise(as, 0)
        await practise(as, 0)
        expect(await shown(as)).toMatchObject({ current: 0 })
        const more = await practise(as, 0, hours(1))
        expect(await shown(as)).toMatchObject({ current: 1 })
        await call('DELETE', `${base}/${more}`, { as })
        expect(await shown(as)).toMatchObject({ current: 0 })
      })
    }))

  test('are set once, changed before they hold, and refused where no day has them', () =>
    atNoon(async () => {
      const ada = await newUser({ timeZone: 'UTC' })
      for (const minPracticeMinutes of [10, 20, 20]) await ask(ada, { minPracticeMinutes })
      const { body } = await ask(ada, {})
      expect(body.data.preferences.nextMinPracticeMinutes).toMatchObject({ minutes: 20 })
      const back = await ask(ada, { minPracticeMinutes: 0 })
      expect(back.body.data.preferences).toMatchObject({
        minPracticeMinutes: 0,
        nextMinPracticeMinutes: null,
      })
      for (const minPracticeMinutes of [-1, 721, 1.5])
        expectProblem(
          await ask(ada, { minPracticeMinutes }),
          400,
          'VALIDATION_FAILED',
          'body.minPracticeMinutes',
        )
    }))

  test('hold after what is written where somebody flew back a day', async () => {
    const ada = await newUser({ timeZone: 'UTC' })
    const { body } = await call('POST', base, {
      as: ada,
      query: { exerciseId: exercise },
      headers: { timeZone: 'Pacific/Kiritimati' },
    })
    const west = { timeZone: 'Pacific/Niue' }
    const said = await call('PUT', `${wellnessBase}/user/profile`, {
      as: ada,
      body: { minPracticeMinutes: 30 },
      headers: west,
    })
    expect(said.body.data.preferences.nextMinPracticeMinutes.from > body.data.localDate).toBe(true)
  })
})
