import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newCategory, newExercise, newSubCategory } from '../../testing/exercises.ts'
import { markGoal, newGoal } from '../../testing/goals.ts'
import { inProduct } from '../../testing/jobs.ts'
import { atNoon, call, expectProblem, granted, later, type TestPerson, world } from '../../testing/kit.ts'
import { jobsDone } from '../../testing/rows.ts'
import { newUser, newWellnessAdmin, signedInAgain, wellnessBase } from '../../testing/wellness.ts'
import { addDays, dayNumber, daysBetween, isoWeekday } from '../days/public.ts'
import { bringOn } from './bringing-on.ts'
import { dailyGoalId, dateOfDaily, goalsOfDaily } from './daily-id.ts'

const base = `${wellnessBase}/goals`
const zone = 'Europe/Berlin'

/** The date of a moment where the people of these tests live. */
const dateIn = (at: Date | string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(at))
const today = async () => dateIn((await world()).clock.now())
const get = async (as: TestPerson, path: string, query: Record<string, string> = {}) =>
  (await granted(call('GET', `${base}${path}`, { as, query }))).body.data
const create = (as: TestPerson, body: object) => call('POST', base, { as, body })
const edit = (as: TestPerson, id: string, body: object) => call('PUT', `${base}/${id}`, { as, body })
const mark = async (as: TestPerson, id: string, date: string, body: object = { status: 'COMPLETED' }) =>
  (await granted(markGoal(as, dailyGoalId(id, date), body))).body.data
const itemOf = async (as: TestPerson, id: string, date?: string) =>
  (await get(as, '/daily', date === undefined ? {} : { date })).items.find(
    (item: { goal: { id: string } }) => item.goal.id === id,
  )
/** A goal that began a week ago. */
const oldGoal = async (as: TestPerson, fields: object = {}) =>
  newGoal(as, { startDate: addDays(await today(), -7), ...fields })

test.each([
  [{ to: '1969-12-31' }, 'to'],
  [{ from: '1969-12-31', to: '1970-01-01' }, 'from'],
  [{ to: '1970-01-29' }, 'to'],
  [{ from: '2149-06-06', to: '2149-06-07' }, 'to'],
  [{ date: '2149-06-07' }, 'date'],
])('days that no id can hold are refused by name: %j', async (query, field) => {
  const ada = await newUser()
  const { id } = await newGoal(ada)
  const ask = (more: Record<string, string>) => call('GET', `${base}/${id}/details`, { as: ada, query: more })
  expectProblem(await ask(query), 400, 'VALIDATION_FAILED', `query.${field}`)
  for (const date of ['1970-01-01', '2149-06-06']) await granted(ask({ date }))
})

test('the id of a day holds its goal and date', () => {
  const goal = '0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01'
  for (const date of ['1970-01-01', '2026-02-28', '2149-06-01']) {
    const id = dailyGoalId(goal, date)
    const { least = '', most = '' } = goalsOfDaily(id) ?? {}
    expect(least <= goal && goal <= most).toBe(true)
    expect(dateOfDaily(id, goal)).toBe(date)
  }
  expect(goalsOfDaily(goal)).toBeUndefined()
})

describe('setting out', () => {
  test('a title is enough, and today is due', async () => {
    const ada = await newUser()
    const { status, body } = await create(ada, { title: 'Sit still' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      title: 'Sit still',
      status: 'ACTIVE',
      direction: 'BUILD',
      metric: 'CHECK',
      target: null,
      frequency: 'DAILY',
      streak: { current: 0, best: 0, unit: 'DAY', freezes: 0 },
      strength: 0,
      progress: 0,
      startDate: await today(),
      warning: null,
      version: 1,
    })
    expect(body.data.today).toMatchObject({ status: 'PENDING', date: await today(), isBackfillable: true })
    expect((await create(ada, { title: 'sit STILL' })).body.data.warning).toBe('DUPLICATE_TITLE')
    expect(await get(ada, '')).toHaveLength(2)
  })

  test('what cannot be kept is refused by name', async () => {
    const ada = await newUser()
    const refused = async (fields: object, code: string, path: string, status = 400) =>
      expectProblem(await create(ada, { title: 'Sit', ...fields }), status, code, path)
    await refused({ metric: 'COUNT' }, 'TARGET_REQUIRED', 'body.target')
    await refused({ frequency: 'EVERY_N_DAYS' }, 'BAD_SCHEDULE', 'body.interval')
    await refused({ frequency: 'WEEKLY', timesPerPeriod: 8 }, 'BAD_SCHEDULE', 'body.timesPerPeriod')
    await refused({ rrule: 'FREQ=HOURLY' }, 'RRULE_UNSUPPORTED', 'body.rrule')
    await refused({ startDate: '2020-01-01' }, 'VALIDATION_FAILED', 'body.startDate')
    await refused({ endDate: addDays(await today(), -1) }, 'VALIDATION_FAILED', 'body.endDate')
    const subGoals = Array.from({ length: 21 }, () => ({ title: 'Roll out the mat' }))
    await refused({ subGoals }, 'VALIDATION_FAILED', 'body.subGoals')
    await refused({ exerciseId: newId() }, 'NO_SUCH_ITEM', 'body.exerciseId', 404)
    const value = { metric: 'VALUE', target: { value: 70, unit: 'kg' } }
    await refused({ ...value, current: { value: 70 } }, 'VALIDATION_FAILED', 'body.current.value')
    await refused({ ...value, current: { value: 80, unit: 'lb' } }, 'VALIDATION_FAILED', 'body.current.unit')
  })

  test('what begins later is scheduled, and nothing of it is due', async () => {
    const ada = await newUser()
    const goal = await newGoal(ada, { startDate: addDays(await today(), 3) })
    expect(goal).toMatchObject({ status: 'SCHEDULED', today: null, progress: null })
    expect(await itemOf(ada, goal.id)).toBeUndefined()
    expect(await itemOf(ada, goal.id, addDays(await today(), 3))).toMatchObject({ status: 'PENDING' })
    expectProblem(
      await call('GET', `${base}/daily`, { as: ada, query: { date: addDays(await today(), 8) } }),
      400,
      'VALIDATION_FAILED',
      'query.date',
    )
  })

  test('what is moved to begin later expects nothing before', async () => {
    const ada = await newUser()
    const startDate = addDays(await today(), 3)
    const reminders = [{ time: '00:00' }]
    const { id } = await newGoal(ada, { reminders })
    const { body } = await granted(edit(ada, id, { startDate }))
    expect(body.data).toMatchObject({ status: 'SCHEDULED', startDate })
    expect(dateIn(body.data.reminders[0].nextAt)).toBe(startDate)
    await later(days(4), async () => {
      const as = await signedInAgain(ada)
      await mark(as, id, startDate)
      const { revisions, streak } = await get(as, `/${id}/details`)
      expect(revisions).toMatchObject([{ effectiveFrom: startDate }])
      expect(streak).toMatchObject({ current: 1 })
      const { units } = await get(as, `/${id}/streak/explain`)
      expect(units).toMatchObject([{ from: startDate, outcome: 'SATISFIED' }, { outcome: 'OPEN' }])
    })
  })
})

