import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newCategory, newExercise } from '../../testing/exercises.ts'
import { atNoon, call, expectProblem, type TestPerson, world } from '../../testing/kit.ts'
import { newUser, newWellnessAdmin, wellnessBase, withDayStart } from '../../testing/wellness.ts'
import { daysBetween } from '../days/public.ts'
import { selectNear } from './event-queries.ts'

const base = `${wellnessBase}/user/wellness`
/** Of ten minutes, and of twenty-five. */
let exercises: string[]

beforeAll(async () => {
  const admin = await newWellnessAdmin()
  const category = await newCategory(admin)
  const made = (durationSec: number) => newExercise(admin, category, { durationSec })
  exercises = [await made(600), await made(1500)]
})

interface Told {
  type: 'START' | 'COMPLETE' | 'ABANDON'
  /** Minutes ago. */
  ago: number
  /** Of which exercise; the first unless said. */
  of?: 0 | 1
  deviceId?: string
  timeZone?: string
  feeling?: string
}

const tell = async (as: TestPerson, told: Told & { now: Date; requestid?: string }) => {
  const { type, ago, of = 0, now, feeling, ...headers } = told
  const occurredAt = new Date(now.getTime() - minutes(ago)).toISOString()
  const query = { exerciseId: exercises[of] ?? '', type, ...(feeling && { feeling }) }
  return call('POST', base, { as, query, headers: { requestid: newId(), ...headers, occurredAt } })
}

