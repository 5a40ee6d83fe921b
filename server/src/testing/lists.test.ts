import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import type { Arranged } from './arranged.ts'
import { answering, arrange, perform } from './arrangements.ts'
import { type Cast, newCast } from './cast.ts'
import { jobsDone } from './rows.ts'
import { openCountingApp } from './statements.ts'

/** A list costs a few statements, however many rows it shows. */

const mostStatements = 6
const operations = answering(allOperations())
const lists = operations.filter(({ operation }) => operation.paged)

let cast: Cast
let counting: Awaited<ReturnType<typeof openCountingApp>>

beforeAll(async () => {
  cast = await newCast()
  counting = await openCountingApp()
  // Whatever can be written is, twice, so that there is something to list.
  for (const registered of [...operations, ...operations])
    if (registered.operation.method !== 'GET')
      for (const way of await arrange(registered, cast)) await perform(registered, way)
  await jobsDone()
}, minutes(5))

afterAll(() => counting.app.close())

test.each(lists.map((registered) => [`${registered.module.product} ${registered.id}`, registered] as const))(
  '%s',
  async (_name, registered) => {
    const ask = async (way: Arranged, limit: number) => {
      const before = counting.count()
      const { status, body } = await perform(
        registered,
        { ...way, query: { ...way.query, limit } },
        counting.app,
      )
      expect(status, JSON.stringify(body)).toBe(200)
      return { statements: counting.count() - before, rows: Array.isArray(body.data) ? body.data.length : 2 }
    }
    const needed: string[] = registered.operation.query?.required ?? []
    for (const way of await arrange(registered, cast)) {
      const whole = Object.entries(way.query ?? {}).filter(([key]) => needed.includes(key))
      const bare = { ...way, query: Object.fromEntries(whole) }
      // The first look may also note that it was seen.
      await ask(bare, 1)
      const [one, many, narrowed] = [await ask(bare, 1), await ask(bare, 50), await ask(way, 50)]
      if (whole.length === 0) expect(many.rows).toBeGreaterThan(1)
      expect(many.statements).toBe(one.statements)
      expect(Math.max(many.statements, narrowed.statements)).toBeLessThanOrEqual(mostStatements)
    }
  },
)