describe('marking a day', () => {
  test('done, undone and done again is done once', async () => {
    const ada = await newUser()
    const { id } = await newGoal(ada)
    const done = await mark(ada, id, await today())
    expect(done).toMatchObject({ status: 'COMPLETED', progress: 1, streakChanged: true, isBackfilled: false })
    expect(done.summary.streak).toMatchObject({ current: 1, best: 1 })
    expect(await mark(ada, id, await today())).toMatchObject({ streakChanged: false, doneAt: done.doneAt })
    const undone = await mark(ada, id, await today(), { status: 'PENDING' })
    expect(undone).toMatchObject({ status: 'PENDING', doneAt: null, streakChanged: true })
    expect(undone.summary.streak).toMatchObject({ current: 0 })
    await mark(ada, id, await today())
    expect((await get(ada, '/daily')).summary).toEqual({ due: 1, done: 1, percent: 100 })
  })

  test('a count is added to, and follows its target', async () => {
    const ada = await newUser()
    const { id } = await newGoal(ada, { metric: 'COUNT', target: { value: 3, unit: 'glasses' } })
    const add = async (value: number) =>
      mark(ada, id, await today(), { current: { value, mode: 'ADD', unit: 'glasses' } })
    expect(await add(1)).toMatchObject({ status: 'IN_PROGRESS', value: 1 })
    expect((await add(0.5)).progress).toBeCloseTo(0.5)
    expect(await add(2)).toMatchObject({ status: 'COMPLETED', value: 3.5, progress: 1 })
    expect(await mark(ada, id, await today(), { current: { value: 1 } })).toMatchObject({
      status: 'IN_PROGRESS',
    })
    expect(await mark(ada, id, await today())).toMatchObject({ status: 'COMPLETED', value: 3 })
    expectProblem(
      await markGoal(ada, dailyGoalId(id, await today()), { current: { value: 1, unit: 'cups' } }),
      400,
      'VALIDATION_FAILED',
      'body.current.unit',
    )
  })

  test('sub-goals are parts of the day, and all of them are the whole', async () => {
    const ada = await newUser()
    const goal = await newGoal(ada, {
      subGoals: [
        { title: 'Mat', weight: 1 },
        { title: 'Sit', weight: 3 },
      ],
    })
    const [mat, sit] = goal.subGoals
    const tick = async (...ids: string[]) =>
      mark(ada, goal.id, await today(), { subGoals: ids.map((id) => ({ id, isCompleted: true })) })
    expect(await tick(sit.id)).toMatchObject({ status: 'IN_PROGRESS', progress: 0.75 })
    expect(await tick(mat.id)).toMatchObject({ status: 'COMPLETED', progress: 1 })
    expect(
      await mark(ada, goal.id, await today(), { subGoals: [{ id: mat.id, isCompleted: false }] }),
    ).toMatchObject({ status: 'IN_PROGRESS', progress: 0.75 })
  })

  test('only what is due, within a week, and not paused', async () => {
    const ada = await newUser()
    const goal = await oldGoal(ada, { frequency: 'EVERY_N_DAYS', interval: 7 })
    const at = async (ago: number) =>
      markGoal(ada, dailyGoalId(goal.id, addDays(await today(), -ago)), { status: 'COMPLETED' })
    expectProblem(await at(3), 400, 'NOT_DUE')
    expectProblem(await at(8), 409, 'DAY_LOCKED')
    expectProblem(await at(-1), 409, 'DAY_LOCKED')
    expect((await at(7)).status).toBe(200)
    await granted(edit(ada, goal.id, { status: 'PAUSED' }))
    expectProblem(await at(0), 409, 'GOAL_PAUSED')
    expectProblem(await markGoal(ada, goal.id, {}), 404, 'NO_SUCH_DAILY_GOAL')
  })

  test('something quit is kept to unless it is said, and over its limit it is not', async () => {
    const ada = await newUser()
    const { id } = await oldGoal(ada, { direction: 'QUIT', metric: 'COUNT', target: { value: 2 } })
    const now = await today()
    expect(await itemOf(ada, id)).toMatchObject({ status: 'PENDING' })
    const before = (await get(ada, `/${id}/details`)).streak.current
    expect(before).toBe(7)
    const over = await mark(ada, id, addDays(now, -1), { current: { value: 3 } })
    expect(over.summary.streak.current).toBeLessThan(before)
    expect(['MISSED', 'FROZEN']).toContain(over.status)
  })

  test('a value that arrives completes the goal, and a slip of the finger is undone', async () => {
    const ada = await newUser()
    const { id } = await newGoal(ada, {
      ...{ metric: 'VALUE', target: { value: 70, unit: 'kg' }, current: { value: 80, unit: 'kg' } },
    })
    expect((await mark(ada, id, await today(), { current: { value: 75 } })).summary).toMatchObject({
      ...{ progress: 0.5, status: 'ACTIVE', current: { value: 75, baseline: 80 } },
    })
    expect((await mark(ada, id, await today(), { current: { value: 69.5 } })).summary).toMatchObject({
      ...{ progress: 1, status: 'COMPLETED', achievement: 'ACHIEVED', completedOn: await today() },
    })
    expect((await mark(ada, id, await today(), { status: 'PENDING' })).summary).toMatchObject({
      ...{ progress: 0, status: 'ACTIVE', achievement: null },
    })
  })
})

