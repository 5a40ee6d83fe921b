import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inWork } from '../../testing/money.ts'
import { jobsDone } from '../../testing/rows.ts'
import { world } from '../../testing/world.ts'
import { sweepCredentials } from '../identity/jobs.ts'
import { sweepMails } from '../mail/jobs.ts'
import { sweepKeys } from '../operation/jobs.ts'
import { lookFor } from './look.ts'

async function runsOf({ name }: { name: string }): Promise<number> {
  await jobsDone()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = ${name}`.execute(
    (await world()).host.services.db,
  )
  return rows[0]?.count ?? 0
}

test('of the jobs that say when they are due those run that are, once a look', async () => {
  const now: unknown[] = []
  const due = { ...sweepMails, due: (at: Date) => sql`select ${now.push(at)}::int` }
  const many = { ...sweepKeys, due: () => sql`(select 1) union all (select 2)` }
  const idle = { ...sweepCredentials, due: () => sql`select 1 where false` }
  const jobs = [due, many, idle]
  const before = await Promise.all(jobs.map(runsOf))
  for (let time = 0; time < 2; time += 1)
    await inWork((work) => lookFor(jobs).handle(work, {}, { isLastTry: false }))
  expect(now).toHaveLength(2)
  const after = await Promise.all(jobs.map(runsOf))
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([2, 2, 0])
})