/** What somebody has in the end, without ids and moments of delivery. */
async function stateOf(as: TestPerson) {
  const { body } = await call('GET', base, { as, query: { limit: 100 } })
  const rows = body.data.map(
    ({ id: _id, userId: _user, createdAt: _at, updatedAt: _later, ...row }: Record<string, unknown>) => row,
  )
  const groups = async (groupBy: string) =>
    (await call('GET', `${base}/completed`, { as, query: { groupBy } })).body
  const [byDay, byExercise] = [await groups('day'), await groups('exercise')]
  // Those of one moment have no order.
  rows.sort((one: object, other: object) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
  const { data: days, meta } = byDay
  return { rows, totals: body.meta.totals, days, exercises: byExercise.data, streak: meta.streak }
}

/** Delivers events one by one in each of some orders, each to somebody new, all within one day. */
const endsOf = (events: readonly Told[], orders: readonly (readonly number[])[]) =>
  atNoon(async () => {
    const now = (await world()).clock.now()
    const ends = []
    for (const order of orders) {
      const as = await newUser({ timeZone: 'UTC' })
      for (const place of order) {
        const told = events[place]
        if (told) await tell(as, { ...told, now, requestid: `event-${place}` })
      }
      ends.push(await stateOf(as))
    }
    return ends
  })

const isOf = (...statuses: string[]) => statuses.map((status) => ({ status }))

test('what was told in its moment stays a session of its own, whatever is delivered after it', async () => {
  const ada = await newUser()
  const tellNow = (type: string) =>
    call('POST', base, { as: ada, query: { exerciseId: exercises[0] ?? '', type } })
  await tellNow('START')
  const { headers } = await tellNow('COMPLETE')
  const now = (await world()).clock.now()
  // Until its end is there, this one goes on.
  await tell(ada, { type: 'START', ago: 60, now })
  expect((await stateOf(ada)).rows).toMatchObject(isOf('COMPLETED'))
  const { headers: late } = await tell(ada, { type: 'COMPLETE', ago: 50, now })
  expect((await stateOf(ada)).rows).toMatchObject(isOf('COMPLETED', 'COMPLETED'))
  expect(late.location).not.toBe(headers.location)
})

test('a date goes by the start of the day that held when it was lived', () =>
  atNoon(async () => {
    const noon = (await world()).clock.now()
    const dateOf = async (as: TestPerson, hoursAfter: number) => {
      const at = new Date(noon.getTime() + hours(hoursAfter))
      const { body } = await tell(as, { type: 'COMPLETE', ago: 0, now: at })
      return daysBetween(noon.toISOString().slice(0, 10), body.data.localDate)
    }
    await withDayStart(await newUser({ timeZone: 'UTC' }), '04:00', async (ada) => {
      // At one in the morning of the day on which it was said, and of the two after that.
      expect([await dateOf(ada, -11), await dateOf(ada, 13), await dateOf(ada, 37)]).toEqual([0, 0, 1])
    })
  }))

test('an abandonment that is delivered before its start abandons it', async () => {
  const ada = await newUser()
  const now = (await world()).clock.now()
  const abandon = { type: 'ABANDON', ago: 20, feeling: 'bored', now, requestid: newId() } as const
  expectProblem(await tell(ada, { ...abandon, feeling: 'low' }), 404, 'NO_OPEN_SESSION')
  expect((await stateOf(ada)).rows).toEqual([])
  const start = await tell(ada, { type: 'START', ago: 30, now })
  expect([start.status, start.body.data.status]).toEqual([201, 'ABANDONED'])
  expect((await stateOf(ada)).rows).toMatchObject([
    { status: 'ABANDONED', creditedSec: 0, feelingAfter: { label: 'LOW' } },
  ])
  // Sent again, it has ended that session.
  const again = await tell(ada, { ...abandon, feeling: 'low' })
  expect([again.status, again.headers.location]).toEqual([200, start.headers.location])
})

test('an abandonment of something else, of long after, or of before, abandons nothing', async () => {
  const ada = await newUser()
  const now = (await world()).clock.now()
  await tell(ada, { type: 'ABANDON', ago: 20, now })
  for (const ago of [20 + hours(12) / minutes(1), 10])
    expect((await tell(ada, { type: 'START', ago, now })).status).toBe(201)
  expect((await stateOf(ada)).rows).toMatchObject(isOf('ABANDONED', 'IN_PROGRESS'))
})

test('two sessions are two, whichever of their ends and starts comes first', async () => {
  const events: Told[] = [
    { type: 'START', ago: 90, feeling: 'low' },
    { type: 'COMPLETE', ago: 80, feeling: 'calm' },
    { type: 'START', ago: 60, feeling: 'bad', timeZone: 'Asia/Tokyo' },
    { type: 'COMPLETE', ago: 55, feeling: 'good' },
  ]
  const [inOrder, ...others] = await endsOf(events, [
    [0, 1, 2, 3],
    [3, 0, 1, 2],
    [3, 1, 0, 2],
    [1, 3, 2, 0],
    [2, 0, 3, 1],
  ])
  expect(inOrder?.rows.map(({ creditedSec }: { creditedSec: number }) => creditedSec)).toEqual([600, 300])
  for (const other of others) expect(other).toEqual(inOrder)
})

test('minutes that two exercises have in common are of the one that began first, whichever is told of first', async () => {
  const events: Told[] = [
    { type: 'COMPLETE', ago: 30, of: 1 },
    { type: 'COMPLETE', ago: 40 },
    { type: 'COMPLETE', ago: 28 },
  ]
  const [inOrder, ...others] = await endsOf(events, [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ])
  expect(inOrder?.totals).toMatchObject({ minutes: 27 })
  const minutesOf = new Map(
    inOrder?.exercises.map((one: { exerciseId: string; minutes: number }) => [one.exerciseId, one.minutes]),
  )
  expect(exercises.map((id) => minutesOf.get(id))).toEqual([2, 25])
  for (const other of others) expect(other).toEqual(inOrder)
})

test('whatever happened comes to the same in any order of delivery', async () => {
  const told: fc.Arbitrary<Told> = fc.record(
    {
      type: fc.constantFrom('START', 'START', 'COMPLETE', 'COMPLETE', 'ABANDON'),
      ago: fc.oneof(
        fc.integer({ min: 10, max: 30 }),
        fc.integer({ min: 10, max: 4 * 1440 }),
        fc.constantFrom(60, 60 + 720, 60 + 2880),
      ),
      of: fc.constantFrom(0, 0, 1),
      deviceId: fc.constantFrom('one', 'two'),
      timeZone: fc.constantFrom('Asia/Tokyo', 'America/Lima'),
      feeling: fc.constantFrom('good', 'low'),
    },
    { requiredKeys: ['type', 'ago', 'of', 'deviceId', 'timeZone'] },
  )
  const orders = fc.array(told, { minLength: 3, maxLength: 9 }).chain((events) => {
    const places = events.map((_, place) => place)
    const whole = fc.shuffledSubarray(places, { minLength: places.length })
    return fc.tuple(fc.constant(events), whole, whole)
  })
  await fc.assert(
    fc.asyncProperty(orders, async ([events, one, other]) => {
      const [before, after] = await endsOf(events, [one, other])
      expect(after).toEqual(before)
    }),
    { numRuns: 25, endOnFailure: true },
  )
})

test('of hundreds of sessions that came after it a late event looks at the nearest', async () => {
  const ada = await newUser({ timeZone: 'UTC' })
  const { clock, host } = await world()
  const { db } = host.services
  const now = clock.now()
  const [exerciseId = ''] = exercises
  const done = await tell(ada, { type: 'COMPLETE', ago: 1, now })
  await sql`
    insert into wellness.session (id, user_id, status, category_id, exercise_id, category_name, exercise_title, duration_sec, started_at, ended_at,
      credited_sec, occurred_at, timezone, local_date, created_at, updated_at)
    select gen_random_uuid(), user_id, status, category_id, exercise_id, category_name, exercise_title, duration_sec, at, at, 0, at, timezone,
      local_date, created_at, updated_at
    from wellness.session cross join lateral (select occurred_at - make_interval(mins => n) as at from generate_series(1, 300) n) early
    where id = ${done.body.data.id}`.execute(db)
  const at = new Date(now.getTime() - minutes(1440))
  const near = await selectNear(db, ada.id, { exerciseId }, at)
  expect(near).toHaveLength(200)
  expect(Math.min(...near.map(({ started_at: started }) => started.getTime()))).toBe(
    Date.parse(done.body.data.endedAt) - minutes(300),
  )
  const late = await tell(ada, { type: 'COMPLETE', ago: 1440, now })
  expect([late.status, late.body.data.creditedSec]).toEqual([201, 600])
  expect((await stateOf(ada)).totals).toMatchObject({ count: 302 })
})

test('what somebody has corrected or deleted is not made anew by what comes later', async () => {
  const ada = await newUser()
  const now = (await world()).clock.now()
  const done = await tell(ada, { type: 'COMPLETE', ago: 30, now })
  const other = await tell(ada, { type: 'COMPLETE', ago: 20, now })
  const [kept, gone] = [done.body.data.id, other.body.data.id]
  await call('PATCH', `${base}/${kept}`, { as: ada, body: { feelingAfter: 'grateful' } })
  await call('DELETE', `${base}/${gone}`, { as: ada })
  expect((await tell(ada, { type: 'START', ago: 35, now })).status).toBe(200)
  expect((await stateOf(ada)).rows).toMatchObject([
    { status: 'COMPLETED', creditedSec: 300, feelingAfter: { label: 'GRATEFUL' } },
  ])
})