describe('streaks', () => {
  test('a day that was missed is healed for a week, and explained', async () => {
    const ada = await newUser()
    const { id } = await oldGoal(ada)
    const now = await today()
    for (const ago of [7, 6, 5, 3, 2, 1]) await mark(ada, id, addDays(now, -ago))
    expect((await get(ada, `/${id}/details`)).streak).toMatchObject({ current: 3, best: 3 })
    const { units } = await get(ada, `/${id}/streak/explain`)
    expect(units.find(({ from }: { from: string }) => from === addDays(now, -4))).toMatchObject({
      ...{ outcome: 'MISSED', because: 'NOT_DONE', current: 0, timeZone: zone },
    })
    const healed = await mark(ada, id, addDays(now, -4))
    expect(healed).toMatchObject({ isBackfilled: true, streakChanged: true })
    // Seven in a row earn a freeze.
    expect(healed.summary.streak).toMatchObject({ current: 7, best: 7, freezes: 1 })
    const [{ days: cells }] = [await get(ada, `/${id}/details`)]
    expect(cells).toHaveLength(30)
    expect(cells.at(-5)).toMatchObject({ date: addDays(now, -4), status: 'COMPLETED', isBackfilled: true })
  })

  test('a freeze is used for a missed day, and told; a backfill gives it back', async () => {
    const ada = await newUser()
    const { id } = await oldGoal(ada)
    const now = await today()
    for (const ago of [7, 6, 5, 4, 3, 2, 1]) await mark(ada, id, addDays(now, -ago))
    await later(days(1), async () => {
      const as = await signedInAgain(ada)
      expect((await get(as, '')).at(0).streak).toMatchObject({ current: 7, freezes: 0 })
      for (let more = true; more; ) more = await inProduct('wellness', (work) => bringOn(work))
      const titles = async () => {
        const query = { category: 'STREAK' }
        const { body } = await granted(call('GET', `${wellnessBase}/notification`, { as, query }))
        return body.data.map(({ title }: { title: string }) => title)
      }
      expect((await titles()).toSorted()).toEqual(['7 days in a row', 'Saved your streak'])
      const healed = await mark(as, id, addDays(await today(), -1))
      expect(healed.summary.streak).toMatchObject({ current: 8, freezes: 1 })
      // What was told is not told again.
      await mark(as, id, addDays(await today(), -1), { status: 'PENDING' })
      await mark(as, id, addDays(await today(), -1))
      expect(await titles()).toHaveLength(2)
    })
  })

  test('three times a week is a matter of weeks', async () => {
    const ada = await newUser()
    const goal = await newGoal(ada, { frequency: 'WEEKLY', timesPerPeriod: 1 })
    expect(goal.streak.unit).toBe('WEEK')
    expect(goal.today.period).toMatchObject({ done: 0, required: 1 })
    expect((await mark(ada, goal.id, await today())).summary).toMatchObject({
      ...{ streak: { current: 1, unit: 'WEEK' }, progress: 1 },
    })
  })

  test('another rule holds from today; the days before stay as they were judged', async () => {
    const ada = await newUser()
    const { id } = await oldGoal(ada)
    const now = await today()
    for (const ago of [7, 6, 5, 4, 3, 2, 1]) await mark(ada, id, addDays(now, -ago))
    const { body } = await granted(edit(ada, id, { metric: 'COUNT', target: { value: 5, unit: 'times' } }))
    expect(body.data).toMatchObject({ metric: 'COUNT', streak: { current: 7 }, version: 2 })
    const details = await get(ada, `/${id}/details`)
    expect(details.revisions.map(({ effectiveFrom }: { effectiveFrom: string }) => effectiveFrom)).toEqual([
      addDays(now, -7),
      now,
    ])
    // From every day to this weekday alone.
    await granted(edit(ada, id, { daysOfWeek: [isoWeekday(dayNumber(now))] }))
    const { days: cells, streak } = await get(ada, `/${id}/details`, { from: addDays(now, -7), to: now })
    expect(cells.map(({ status }: { status: string }) => status)).toEqual([
      ...Array(7).fill('COMPLETED'),
      'PENDING',
    ])
    expect(streak).toMatchObject({ current: 7 })
    expect(await itemOf(ada, id, addDays(now, 1))).toBeUndefined()
    expect(await itemOf(ada, id, addDays(now, 7))).toMatchObject({ status: 'PENDING' })
    expectProblem(await edit(ada, id, { title: 'New', version: 1 }), 409, 'VERSION_CONFLICT', 'body.version')
    expectProblem(
      await edit(ada, id, { applyFrom: addDays(now, -1), frequency: 'WEEKDAYS' }),
      400,
      'VALIDATION_FAILED',
      'body.applyFrom',
    )
  })

  test('changes are planned a year ahead, and twelve of them', async () => {
    const ada = await newUser()
    const { id } = await newGoal(ada)
    const now = await today()
    const plan = (ahead: number, value: number) =>
      edit(ada, id, { applyFrom: addDays(now, ahead), metric: 'COUNT', target: { value } })
    expectProblem(await plan(367, 1), 400, 'VALIDATION_FAILED', 'body.applyFrom')
    for (let count = 1; count <= 12; count += 1) await granted(plan(30 * count, count))
    expectProblem(await plan(366, 13), 409, 'TOO_MANY_CHANGES')
    await granted(edit(ada, id, { title: 'Stand still' }))
    // What holds earlier replaces those after it.
    await granted(plan(60, 20))
    const { revisions } = await get(ada, `/${id}/details`)
    expect(revisions.map(({ target }: { target: { value: number } | null }) => target?.value)).toEqual([
      ...[undefined, 1, 20],
    ])
    await granted(plan(366, 13))
  })
})

