import { sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import { ago, sweep } from '../../platform/jobs/sweep.ts'

/** Removes reports after a month, and errors that nobody has met for three. */
export const sweepErrorReports = sweep('marketplace.error-reports.sweep', '23 * * * *', (now) => ({
  'marketplace.error_report': sql`created_at < ${ago(now, days(30))}`,
  'marketplace.error_group': { isPast: sql`last_seen_at < ${ago(now, days(90))}`, most: 500 },
}))
