import { sql } from 'kysely'
import { areJobsUnderWay } from './jobs-under-way.ts'
import { eventually, world } from './kit.ts'

/**
 * Written whatever is answered: tries count above all when they fail, who asks is there, and what was counted
 * is kept a moment later.
 */
const countedAnyway = ['attempt', 'presence', 'active_day', 'inbox_change', 'unread_count']

/** Waits for the jobs that are under way. */
export async function jobsDone(): Promise<void> {
  const { db } = (await world()).host.services
  await eventually(async () => !(await areJobsUnderWay(db)))
}

/**
 * Puts off by a day what is queued for a moment to come, and what was asked for and is to be gone on with, so that
 * nothing but a test's own calls and jobs writes anything meanwhile.
 */
export async function postponeJobs(): Promise<void> {
  const { host } = await world()
  await jobsDone()
  await sql`
    update pgboss.job set start_after = start_after + interval '1 day'
    where state in ('created', 'retry') and start_after > clock_timestamp()`.execute(host.services.db)
  await sql`
    update platform.idempotency set next_try_at = next_try_at + interval '1 day' where status is null`.execute(
    host.services.db,
  )
  await host.services.writeBehind.flush()
}

/**
 * What stands in every table of ours, as its number of rows and the sum of the transactions that
 * wrote them: no insert, update or delete leaves it as it was. Waits for jobs that are under way, and for what
 * was left to be written a moment later.
 */
export async function rowsOfAllTables(): Promise<Record<string, string>> {
  const { host } = await world()
  const { db } = host.services
  await jobsDone()
  await host.services.writeBehind.flush()
  const { rows: tables } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('platform', 'marketplace', 'wellness') and tablename <> all(${countedAnyway}) order by 1`.execute(
    db,
  )
  const counts = tables.map(
    ({ name }) =>
      sql`select ${name} as name, count(*) || ' rows by ' || coalesce(sum(xmin::text::bigint), 0) as state from ${sql.table(name)}`,
  )
  const { rows } = await sql<{ name: string; state: string }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}