test('another target leaves the days on which a goal is due', async () => {
  const ada = await newUser()
  const now = await today()
  const { id } = await newGoal(ada, {
    ...{ frequency: 'EVERY_N_DAYS', interval: 3, startDate: addDays(now, -1) },
  })
  await granted(edit(ada, id, { metric: 'COUNT', target: { value: 2 } }))
  const coming = await Promise.all([1, 2, 3, 4, 5].map((ahead) => itemOf(ada, id, addDays(now, ahead))))
  expect(coming.map((item) => item !== undefined)).toEqual([false, true, false, false, true])
})

describe('the life of a goal', () => {
  test('it is paused, resumed, completed, reopened and put away', async () => {
    const ada = await newUser()
    const { id } = await oldGoal(ada)
    const to = async (status: string, more: object = {}) =>
      (await granted(edit(ada, id, { status, ...more }))).body.data
    const until = addDays(await today(), 3)
    expect(await to('PAUSED', { pauseUntil: until })).toMatchObject({ status: 'PAUSED', pauseUntil: until })
    expect(await itemOf(ada, id)).toBeUndefined()
    expect(await itemOf(ada, id, until)).toMatchObject({ status: 'PENDING' })
    expect(await to('ACTIVE')).toMatchObject({ status: 'ACTIVE', pauseUntil: null })
    expect(await to('COMPLETED')).toMatchObject({ status: 'COMPLETED', completedOn: await today() })
    expectProblem(await edit(ada, id, { status: 'PAUSED' }), 409, 'INVALID_TRANSITION')
    expect(await get(ada, '')).toEqual([])
    expect(await get(ada, '', { status: 'COMPLETED,ARCHIVED' })).toHaveLength(1)
    expect(await to('ACTIVE')).toMatchObject({ status: 'ACTIVE', achievement: null })
    expect(await to('ARCHIVED')).toMatchObject({ status: 'ARCHIVED' })
  })

  test('whatever paused it, a goal that is told to go on does', async () => {
    const ada = await newUser()
    const to = async (id: string, status: string) =>
      (await granted(edit(ada, id, { status }))).body.data.status
    for (const over of ['COMPLETED', 'ARCHIVED']) {
      const { id } = await oldGoal(ada)
      await to(id, 'PAUSED')
      await to(id, over)
      expect(await to(id, 'ACTIVE')).toBe('ACTIVE')
    }
    const { id } = await newGoal(ada, { startDate: addDays(await today(), 1) })
    for (const status of ['PAUSED', 'ACTIVE']) expect(await to(id, status)).toBe('SCHEDULED')
    await later(days(1), async () => {
      expect((await get(await signedInAgain(ada), `/${id}/details`)).status).toBe('ACTIVE')
    })
  })

  test('put away before its end, nothing of it is due until it comes back as it was left', async () => {
    const ada = await newUser()
    const now = await today()
    const { id } = await newGoal(ada, { startDate: addDays(now, -1), endDate: addDays(now, 60) })
    const { id: unmarked } = await newGoal(ada, { startDate: addDays(now, -1) })
    for (const ago of [1, 0]) await mark(ada, id, addDays(now, -ago))
    await mark(ada, unmarked, addDays(now, -1))
    for (const one of [id, unmarked]) await granted(edit(ada, one, { status: 'ARCHIVED' }))
    expect(await itemOf(ada, id, addDays(now, 1))).toBeUndefined()
    await later(days(10), async () => {
      const as = await signedInAgain(ada)
      expect(await itemOf(as, id)).toBeUndefined()
      const { body } = await granted(edit(as, id, { status: 'ACTIVE' }))
      expect(body.data).toMatchObject({ status: 'ACTIVE', streak: { current: 2 } })
      const { body: other } = await granted(edit(as, unmarked, { status: 'ACTIVE' }))
      expect(other.data).toMatchObject({ status: 'ACTIVE', streak: { current: 1 } })
      const { units } = await get(as, `/${id}/streak/explain`)
      expect(new Set(units.map(({ outcome }: { outcome: string }) => outcome))).toEqual(
        new Set(['SATISFIED', 'PAUSED', 'OPEN']),
      )
    })
  })

  test('a deleted goal is had back as it was, and twice is once', async () => {
    const ada = await newUser()
    const { id } = await oldGoal(ada)
    await mark(ada, id, await today())
    await granted(call('DELETE', `${base}/${id}`, { as: ada }))
    expectProblem(await call('DELETE', `${base}/${id}`, { as: ada }), 404, 'NO_SUCH_GOAL')
    expect(await get(ada, '')).toEqual([])
    for (const _ of [1, 2])
      expect((await granted(call('POST', `${base}/${id}/restore`, { as: ada }))).body.data).toMatchObject({
        ...{ id, status: 'ACTIVE', streak: { current: 1 } },
      })
  })

  test('the days without a deleted goal begin with the date that it was deleted on, by the days of then', () =>
    atNoon(async () => {
      const ada = await newUser({ timeZone: 'UTC' })
      const { id, startDate } = await newGoal(ada)
      // Two in the morning is a new day still.
      await later(hours(14), async () => {
        const as = await signedInAgain(ada)
        await granted(call('DELETE', `${base}/${id}`, { as }))
        await granted(call('PUT', `${wellnessBase}/user/profile`, { as, body: { dayStart: '04:00' } }))
      })
      await later(days(2), async () => {
        const as = await signedInAgain(ada)
        await granted(call('POST', `${base}/${id}/restore`, { as }))
        const { units } = await get(as, `/${id}/streak/explain`)
        expect(units).toMatchObject([
          { from: startDate, outcome: 'MISSED' },
          { from: addDays(startDate, 1), outcome: 'PAUSED' },
          { outcome: 'OPEN' },
        ])
      })
    }))

  test('goals keep the order that they are put in', async () => {
    const ada = await newUser()
    const [one, two, three] = [await newGoal(ada), await newGoal(ada), await newGoal(ada)]
    const ids = async () => (await get(ada, '')).map(({ id }: { id: string }) => id)
    await granted(call('PUT', `${base}/order`, { as: ada, body: { goalIds: [three.id, one.id] } }))
    expect(await ids()).toEqual([three.id, one.id, two.id])
    const eve = await newUser()
    expectProblem(
      await call('PUT', `${base}/order`, { as: eve, body: { goalIds: [(await newGoal(eve)).id, one.id] } }),
      404,
      'NO_SUCH_GOAL',
      'body.goalIds.1',
    )
  })

  test('a time off rests everything, and its end resumes only that', async () => {
    const ada = await newUser()
    const [one, two] = [await newGoal(ada), await newGoal(ada)]
    await granted(edit(ada, two.id, { status: 'PAUSED' }))
    const plan = () => call('POST', `${base}/pause`, { as: ada, body: { to: addDays(today0, 5) } })
    const today0 = await today()
    const [first, again] = [(await granted(plan())).body.data, (await granted(plan())).body.data]
    expect(again.id).toBe(first.id)
    expect(first).toMatchObject({ from: today0, isAll: true })
    const states = async () =>
      Object.fromEntries(
        (await get(ada, '')).map(({ id, status }: { id: string; status: string }) => [id, status]),
      )
    expect(await states()).toEqual({ [one.id]: 'PAUSED', [two.id]: 'PAUSED' })
    expect((await get(ada, '/home')).vacation).toMatchObject({ id: first.id })
    expect(await get(ada, '/pause')).toEqual([first])
    const later1 = await newGoal(ada)
    expect(later1.status).toBe('ACTIVE')
    await granted(call('DELETE', `${base}/pause`, { as: ada }))
    expect(await states()).toMatchObject({ [one.id]: 'ACTIVE', [two.id]: 'PAUSED', [later1.id]: 'ACTIVE' })
    expectProblem(
      await call('DELETE', `${base}/pause`, { as: ada, query: { pauseId: first.id } }),
      404,
      'NO_SUCH_PAUSE',
    )
  })

  test('a time off that runs backwards is refused as such, whatever it is to pause', async () => {
    const ada = await newUser()
    const { id } = await newGoal(ada)
    const body = { from: addDays(await today(), 3), to: addDays(await today(), 1), goalIds: [id, newId()] }
    expectProblem(await call('POST', `${base}/pause`, { as: ada, body }), 400, 'VALIDATION_FAILED', 'body.to')
  })

  test('times off of a year ago leave room for others', async () => {
    const ada = await newUser()
    await newGoal(ada)
    const { host } = await world()
    await sql`
      insert into wellness.vacation (id, user_id, from_date, to_date, is_all, created_at)
      select gen_random_uuid(), ${ada.id}, current_date - 400, current_date - 300 - (n % 2) * 80, true, now()
      from generate_series(1, 198) n`.execute(host.services.db)
    const now = await today()
    const plan = (ahead: number) => {
      const day = addDays(now, ahead)
      return call('POST', `${base}/pause`, { as: ada, body: { from: day, to: day } })
    }
    await granted(plan(1))
    expectProblem(await plan(2), 409, 'TIME_OFF_LIMIT')
    // What is planned already is said again.
    await granted(plan(1))
  })
})

