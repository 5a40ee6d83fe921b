import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newCategory, newExercise } from '../../testing/exercises.ts'
import { markGoal, newGoal } from '../../testing/goals.ts'
import { atNoon, call, expectProblem, type TestPerson, world } from '../../testing/kit.ts'
import { newUser, newWellnessAdmin, wellnessBase, withDayStart } from '../../testing/wellness.ts'
import { addDays } from '../days/public.ts'

let exercise: string

beforeAll(async () => {
  const admin = await newWellnessAdmin()
  exercise = await newExercise(admin, await newCategory(admin), { durationSec: 600 })
})

const sync = (as: TestPerson, events: object[]) =>
  call('POST', `${wellnessBase}/user/sync`, { as, body: { events }, headers: { deviceId: 'phone' } })

/** An event so long ago. */
async function event(ago: number, given: object = {}) {
  const occurredAt = new Date((await world()).clock.now().getTime() - ago).toISOString()
  return {
    kind: 'SESSION',
    requestid: newId(),
    occurredAt,
    timeZone: 'Asia/Tokyo',
    exerciseId: exercise,
    ...given,
  }
}

/** What somebody has in the end, without ids and moments of delivery. */
async function stateOf(as: TestPerson) {
  const { body } = await call('GET', `${wellnessBase}/user/wellness`, { as, query: { limit: 100 } })
  const rows = body.data.map(({ status, startedAt, endedAt, localDate, creditedSec, timeZone }: never) => ({
    status,
    startedAt,
    endedAt,
    localDate,
    creditedSec,
    timeZone,
  }))
  const completed = await call('GET', `${wellnessBase}/user/wellness/completed`, { as })
  return { rows, totals: body.meta.totals, streak: completed.body.meta.streak }
}

test('days without a network come to the same in one call, one by one, and in any order', async () => {
  const events = [
    await event(days(3), { type: 'START', feeling: 'low' }),
    await event(days(3) - minutes(8), { type: 'COMPLETE', feeling: 'calm' }),
    await event(days(2)),
    await event(days(1), { timeZone: 'America/New_York' }),
    await event(hours(1), { type: 'START' }),
    await event(minutes(50), { type: 'ABANDON' }),
  ]
  const [whole, backwards, single] = [await newUser(), await newUser(), await newUser()]
  const { body } = await sync(whole, events)
  expect(body.data.map(({ status }: { status: number }) => status)).toEqual([201, 200, 201, 201, 201, 200])
  await sync(backwards, [...events].reverse())
  for (const one of events) await sync(single, [one])
  const state = await stateOf(whole)
  expect(state.rows).toHaveLength(4)
  expect(state.totals).toMatchObject({ count: 4, minutes: 28 })
  expect(await stateOf(backwards)).toEqual(state)
  expect(await stateOf(single)).toEqual(state)
})

test('what was delivered before is known, and what is wrong is refused by itself', async () => {
  const ada = await newUser()
  const good = await event(hours(2))
  const first = await sync(ada, [good])
  const events = [
    good,
    { ...good, feeling: 'calm' },
    await event(days(8)),
    await event(hours(1), { exerciseId: newId() }),
    await event(hours(1), { timeZone: 'Moon/Base' }),
    await event(hours(1), { type: 'ABANDON' }),
    await event(minutes(30)),
  ]
  const { status, body } = await sync(ada, events)
  expect(status).toBe(200)
  expect(body.data).toMatchObject([
    { requestid: good.requestid, status: 200, sessionId: first.body.data[0].sessionId, error: null },
    { status: 400, error: { code: 'REQUESTID_REUSED', fields: [{ path: 'body.events.1.requestid' }] } },
    { status: 400, error: { code: 'VALIDATION_FAILED', fields: [{ path: 'body.events.2.occurredAt' }] } },
    { status: 404, sessionId: null, error: { code: 'NO_SUCH_ITEM' } },
    { status: 400, error: { fields: [{ path: 'body.events.4.timeZone' }] } },
    { status: 404, error: { code: 'NO_OPEN_SESSION' } },
    { status: 201, error: null },
  ])
  expect((await stateOf(ada)).totals).toMatchObject({ count: 2 })
})

test('two hundred are taken, and not one more', async () => {
  const ada = await newUser()
  const one = await event(hours(1))
  const many = Array.from({ length: 200 }, () => ({ ...one, requestid: newId() }))
  expect((await sync(ada, many)).body.data).toHaveLength(200)
  expect((await stateOf(ada)).totals).toMatchObject({ count: 200, minutes: 10 })
  expectProblem(await sync(ada, [...many, one]), 400, 'VALIDATION_FAILED')
})

