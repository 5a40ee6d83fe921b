import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { eventually, world } from '../testing/kit.ts'
import { newsHeard } from '../testing/round-trips.ts'
import { Cache, cached } from './cache.ts'
import { seconds } from './clock.ts'
import { openPostgresBus } from './events/live-bus.ts'
import { platformItself, transact } from './operation/transact.ts'

/** Stands for what the database holds; `loads` counts how often somebody looked. */
const stored = { value: 'old', loads: 0 }
const thing = cached('a thing of this test', async () => {
  stored.loads += 1
  return stored.value
})
/** Of the processes here; it stands still, so that nothing grows too old by itself. */
const clock = { at: new Date(), now: () => clock.at }

/** The cache of another process, on a bus connection of its own. */
async function openProcess(): Promise<Cache> {
  const { host, connectionString } = await world()
  const live = await openPostgresBus(connectionString, host.services.log)
  onTestFinished(() => live.close())
  return new Cache({ db: host.services.reads, live, clock })
}

/** Commits a change of the thing, in a process that keeps it in `cache`. */
async function change(cache: Cache, value: string): Promise<void> {
  const { host } = await world()
  await transact({ ...host.services, cache }, platformItself, async (work) => {
    stored.value = value
    work.invalidate(thing)
  })
}

beforeEach(() => {
  stored.value = 'old'
  stored.loads = 0
})

test('many ask, and it is looked for once', async () => {
  const here = await openProcess()
  expect(await Promise.all([here.get(thing), here.get(thing)])).toEqual(['old', 'old'])
  expect(await here.get(thing)).toBe('old')
  expect(stored.loads).toBe(1)
})

test('a change is known at once where it was made, and elsewhere when that hears of it', async () => {
  const [here, there] = [await openProcess(), await openProcess()]
  for (const process of [here, there]) expect(await process.get(thing)).toBe('old')
  await change(here, 'new')
  expect(await here.get(thing)).toBe('new')
  await eventually(async () => (await there.get(thing)) === 'new')
})

test('what did not come about is forgotten by nobody', async () => {
  const { host } = await world()
  const cache = await openProcess()
  await cache.get(thing)
  const failing = transact({ ...host.services, cache }, platformItself, async (work) => {
    work.invalidate(thing)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await cache.get(thing)
  expect(stored.loads).toBe(1)
})

test('what was missed while the bus was away is looked for when it is back', async () => {
  const { host } = await world()
  const there = await openProcess()
  expect(await there.get(thing)).toBe('old')
  stored.value = 'new'
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database()
      and (query in ('listen plaza_live', 'select') or query like 'select pg_notify%')`.execute(
    host.services.db,
  )
  await eventually(async () => (await there.get(thing)) === 'new')
  // The world, from which it was taken too, hears again: the next tests count on it.
  await newsHeard()
})

test('what nobody tells of is known within five seconds', async () => {
  const there = await openProcess()
  expect(await there.get(thing)).toBe('old')
  stored.value = 'new'
  expect(await there.get(thing)).toBe('old')
  clock.at = new Date(clock.at.getTime() + seconds(5))
  expect(await there.get(thing)).toBe('new')
})

test('what was looked for before a change is not kept after it, nor is a failure', async () => {
  const here = await openProcess()
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let asked = 0
  const slow = cached('a slow thing of this test', async () => (await answers[asked++]?.promise) ?? 'third')
  const before = here.get(slow)
  here.invalidate(slow)
  const after = here.get(slow)
  answers[1]?.reject(new Error('no'))
  await expect(after).rejects.toThrow('no')
  answers[0]?.resolve('first')
  expect(await before).toBe('first')
  expect(await here.get(slow)).toBe('third')
})
