import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from '../demo/fill.ts'
import { allOperations, modules } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import { rebuildAll, refreshAll } from '../platform/operation/rebuild-cards.ts'
import { runsOf } from '../platform/operation/registry.ts'
import { answering, arrange, perform } from './arrangements.ts'
import { type Cast, newCast } from './cast.ts'
import { world } from './kit.ts'
import { jobsDone } from './rows.ts'
import { closeWorld, worldWith } from './world.ts'

/** What is kept to be read is what making it anew would give, in the whole demonstration town, whatever operation wrote last. */

const kinds = modules.flatMap(({ product, cards }) => cards.map((kind) => ({ product, kind })))
const writes = answering(allOperations()).filter(({ operation }) =>
  ['write', 'steps'].includes(runsOf(operation)),
)
let cast: Cast

const different = async () => {
  const { db } = (await world()).host.services
  const found: string[] = []
  for (const { product, kind } of kinds)
    for (const id of await kind.findDifferent(db)) found.push(`${product}, ${kind.name}: ${id}`)
  return found
}

beforeAll(async () => {
  // All cards are made anew again and again: those of other tests would take minutes.
  const { host } = await worldWith({})
  await fillDemo(host.services, host.pool)
  cast = await newCast()
}, minutes(5))

afterAll(closeWorld)

test.each(writes.map((registered) => [`${registered.module.product} ${registered.id}`, registered] as const))(
  'no card is another one after %s',
  async (_name, registered) => {
    const { services } = (await world()).host
    for (const way of await arrange(registered, cast)) {
      // So that each is shown, and would be found.
      for (const { kind } of kinds) await refreshAll(services, kind)
      await perform(registered, way)
      expect(await different()).toEqual([])
      await jobsDone()
      expect(await different()).toEqual([])
    }
  },
)

test('all can be made anew', async () => {
  const { services } = (await world()).host
  for (const { kind } of kinds) {
    const count = await rebuildAll(services, kind)
    expect(count).toBeGreaterThan(0)
    expect(await kind.outdateAll(services.db)).toBe(count)
    expect(await refreshAll(services, kind)).toBe(count)
  }
  expect(await different()).toEqual([])
})