test('reminders rest in a time off from its first minute, and in a week that has enough, and follow what is to come', async () => {
  const ada = await newUser()
  const now = await today()
  const reminders = [{ time: '00:00' }]
  /** In how many days the reminder of a goal rings next: tomorrow at the earliest. */
  const ringsIn = async ({ id }: { id: string }) => {
    const goals = await get(ada, '', { status: 'SCHEDULED,ACTIVE,PAUSED,COMPLETED' })
    const { reminders: own } = goals.find((goal: { id: string }) => goal.id === id)
    if (own[0].nextAt === null) return null
    return daysBetween(now, dateIn(own[0].nextAt))
  }
  const daily = await newGoal(ada, { reminders })
  expect(await ringsIn(daily)).toBe(1)
  const timeOff = { from: addDays(now, 1), to: addDays(now, 3), goalIds: [daily.id] }
  await granted(call('POST', `${base}/pause`, { as: ada, body: timeOff }))
  expect(await ringsIn(daily)).toBe(4)
  await granted(call('DELETE', `${base}/pause`, { as: ada }))
  expect(await ringsIn(daily)).toBe(1)
  await granted(edit(ada, daily.id, { frequency: 'EVERY_N_DAYS', interval: 9, applyFrom: addDays(now, 5) }))
  expect(await ringsIn(daily)).toBe(1)

  const weekly = await newGoal(ada, { frequency: 'WEEKLY', timesPerPeriod: 1, reminders })
  expect(await ringsIn(weekly)).toBe(1)
  const { period } = await mark(ada, weekly.id, now)
  expect(await ringsIn(weekly)).toBe(daysBetween(now, period.to) + 1)
  await mark(ada, weekly.id, now, { status: 'PENDING' })
  expect(await ringsIn(weekly)).toBe(1)

  const third = { frequency: 'EVERY_N_DAYS', interval: 3, startDate: addDays(now, -1) }
  const { id } = await newGoal(ada, { ...third, reminders })
  await granted(edit(ada, id, { metric: 'COUNT', target: { value: 2 } }))
  expect(await ringsIn({ id })).toBe(2)
  const [over] = (await granted(edit(ada, id, { status: 'COMPLETED', reminders }))).body.data.reminders
  expect(over.nextAt).toBeNull()

  const value = { metric: 'VALUE', target: { value: 70 }, current: { value: 80 } }
  const measured = await newGoal(ada, { ...value, reminders })
  await mark(ada, measured.id, now, { current: { value: 70 } })
  expect(await ringsIn(measured)).toBeNull()
  await mark(ada, measured.id, now, { status: 'PENDING' })
  expect(await ringsIn(measured)).toBe(1)
})

