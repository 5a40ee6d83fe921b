import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import type { Registered } from '../platform/operation/registry.ts'
import type { Arranged } from './arranged.ts'
import { arrange, perform } from './arrangements.ts'
import { newCast } from './cast.ts'
import { doorStories } from './door-stories.ts'
import { type Answer, call, eventually, expectProblem, world } from './kit.ts'
import { ordersOf } from './orderings.ts'
import { jobsDone, rowsOfAllTables } from './rows.ts'
import type { Signed, Signer } from './signer.ts'
import { testDoors, testSigner } from './test-doors.ts'
import { closeWorld, openApp, worldWith } from './world.ts'

/** What every call that is proved by a signature promises, asked of each by what its signer can do. */

const signed = allOperations().filter(({ operation }) => operation.access.verifier)
const ofTests = testDoors().filter(({ operation }) => operation.access.verifier)
let app: FastifyInstance

beforeAll(async () => {
  await worldWith({})
  app = await openApp({ operations: [...allOperations(), ...testDoors()] })
})
afterAll(async () => {
  await app.close()
  await closeWorld()
})

const named = (operations: Registered[]) =>
  operations.map((registered) => [registered.id, registered] as const)

async function wayOf(registered: Registered): Promise<{ signer: Signer; payload: Buffer }> {
  const [way] = ofTests.includes(registered)
    ? [{ signer: testSigner, body: { id: 'an event' } }]
    : await arrange(registered, await newCast())
  if (!way?.signer) throw new Error(`${registered.id} is arranged without a signer`)
  return { signer: way.signer, payload: Buffer.from(JSON.stringify(way.body)) }
}

const send = ({ operation, path }: Registered, { headers, payload }: Signed): Promise<Answer> =>
  call(operation.method, path, { app, headers, payload })

describe.each(named([...signed, ...ofTests]))('%s', (_id, registered) => {
  test('takes what its sender signs, and nothing that others make', async () => {
    const { clock } = await world()
    const { signer, payload } = await wayOf(registered)
    const before = await rowsOfAllTables()
    for (const [what, forge] of Object.entries(signer.forgeries)) {
      const { status, body } = await send(registered, await forge(payload, clock.now()))
      expect([what, status, body.error?.code]).toEqual([what, 401, 'SIGNATURE_INVALID'])
    }
    expect(await rowsOfAllTables()).toEqual(before)
    expect((await send(registered, await signer.sign(payload, clock.now()))).status).toBeLessThan(300)
  })

  test('takes it in time, neither late nor from the future', async () => {
    const { clock } = await world()
    const { signer, payload } = await wayOf(registered)
    const sentIn = async (ms: number) =>
      send(registered, await signer.sign(payload, new Date(clock.now().getTime() + ms)))
    const before = await rowsOfAllTables()
    expectProblem(await sentIn(-signer.holdsMs - minutes(2)), 401, 'SIGNATURE_EXPIRED')
    expectProblem(await sentIn(signer.aheadMs + minutes(2)), 401, 'SIGNATURE_INVALID')
    expect(await rowsOfAllTables()).toEqual(before)
    expect((await sentIn(-signer.holdsMs + minutes(1))).status).toBeLessThan(300)
  })
})

const deliver = async (registered: Registered, event: Arranged) => {
  const { status, text } = await perform(registered, event)
  expect(status, text).toBeLessThan(300)
}

/** Those whose senders are proved, and those whose senders are asked afterwards. */
const heard = allOperations().filter(({ id, operation }) => operation.access.verifier || id in doorStories)

describe.each(named(heard))('%s', (id, registered) => {
  const begin = doorStories[id]
  if (!begin) throw new Error(`door-stories.ts has none for ${id}`)

  test('has one effect, however often the same event comes', async () => {
    const { host } = await world()
    const { events, state } = await begin()
    const [event] = events
    if (!event) throw new Error('nothing has happened')
    const kept = () =>
      sql<{ n: number }>`select count(*)::int as n from platform.inbox`.execute(host.services.db)
    const [before] = (await kept()).rows
    await Promise.all(Array.from({ length: 50 }, () => deliver(registered, event)))
    await jobsDone()
    expect((await kept()).rows).toEqual([{ n: (before?.n ?? 0) + 1 }])
    expect(await state()).toBeDefined()
    const once = await rowsOfAllTables()
    await deliver(registered, event)
    expect(await rowsOfAllTables()).toEqual(once)
  })

  test('comes to the same in whatever order the events come, and all at once', async () => {
    const results: unknown[] = []
    const { events } = await begin()
    for (const order of ordersOf(events.map((_, index) => index))) {
      const story = await begin()
      for (const index of order) {
        const event = story.events[index]
        if (event) await deliver(registered, event)
        if (order[0] !== 0) await jobsDone()
      }
      await jobsDone()
      results.push(await story.state())
    }
    const last = await begin()
    await Promise.all(last.events.map((event) => deliver(registered, event)))
    await jobsDone()
    results.push(await last.state())
    const [first] = results
    expect(first).toBeDefined()
    for (const result of results) expect(withoutTimes(result)).toEqual(withoutTimes(first))
  })

  test('is answered before its job goes on', async () => {
    const { events, state, hold } = await begin()
    const release = await hold()
    try {
      for (const event of events) await deliver(registered, event)
      expect(await state()).toBeUndefined()
    } finally {
      release()
    }
    await eventually(state)
  })
})

/** Every story has its own moment. */
const withoutTimes = (state: unknown) =>
  JSON.parse(JSON.stringify(state), (_key, value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? 'a time' : value,
  )
