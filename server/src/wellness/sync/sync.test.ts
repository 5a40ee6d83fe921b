import { beforeAll, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newCategory, newExercise } from '../../testing/exercises.ts'
import { call, expectProblem, type TestPerson, world } from '../../testing/kit.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'

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