describe('what is practised', () => {
  const record = (as: TestPerson, query: Record<string, string>, headers: Record<string, string> = {}) =>
    granted(call('POST', `${wellnessBase}/user/wellness`, { as, query, headers }))

  test('moves the goals that it counts for, once each', () =>
    atNoon(async () => {
      const admin = await newWellnessAdmin()
      const categoryId = await newCategory(admin)
      const subCategoryId = await newSubCategory(admin, categoryId)
      const exerciseId = await newExercise(admin, categoryId, { subCategoryId, durationSec: 600 })
      const other = await newExercise(admin, categoryId, { durationSec: 600 })
      const ada = await newUser()
      const checked = await newGoal(ada, { exerciseId })
      const counted = await newGoal(ada, { subCategoryId, metric: 'COUNT', target: { value: 2 } })
      const timed = await newGoal(ada, { categoryId, metric: 'MINUTES', target: { value: 40 } })
      const values = async () =>
        Promise.all(
          [checked, counted, timed].map(async ({ id }) => {
            const { status, value } = await itemOf(ada, id)
            return [status, value]
          }),
        )
      await record(ada, { exerciseId }, { requestid: 'once' })
      await record(ada, { exerciseId }, { requestid: 'once' })
      expect(await values()).toEqual([
        ['COMPLETED', null],
        ['IN_PROGRESS', 1],
        ['IN_PROGRESS', 10],
      ])
      await mark(ada, timed.id, await today(), { current: { value: 5, mode: 'ADD' } })
      const at = new Date((await world()).clock.now().getTime() - hours(1)).toISOString()
      await record(ada, { exerciseId: other, type: 'START' }, { occurredAt: at })
      await record(ada, { exerciseId: other })
      // As much as is believed of an exercise of ten minutes; the ten that overlap with the first count once.
      const minutes = (await values())[2]?.[1]
      expect(await values()).toEqual([
        ['COMPLETED', null],
        ['IN_PROGRESS', 1],
        ['IN_PROGRESS', minutes],
      ])
      expect(minutes).toBeGreaterThan(15)
      expect(minutes).toBeLessThanOrEqual(30)
      const { sessions, categoryId: linked } = await get(ada, `/${timed.id}/details`)
      expect(linked).toBe(categoryId)
      expect(sessions).toHaveLength(2)
      // A session that never was takes back what it moved.
      for (const { id } of sessions)
        await granted(call('DELETE', `${wellnessBase}/user/wellness/${id}`, { as: ada }))
      expect(await values()).toEqual([
        ['PENDING', null],
        ['PENDING', null],
        ['IN_PROGRESS', 5],
      ])
    }))

  test('moves also the goals of what shared its minutes, on whatever day', () =>
    later(days(2), async () => {
      const admin = await newWellnessAdmin()
      const categoryId = await newCategory(admin)
      const [long, short] = [
        await newExercise(admin, categoryId, { durationSec: 7200 }),
        await newExercise(admin, categoryId, { durationSec: 600 }),
      ]
      const ada = await newUser({ timeZone: 'UTC' })
      const midnight = Date.parse(
        `${new Date((await world()).clock.now()).toISOString().slice(0, 10)}T00:00Z`,
      )
      const at = (minutes: number) => new Date(midnight + minutes * 60_000).toISOString()
      const practise = async (exerciseId: string, from: number, to: number) => {
        await record(ada, { exerciseId, type: 'START' }, { occurredAt: at(from) })
        const { headers } = await record(ada, { exerciseId }, { occurredAt: at(to) })
        return `${wellnessBase}/user/wellness/${String(headers.location).split('/').at(-1)}`
      }
      const startDate = addDays(at(0).slice(0, 10), -2)
      const goal = { startDate, metric: 'MINUTES', target: { value: 10 } }
      const { id } = await newGoal(ada, { ...goal, exerciseId: short })
      const value = async () => (await itemOf(ada, id, startDate)).value
      const day = -2 * 24 * 60
      await practise(short, day + 5, day + 15)
      expect(await value()).toBe(10)
      // It began the evening before and went on beyond the shorter one.
      const path = await practise(long, day - 60, day + 12)
      expect(await value()).toBe(3)
      await granted(call('PATCH', path, { as: ada, body: { endedAt: at(day - 10) } }))
      expect(await value()).toBe(10)
      await granted(call('PATCH', path, { as: ada, body: { endedAt: at(day + 10) } }))
      expect(await value()).toBe(5)
      await granted(call('DELETE', path, { as: ada }))
      expect(await value()).toBe(10)
    }))
})