test('what a phone and a health app both tell of is two sessions, and its minutes count once', async () => {
  const [told, imported] = [await event(minutes(20)), await event(minutes(17), { feeling: 'calm' })]
  const one = await newUser()
  const tell = ({ occurredAt, requestid }: typeof told) =>
    call('POST', `${wellnessBase}/user/wellness`, {
      as: one,
      query: { exerciseId: exercise },
      headers: { deviceId: 'watch', timeZone: 'Asia/Tokyo', occurredAt, requestid },
    })
  expect((await tell(told)).status).toBe(201)
  expect((await sync(one, [imported])).body.data).toMatchObject([{ status: 201 }])
  expect((await stateOf(one)).totals).toMatchObject({ count: 2, minutes: 13 })
})

describe('days of goals', () => {
  const goals = `${wellnessBase}/goals`
  /** What is shown of a goal's days, and of the goal. */
  async function goalOf(as: TestPerson, goalId: string) {
    const { body } = await call('GET', `${goals}/${goalId}/details`, { as })
    const days = body.data.days.map(({ dailyGoalId: _id, ...day }: { dailyGoalId: string }) => day)
    return { days, streak: body.data.streak, strength: body.data.strength }
  }
  /** The ids of its days so many days ago. */
  async function dayIds(as: TestPerson, goalId: string, ...ago: number[]) {
    const { body } = await call('GET', `${goals}/${goalId}/details`, { as })
    const byDate = new Map(
      body.data.days.map(({ date, dailyGoalId }: { date: string; dailyGoalId: string }) => [
        date,
        dailyGoalId,
      ]),
    )
    const today = body.data.days.at(-1).date
    return ago.map((days) => String(byDate.get(addDays(today, -days))))
  }
  const marked = async (ago: number, dailyGoalId: string | undefined, given: object) =>
    event(ago, { kind: 'GOAL_MARK', exerciseId: undefined, timeZone: 'UTC', dailyGoalId, ...given })

  /** Somebody with a goal of five of something a day, which sessions count for. */
  async function withGoal() {
    const as = await newUser({ timeZone: 'UTC' })
    const startDate = addDays((await world()).clock.now().toISOString().slice(0, 10), -6)
    const target = { value: 5 }
    const { id } = await newGoal(as, { metric: 'COUNT', target, exerciseId: exercise, startDate })
    return { as, id }
  }

  test('come to the same in one call, one by one, and in any order', () =>
    atNoon(async () => {
      const persons = [await withGoal(), await withGoal(), await withGoal(), await withGoal()]
      const [twoAgo, yesterday] = [days(2), days(1)]
      const eventsOf = async ({ as, id }: { as: TestPerson; id: string }) => {
        const [before, last, long] = await dayIds(as, id, 2, 1, 4)
        return [
          await marked(twoAgo + minutes(50), long, { status: 'COMPLETED', note: 'at last' }),
          await marked(twoAgo + minutes(40), before, { current: { value: 1, mode: 'ADD' } }),
          await event(twoAgo + minutes(30), { timeZone: 'UTC' }),
          await marked(twoAgo + minutes(20), before, { current: { value: 3 } }),
          await marked(twoAgo + minutes(10), before, { current: { value: 1, mode: 'ADD' } }),
          await event(twoAgo, { timeZone: 'UTC' }),
          await marked(yesterday + minutes(9), last, { status: 'COMPLETED' }),
          await marked(yesterday + minutes(6), last, { status: 'SKIPPED' }),
        ]
      }
      const [whole, backwards, single, shuffled] = persons
      if (!whole || !backwards || !single || !shuffled) throw new Error('four of them')
      const taken = await sync(whole.as, await eventsOf(whole))
      expect(taken.body.data.map(({ status }: { status: number }) => status)).toEqual(Array(8).fill(201))
      for (const one of (await eventsOf(backwards)).reverse()) await sync(backwards.as, [one])
      for (const one of await eventsOf(single)) await sync(single.as, [one])
      const mixed = await eventsOf(shuffled)
      await sync(
        shuffled.as,
        [3, 7, 0, 5].flatMap((place) => mixed[place] ?? []),
      )
      await sync(
        shuffled.as,
        [2, 4, 6, 1, 3].flatMap((place) => mixed[place] ?? []),
      )
      const state = await goalOf(whole.as, whole.id)
      // Three were said; one more was added, and one session came after.
      expect(state.days.find(({ value }: { value: number }) => value === 5)).toMatchObject({
        status: 'COMPLETED',
      })
      expect(state.days.slice(-7).map(({ status }: { status: string }) => status)).toEqual([
        'MISSED',
        'MISSED',
        'COMPLETED',
        'MISSED',
        'COMPLETED',
        'SKIPPED',
        'PENDING',
      ])
      for (const { as, id } of [backwards, single, shuffled]) expect(await goalOf(as, id)).toEqual(state)
    }))

  test('two hundred of all kinds come to the same in any order, also those of one moment', () =>
    atNoon(async () => {
      const now = (await world()).clock.now().getTime()
      /** Three days of an event every twenty minutes; each seventh begins in the moment of the one before. */
      const kept = (ids: readonly string[], place: number) => {
        const ago = minutes(25 + 20 * (199 - place))
        const dailyGoalId = ids[Math.ceil((ago - hours(12)) / days(1))]
        const kinds = [
          { type: 'START', feeling: 'low' },
          { type: 'COMPLETE', feeling: 'calm' },
          {},
          { type: 'ABANDON' },
          { type: 'START', ago: ago + minutes(20) },
          { dailyGoalId, current: { value: 1 + (place % 3), mode: 'ADD' } },
          { dailyGoalId, status: place % 4 === 0 ? 'PENDING' : 'COMPLETED' },
        ] as const
        const { ago: at = ago, ...given }: { ago?: number } = kinds[place % 7] ?? {}
        return {
          ...('dailyGoalId' in given ? { kind: 'GOAL_MARK' } : { kind: 'SESSION', exerciseId: exercise }),
          requestid: `event-${place}`,
          occurredAt: new Date(now - at).toISOString(),
          timeZone: place % 7 === 2 ? 'Asia/Tokyo' : 'UTC',
          ...given,
        }
      }
      const orders: ((place: number) => number)[] = [(place) => place, (place) => (place * 77 + 13) % 200]
      const states: unknown[] = []
      for (const order of orders) {
        const { as, id } = await withGoal()
        const ids = await dayIds(as, id, 0, 1, 2, 3)
        const { body } = await sync(
          as,
          Array.from({ length: 200 }, (_, place) => kept(ids, order(place))),
        )
        const results = body.data.map(({ requestid, status }: { requestid: string; status: number }) => [
          requestid,
          status,
        ])
        // The last of them ends what never began.
        expect(results.filter(([, status]: [string, number]) => status > 201)).toEqual([['event-199', 404]])
        states.push([await stateOf(as), await goalOf(as, id), Object.fromEntries(results)])
      }
      expect(states[1]).toEqual(states[0])
    }))

  test('what is said later stands, whenever the earlier is delivered', () =>
    atNoon(async () => {
      const { as, id } = await withGoal()
      const [today] = await dayIds(as, id, 0)
      await markGoal(as, String(today), { current: { value: 2 } })
      const { body } = await sync(as, [await marked(minutes(1), today, { current: { value: 4 } })])
      expect(body.data).toMatchObject([{ status: 201, sessionId: null, error: null }])
      expect((await goalOf(as, id)).days.at(-1)).toMatchObject({ value: 2, status: 'IN_PROGRESS' })
    }))

  test('begin when they did as something was said of them', () =>
    atNoon(async () => {
      const { as: ada, id } = await withGoal()
      const [today] = await dayIds(ada, id, 0)
      await withDayStart(ada, '04:00', async (as) => {
        // At one in the morning.
        const { body } = await sync(as, [await marked(days(2) + hours(11), today, { status: 'COMPLETED' })])
        expect(body.data).toMatchObject([{ status: 201, error: null }])
      })
    }))

  test('are refused by themselves, and nobody marks somebody else’s', () =>
    atNoon(async () => {
      const [ada, eve] = [await withGoal(), await withGoal()]
      const [theirs] = await dayIds(ada.as, ada.id, 0)
      const [own] = await dayIds(eve.as, eve.id, 0)
      const before = await goalOf(ada.as, ada.id)
      const good = await marked(minutes(5), own, { status: 'COMPLETED' })
      const { body } = await sync(eve.as, [
        await marked(minutes(9), theirs, { status: 'COMPLETED' }),
        await marked(minutes(8), newId(), { status: 'COMPLETED' }),
        await marked(minutes(7), undefined, { status: 'COMPLETED' }),
        await marked(days(1), own, { status: 'COMPLETED' }),
        await marked(days(8), own, { status: 'COMPLETED' }),
        await marked(minutes(6), own, { current: { value: 1, unit: 'cups' } }),
        good,
        good,
        { ...good, status: 'SKIPPED' },
      ])
      expect(body.data).toMatchObject([
        { status: 404, error: { code: 'NO_SUCH_DAILY_GOAL' } },
        { status: 404, error: { code: 'NO_SUCH_DAILY_GOAL' } },
        { status: 400, error: { fields: [{ path: 'body.events.2.dailyGoalId' }] } },
        { status: 409, error: { code: 'DAY_LOCKED' } },
        { status: 400, error: { fields: [{ path: 'body.events.4.occurredAt' }] } },
        { status: 400, error: { fields: [{ path: 'body.events.5.current.unit' }] } },
        { status: 201, error: null },
        { status: 200, error: null },
        { status: 400, error: { code: 'REQUESTID_REUSED' } },
      ])
      expect(await goalOf(ada.as, ada.id)).toEqual(before)
    }))
})

