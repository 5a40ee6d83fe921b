import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Whether a job runs or waits for its turn. What was queued while this looks has begun by the clock, not by its transaction. */
export async function areJobsUnderWay(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_%' and start_after <= clock_timestamp() limit 1`.execute(
    db,
  )
  return rows.length > 0
}
