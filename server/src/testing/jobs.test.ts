import { type KyselyPlugin, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allJobs } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { RegisteredJob } from '../platform/jobs/run-job.ts'
import { type Cast, newCast } from './cast.ts'
import { jobArrangements } from './job-arrangements.ts'
import { runNow } from './jobs.ts'
import { world } from './kit.ts'
import { recordJob } from './outcomes.ts'
import { postponeJobs, rowsOfAllTables } from './rows.ts'

/** Every declared job is seen to fail at each of its statements and be tried again, to succeed, and to run twice with one effect. */

let cast: Cast

beforeAll(async () => {
  cast = await newCast()
}, minutes(5))

const compiler = new PostgresQueryCompiler()

/** Fails at the first statement that has not failed yet, as a database does that goes away. */
function failingAnew(failed: Set<string>): KyselyPlugin {
  let isGone = false
  return {
    transformQuery({ node, queryId }) {
      const { sql: text } = compiler.compileQuery(node, queryId)
      if (isGone || failed.has(text)) return node
      isGone = true
      failed.add(text)
      throw new Error('the database is gone')
    },
    transformResult: async ({ result }) => result,
  }
}

/** What was told to open apps may be told twice, words of searches are looked at in turn, and each proof is kept, with what providers report. */
const effects = async () => {
  const {
    'platform.live_event': _told,
    'marketplace.search_term': _seen,
    'marketplace.ledger_proof': _proved,
    'marketplace.provider_report': _compared,
    ...rows
  } = await rowsOfAllTables()
  return rows
}

const changesBetween = (before: Record<string, string>, after: Record<string, string>) =>
  Object.entries(after)
    .filter(([table, state]) => before[table] !== state)
    .map(([table, state]) => `${table}: ${before[table]}, then ${state}`)

const hasRow = async (due: RawBuilder<unknown>) =>
  (await sql`select from (${due}) due`.execute((await world()).host.services.db)).rows.length > 0

describe('a job', () => {
  test.each(allJobs().map((registered) => [registered.job.name, registered] as const))(
    '%s can fail anywhere and run twice',
    async (name, { job }: RegisteredJob) => {
      const { services } = (await world()).host
      const data = (await jobArrangements[name]?.(cast)) ?? {}
      if (job.due) expect(await hasRow(job.due((await world()).clock.now())), 'it is due').toBe(true)
      const id = newId()
      const failed = new Set<string>()
      for (let before = -1; before < failed.size; ) {
        before = failed.size
        const failing = { ...services, db: services.db.withPlugin(failingAnew(failed)) }
        const run = { id, isRetry: before > 0, services: failing }
        await runNow(job, data, run).catch((error: unknown) => {
          if (failed.size === before) throw error
        })
      }
      expect(failed.size, 'it asks no database').toBeGreaterThan(0)
      recordJob(name, 'failed')
      recordJob(name, 'done')
      await postponeJobs()
      const after = await effects()
      await runNow(job, data)
      expect(changesBetween(after, await effects())).toEqual([])
      recordJob(name, 'again')
    },
  )

  test('is not queued with data that it does not declare', async () => {
    const { jobs, db } = (await world()).host.services
    const takeData = allJobs().filter(({ job }) => Object.keys(job.data.properties).length > 0)
    expect(takeData.length).toBeGreaterThan(5)
    for (const { job } of takeData)
      await expect(jobs.enqueue(db, job, {})).rejects.toThrow('is not what it declares')
  })
})
