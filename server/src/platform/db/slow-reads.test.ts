import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, expectProblem, type TestPerson, world } from '../../testing/kit.ts'
import { newUser, wellnessBase } from '../../testing/wellness.ts'
import { openApp } from '../../testing/world.ts'
import { user } from '../../wellness/access.ts'
import { wellness } from '../../wellness/module.ts'
import { operation } from '../operation/operation.ts'
import { register } from '../operation/registry.ts'
import { openDatabase } from './database.ts'
import { ReadConnections } from './read-connections.ts'
import { readingFor } from './slow-reads.ts'

/** Takes as long as a test holds the lock. */
const wait = sql<{ answer: number }>`
  with patient as materialized (select set_config('lock_timeout', '60s', true)),
  waited as materialized (select pg_advisory_xact_lock_shared(4711) from patient)
  select 42 as answer from waited`

const getSlowly = operation({
  source: 'only the tests register it',
  method: 'GET',
  path: '/slowly',
  summary: 'Read something slowly',
  access: user,
  replies: { 200: { message: 'Read', data: Type.Integer() } },

  handle: async ({ db }) => (await wait.execute(db)).rows[0]?.answer ?? 0,
})

const outcomes: string[] = []
let reads: ReturnType<typeof openDatabase>
let app: Awaited<ReturnType<typeof openApp>>
// What is slow here shall be what waits for the lock, however busy the machine is.
const [mostReadMs, mostSlowReadMs] = [1000, 60_000]

beforeAll(async () => {
  const { connectionString } = await world()
  reads = openDatabase(
    new ReadConnections(connectionString, {
      mostMs: mostReadMs,
      mostSlowMs: mostSlowReadMs,
      observe: (operation, outcome) => outcomes.push(`${operation} ${outcome}`),
    }),
  )
  const nouns = { ...wellness.nouns, slow: { getSlowly } }
  const operations = register({ ...wellness, nouns })
  app = await openApp({ connectionString, mostReadMs, mostSlowReadMs, operations })
})
afterAll(async () => {
  await reads.destroy()
  await app.close()
})

/** Holds the lock while something is done, which is handed what lets it go. */
async function holding(work: (letGo: () => Promise<void>) => Promise<void>): Promise<void> {
  const { host } = await world()
  await host.services.db.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(4711)`.execute(db)
    const letGo = async () => {
      await sql`select pg_advisory_unlock_all()`.execute(db)
    }
    await work(letGo).finally(letGo)
  })
}

const lookAs = (person: string) =>
  readingFor({ person, operation: 'look' }, async () => (await wait.execute(reads)).rows[0]?.answer)

/** The refusal of the first of several calls that is refused, whichever comes too late. */
const refusedOf = (calls: readonly Promise<unknown>[]): Promise<unknown> =>
  Promise.race(
    calls.map((call) =>
      call.then(
        () => 'answered',
        (error) => error,
      ),
    ),
  )

test('what takes long runs elsewhere, one at a time for each person and two in all; what is quick goes on', async () => {
  await holding(async (letGo) => {
    const twice = [lookAs('Ada'), lookAs('Ada')]
    expect(await refusedOf(twice)).toMatchObject({ code: 'OVERLOADED' })
    const others = [lookAs('Ben'), lookAs('Eve')]
    expect(await refusedOf(others)).toMatchObject({ code: 'OVERLOADED' })
    for (let round = 0; round < 50; round += 1)
      expect((await sql`select ${round}::int as n`.execute(reads)).rows).toEqual([{ n: round }])
    await letGo()
    const settled = await Promise.allSettled([...twice, ...others])
    expect(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))).toEqual([42, 42])
  })
  expect(outcomes.toSorted()).toEqual([...Array(2).fill('look answered'), ...Array(2).fill('look refused')])
})

test('statements of one call wait for one another', async () => {
  await holding(async (letGo) => {
    const both = readingFor({ person: 'Ada', operation: 'look' }, () =>
      Promise.all([wait.execute(reads), wait.execute(reads)]),
    )
    // By then either has waited for longer than another call would.
    expect(await refusedOf([lookAs('Ben'), lookAs('Ben')])).toMatchObject({ code: 'OVERLOADED' })
    await letGo()
    expect(await both).toHaveLength(2)
  })
})

test('a person whose reads are slow is refused more of them; what else there is goes on', async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  const ask = (as: TestPerson) => call('GET', `${wellnessBase}/slowly`, { as, app })
  await holding(async (letGo) => {
    const both = [ask(ada), ask(ada)]
    const refused = await Promise.race(both)
    expectProblem(refused, 503, 'OVERLOADED')
    expect(refused.headers['retry-after']).toBe('1')
    expect((await call('GET', `${wellnessBase}/notification`, { as: ada, app })).status).toBe(200)
    expect((await call('PATCH', `${wellnessBase}/notification/read-all`, { as: ada, app })).status).toBe(200)
    await letGo()
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 503])
    expect((await ask(ben)).body.data).toBe(42)
  })
})
