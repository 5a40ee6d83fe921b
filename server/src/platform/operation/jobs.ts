import { sql } from 'kysely'
import { days } from '../clock.ts'
import { ago, sweep } from '../jobs/sweep.ts'

/** What is still open stays, however old: recovery goes on with it. */
export const sweepKeys = sweep('idempotency.sweep', '1-59/15 * * * *', (now) => ({
  'platform.idempotency': sql`kept_until < ${now} and status is not null`,
  // Of jobs that failed for good; those of requests go with the answer.
  'platform.step': sql`scope like 'job/%' and created_at < ${ago(now, days(30))}`,
}))
