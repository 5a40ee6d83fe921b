import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOperations, modules } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import { mostOnPage } from '../platform/operation/page.ts'
import { refreshAll } from '../platform/operation/rebuild-cards.ts'
import type { Services } from '../platform/services.ts'
import type { Arranged } from './arranged.ts'
import { answering, arrange, perform } from './arrangements.ts'
import { type Cast, newCast } from './cast.ts'
import { expectProblem } from './kit.ts'
import { jobsDone } from './rows.ts'
import { openCountingApp } from './statements.ts'
import { world } from './world.ts'

/** A list costs a few statements, however many rows it shows. */

const mostStatements = 6
/** Of somebody else’s things, of which a line of the audit is written beside. */
const audited = ['adminGetUserGoals']
/**
 * Of few of an author on a page: where these fill most of what was read, it is read once more. And pages that are long
 * enough for places that are paid for look up who has them.
 */
const mayReadOn = ['getTrending', 'getPosts', 'searchPosts']
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

/** Makes all cards anew, those of people who changed a moment ago too. */
async function cardsMade(services: Services): Promise<void> {
  await sql`update marketplace.post_card_source set changed_at = changed_at - interval '2 minutes'`.execute(
    services.db,
  )
  for (const kind of modules.flatMap(({ cards }) => cards)) await refreshAll(services, kind)
}

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
    const { host } = await world()
    const needed: string[] = registered.operation.query?.required ?? []
    for (const way of await arrange(registered, cast)) {
      const whole = Object.entries(way.query ?? {}).filter(([key]) => needed.includes(key))
      const bare = { ...way, query: Object.fromEntries(whole) }
      const most = registered.operation.paged?.most ?? mostOnPage
      for (const limit of [most + 1, '99999999999999999999'])
        expectProblem(
          await perform(registered, { ...bare, query: { ...bare.query, limit } }, counting.app),
          400,
          'VALIDATION_FAILED',
          'query.limit',
        )
      // The first look may also note that it was seen, and cards out of date cost one statement more.
      await ask(bare, 1)
      // What follows from what was arranged puts cards out of date, too.
      await jobsDone()
      await cardsMade(host.services)
      const [one, many, narrowed] = [await ask(bare, 1), await ask(bare, 50), await ask(way, 50)]
      if (whole.length === 0) expect(many.rows).toBeGreaterThan(1)
      const readsOn = mayReadOn.includes(registered.id) ? 1 : 0
      expect(many.statements - one.statements).toBeGreaterThanOrEqual(0)
      expect(many.statements - one.statements).toBeLessThanOrEqual(readsOn)
      expect(Math.max(many.statements, narrowed.statements)).toBeLessThanOrEqual(
        mostStatements + (audited.includes(registered.id) ? 1 : 0),
      )
    }
  },
)