describe('where the days were lived', () => {
  /** The zones that somebody's days are counted in, without when exactly they began for whom. */
  async function zonesOf(as: TestPerson) {
    const { host } = await world()
    const { rows } = await sql<{ timezone: string }>`
      select timezone from (select began_at, timezone, lag(timezone) over (order by began_at) is distinct from timezone as is_new
        from wellness.zone_history where user_id = ${as.id}) h where is_new order by began_at`.execute(
      host.services.db,
    )
    const { body } = await call('GET', `${wellnessBase}/user/profile`, { as })
    return [...rows.map(({ timezone }) => timezone), body.data.preferences.timeZone]
  }
  const onPhone = (as: TestPerson, events: object[]) =>
    call('POST', `${wellnessBase}/user/sync`, { as, body: { events }, headers: { deviceType: 'IOS' } })

  test('is known by what is delivered late, in whatever order', async () => {
    const { host, clock } = await world()
    const persons = [
      await newUser({ timeZone: 'UTC' }),
      await newUser({ timeZone: 'UTC' }),
      await newUser({ timeZone: 'UTC' }),
    ]
    // They were last seen a week ago.
    for (const { id } of persons) {
      const ago = new Date(clock.now().getTime() - days(7))
      await sql`update wellness.users set last_seen_at = ${ago} where id = ${id}`.execute(host.services.db)
      await sql`update wellness.zone_history set began_at = ${ago} where user_id = ${id}`.execute(
        host.services.db,
      )
    }
    const events = [
      await event(days(5), { timeZone: 'Europe/Berlin' }),
      await event(days(4), { timeZone: 'Asia/Tokyo' }),
      await event(days(3), { timeZone: 'Europe/Berlin' }),
      await event(days(2), { timeZone: 'Europe/Berlin' }),
      await event(days(1), { timeZone: 'America/New_York' }),
    ]
    const [whole, backwards, mixed] = persons
    if (!whole || !backwards || !mixed) throw new Error('three of them')
    await onPhone(whole, events)
    for (const one of [...events].reverse()) await onPhone(backwards, [one])
    for (const place of [2, 4, 0, 1, 3]) await onPhone(mixed, events.slice(place, place + 1))
    const zones = [
      'UTC',
      'Europe/Berlin',
      'Asia/Tokyo',
      'Europe/Berlin',
      'America/New_York',
      'America/New_York',
    ]
    for (const as of persons) expect(await zonesOf(as)).toEqual(zones)
  })

  test('does not follow a browser beside a phone, and ends where they were seen since', async () => {
    const [ada, { host, clock }] = [await newUser({ timeZone: 'UTC' }), await world()]
    const ago = (ms: number) => new Date(clock.now().getTime() - ms)
    await sql`update wellness.zone_history set began_at = ${ago(days(7))} where user_id = ${ada.id}`.execute(
      host.services.db,
    )
    await sql`update wellness.users set last_seen_at = ${ago(hours(1))} where id = ${ada.id}`.execute(
      host.services.db,
    )
    await sql`
      insert into wellness.device (user_id, device_id, type, last_seen_at) values (${ada.id}, 'phone', 'IOS', ${ago(hours(1))})`.execute(
      host.services.db,
    )
    await sync(ada, [await event(hours(3), { timeZone: 'Asia/Tokyo' })])
    expect(await zonesOf(ada)).toEqual(['UTC', 'UTC'])
    await onPhone(ada, [await event(hours(2), { timeZone: 'Asia/Tokyo' })])
    expect(await zonesOf(ada)).toEqual(['UTC', 'Asia/Tokyo', 'UTC', 'UTC'])
  })
})