describe('looking back', () => {
  test('a week is told day by day, with nothing for days that were not due', async () => {
    const ada = await newUser()
    const now = await today()
    const { id } = await newGoal(ada, { startDate: addDays(now, -2) })
    await mark(ada, id, addDays(now, -1))
    const { body } = await granted(
      call('GET', `${base}/progress`, { as: ada, query: { goalId: id, from: addDays(now, -6), to: now } }),
    )
    const done = body.data.map(({ due, done, percent }: Record<string, unknown>) => [due, done, percent])
    const nothing = [null, null, null]
    expect(done).toEqual([nothing, nothing, nothing, nothing, [1, 0, 0], [1, 1, 100], [1, 0, 0]])
    expect(body.data.at(-1).strength).toBeGreaterThan(0)
    expect(body.meta).toMatchObject({
      totals: { due: 3, done: 1, percent: 33 },
      previous: { due: 0, percent: null },
    })
    const home = await get(ada, '/progress/home')
    expect(home.days).toHaveLength(7)
    expect(home.bestStreak).toMatchObject({ goalId: id, streak: { current: 1 } })
  })

  test('the start page has everything in one', async () => {
    const ada = await newUser({ name: 'Ada' })
    const { id } = await newGoal(ada)
    await mark(ada, id, await today())
    await newGoal(ada)
    expect(await get(ada, '/home')).toMatchObject({
      ...{ name: 'Ada', date: await today(), summary: { due: 2, done: 1, percent: 50 }, unread: 1 },
      ...{ bestRun: { goalId: id, streak: { current: 1 } }, vacation: null, nextReminder: null },
    })
  })

  test('administrators see goals, and that they looked is kept', async () => {
    const admin = await newWellnessAdmin()
    const ada = await newUser()
    const { id } = await newGoal(ada)
    const headers = { 'X-Reason': 'ticket 4711' }
    const look = (path: string) =>
      granted(call('GET', `${wellnessBase}/admin${path}`, { as: admin, headers }))
    expect((await look(`/user/${ada.id}/goals`)).body.data).toMatchObject([{ id }])
    expect((await look(`/goals/${id}`)).body.data.units).toMatchObject([{ outcome: 'OPEN' }])
    const { rows } = await sql<{ action: string; reason: string }>`
      select action, details->>'reason' as reason from platform.audit where actor_id = ${admin.id} order by created_at, id`.execute(
      (await world()).host.services.db,
    )
    expect(rows).toEqual([
      { action: 'admin-get-user-goals', reason: 'ticket 4711' },
      { action: 'admin-get-goal', reason: 'ticket 4711' },
    ])
  })
})

