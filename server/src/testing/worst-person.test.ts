import type { FastifyInstance } from 'fastify'
import { type CompiledQuery, PostgresQueryCompiler, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { type Registered, runsOf } from '../platform/operation/registry.ts'
import type { Arranged } from './arranged.ts'
import { answering, arrange, perform } from './arrangements.ts'
import { newCast } from './cast.ts'
import { world } from './kit.ts'
import { jobsDone } from './rows.ts'
import { closeWorld, openApp, worldWith } from './world.ts'
import { makeWorst, openPatient } from './worst-person.ts'

/** Whoever has much of everything costs no more than a page of it: so many blocks of 8 kB a statement. */

const mostBlocks = 2000
/** News of followed people is merged when it is read: a look into an index for each of 5,000 (decision 0042). */
const mostBlocksOf: Readonly<Record<string, number>> = { 'marketplace getNotifications': 20_000 }
const page = 50
/** Where statements are planned for their values at all, that is five times before a plan for any is considered. */
const plannedAgain = 7
const operations = answering(allOperations())
const lists = operations.filter(({ operation }) => operation.paged)

let app: FastifyInstance
let patient: Db
let sent: CompiledQuery[] = []
let ways: Map<Registered, Arranged[]>

beforeAll(async () => {
  // What is planned depends on what else there is.
  await worldWith({})
  const cast = await newCast()
  // Whatever can be written is, so that there is one of everything.
  for (const registered of operations)
    if (registered.operation.method !== 'GET' && !registered.operation.paged)
      for (const way of await arrange(registered, cast)) await perform(registered, way)
  ways = new Map()
  for (const registered of lists) ways.set(registered, await arrange(registered, cast))
  await jobsDone()
  await makeWorst(cast)
  patient = openPatient((await world()).connectionString)
  const compiler = new PostgresQueryCompiler()
  app = await openApp({
    plugin: {
      transformQuery({ node, queryId }) {
        sent.push(compiler.compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    },
  })
}, minutes(5))

afterAll(async () => {
  await app?.close()
  await patient?.destroy()
  await closeWorld()
})

interface Plan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

/** A parameter as text, since what is prepared here takes no others. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(each)).join()}}`)
  return pg.escapeLiteral(String(value))
}

/**
 * How many blocks each statement asks for at most, in their order, which may build on one another. The first
 * times a statement may be planned for its values. It is planned as on the operation's own connection.
 */
async function blocksOf(
  statements: readonly CompiledQuery[],
  { operation }: Registered,
): Promise<{ blocks: number; text: string }[]> {
  const { host } = await world()
  const { reads, longReads } = host.services
  const { rows } = await sql<{ mode: string }>`
    select current_setting('plan_cache_mode') as mode`.execute(
    runsOf(operation) === 'long-read' ? longReads : reads,
  )
  const counted: { blocks: number; text: string }[] = []
  const undo = new Error('all is as it was')
  await patient
    .transaction()
    .execute(async (db) => {
      await sql`select set_config('plan_cache_mode', ${rows[0]?.mode}, true)`.execute(db)
      for (const { sql: text, parameters } of statements) {
        // That somebody looked is written down once.
        if (/^\s*insert into platform\.audit\b/.test(text)) continue
        await sql`prepare asked as ${sql.raw(text)}`.execute(db)
        const values = parameters.length > 0 ? `(${parameters.map(literal).join()})` : ''
        const seen: number[] = []
        for (let time = 0; time < plannedAgain; time += 1) {
          const { rows } = await sql<{ 'QUERY PLAN': Plan[] }>`
            explain (analyze, buffers, format json) execute asked ${sql.raw(values)}`.execute(db)
          const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
          seen.push(plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : Number.NaN)
        }
        await sql`deallocate asked`.execute(db)
        counted.push({ blocks: Math.max(...seen), text })
      }
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  return counted
}

test.each(lists.map((registered) => [`${registered.module.product} ${registered.id}`, registered] as const))(
  '%s',
  async (name, registered) => {
    const most = mostBlocksOf[name] ?? mostBlocks
    for (const way of ways.get(registered) ?? []) {
      const needed: string[] = registered.operation.query?.required ?? []
      const whole = Object.entries(way.query ?? {}).filter(([key]) => needed.includes(key))
      for (const asked of [way, { ...way, query: Object.fromEntries(whole) }]) {
        sent = []
        const { status, body } = await perform(
          registered,
          { ...asked, query: { ...asked.query, limit: page } },
          app,
        )
        expect(status, JSON.stringify(body)).toBe(200)
        const dear = (await blocksOf(sent, registered)).filter(({ blocks }) => !(blocks <= most))
        expect(dear).toEqual([])
      }
    }
  },
)