describe('as many as there can be', () => {
  test('goals: neither reopening nor having one back goes beyond', async () => {
    const ada = await newUser()
    const [away, gone] = [await newGoal(ada), await newGoal(ada)]
    await granted(edit(ada, away.id, { status: 'ARCHIVED' }))
    await granted(call('DELETE', `${base}/${gone.id}`, { as: ada }))
    await sql`
      insert into wellness.goal (id, user_id, title, start_date, position, next_close_at, created_at, updated_at)
      select gen_random_uuid(), ${ada.id}, 'Filler', current_date, n, now(), now(), now() from generate_series(1, 100) n`.execute(
      (await world()).host.services.db,
    )
    expectProblem(await edit(ada, away.id, { status: 'ACTIVE' }), 409, 'GOAL_LIMIT')
    expectProblem(await call('POST', `${base}/${gone.id}/restore`, { as: ada }), 409, 'GOAL_LIMIT')
    await sql`delete from wellness.goal where user_id = ${ada.id} and title = 'Filler'`.execute(
      (await world()).host.services.db,
    )
  })

  test('reminders: fifty of a person', async () => {
    const ada = await newUser()
    const reminders = Array.from({ length: 10 }, () => ({ time: '07:30' }))
    const goals = []
    for (let count = 0; count < 5; count += 1) goals.push(await newGoal(ada, { reminders }))
    expect(goals[4].reminders).toHaveLength(10)
    const one = [{ time: '08:00' }]
    expectProblem(await create(ada, { title: 'Sit', reminders: one }), 409, 'TOO_MANY_REMINDERS')
    const { id } = await newGoal(ada)
    expectProblem(await edit(ada, id, { reminders: one }), 409, 'TOO_MANY_REMINDERS')
    expect((await granted(edit(ada, goals[0].id, { reminders: [] }))).body.data.reminders).toEqual([])
    expect((await granted(edit(ada, id, { reminders: one }))).body.data.reminders).toMatchObject(one)
  })
})

test('fifty reminders are not exceeded by a goal that comes back, and what is set holds', async () => {
  const ada = await newUser()
  const times = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ time: `1${index % 10}:00` }))
  const goal = await newGoal(ada, { reminders: times(10) })
  await granted(call('DELETE', `${base}/${goal.id}`, { as: ada }))
  const put = await newGoal(ada, { reminders: times(10) })
  await granted(edit(ada, put.id, { status: 'ARCHIVED' }))
  for (let made = 0; made < 5; made += 1) await newGoal(ada, { reminders: times(10) })
  const restore = () => call('POST', `${base}/${goal.id}/restore`, { as: ada })
  expectProblem(await restore(), 409, 'TOO_MANY_REMINDERS')
  expectProblem(await edit(ada, put.id, { status: 'ACTIVE' }), 409, 'TOO_MANY_REMINDERS')
  await granted(edit(ada, put.id, { status: 'ACTIVE', reminders: [] }))
  expectProblem(
    await create(ada, { title: 'Eleven', reminders: times(11) }),
    400,
    'VALIDATION_FAILED',
    'body.reminders',
  )
})

describe('an exercise that is retired', () => {
  const admin = `${wellnessBase}/admin`

  test('tells how many goals it moves, and their owners hear of it once; the goals run on', async () => {
    const [ada, grace] = [await newUser({ language: 'de' }), await newWellnessAdmin()]
    const category = await newCategory(grace)
    const [hidden, deleted, below] = await Promise.all([0, 1, 2].map(() => newExercise(grace, category)))
    const linked = async (id = '') =>
      (await granted(call('GET', `${admin}/exercise/${id}`, { as: grace }))).body.data.linkedGoals
    const goals: { id: string }[] = []
    for (const exerciseId of [hidden, deleted, below]) goals.push(await newGoal(ada, { exerciseId }))
    await newGoal(ada, { exerciseId: hidden }, { isDeleted: true })
    expect([await linked(hidden), await linked(deleted)]).toEqual([1, 1])
    const heard = async () => {
      await jobsDone()
      const { body } = await call('GET', `${wellnessBase}/notification`, {
        as: ada,
        query: { category: 'CONTENT' },
      })
      return body.data.map(({ title, link }: { title: string; link: string }) => [title, link])
    }
    const told = (goal: { id: string } | undefined) => [
      'Eine Übung wird nicht mehr angeboten',
      `goals/${goal?.id}`,
    ]
    for (const status of ['INACTIVE', 'ACTIVE', 'INACTIVE'])
      await granted(call('PATCH', `${admin}/exercise/${hidden}/status`, { as: grace, body: { status } }))
    expect(await heard()).toEqual([told(goals[0])])
    await granted(call('DELETE', `${admin}/exercise/${deleted}`, { as: grace }))
    expect(await heard()).toEqual([told(goals[1]), told(goals[0])])
    await granted(
      call('DELETE', `${admin}/exercise-category/${category}`, { as: grace, query: { force: true } }),
    )
    expect(await heard()).toEqual([told(goals[2]), told(goals[1]), told(goals[0])])
    expect(await itemOf(ada, goals[1]?.id ?? '')).toMatchObject({ status: 'PENDING' })
  })
})

test('a change that cannot be kept is refused by name', async () => {
  const admin = await newWellnessAdmin()
  const [categoryId, other] = [await newCategory(admin), await newCategory(admin)]
  const exerciseId = await newExercise(admin, categoryId)
  const ada = await newUser()
  const { id } = await newGoal(ada)
  const refused = async (fields: object, code: string, path: string, status = 400) => {
    expectProblem(await edit(ada, id, fields), status, code, path)
    expectProblem(await create(ada, { title: 'Sit', ...fields }), status, code, path)
  }
  await refused({ frequency: 'EVERY_N_DAYS' }, 'BAD_SCHEDULE', 'body.interval')
  await refused({ rrule: 'FREQ=HOURLY' }, 'RRULE_UNSUPPORTED', 'body.rrule')
  await refused({ metric: 'COUNT' }, 'TARGET_REQUIRED', 'body.target')
  await refused({ exerciseId: newId() }, 'NO_SUCH_ITEM', 'body.exerciseId', 404)
  await refused({ exerciseId, categoryId: other }, 'CATALOG_MISMATCH', 'body.categoryId')
})
