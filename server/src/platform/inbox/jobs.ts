import { sql } from 'kysely'
import { days } from '../clock.ts'
import { job } from '../jobs/job.ts'
import { ago, Nothing, sweep } from '../jobs/sweep.ts'
import { queueOverdue } from './inbox.ts'

/** What was never applied stays until somebody has looked at it; what was denied is empty, and stays a few days. */
export const sweepInbox = sweep('inbox.sweep', '9-59/15 * * * *', (now) => ({
  'platform.inbox': sql`(applied_at < ${ago(now, days(30))} or (applied_at < ${ago(now, days(3))} and bytes = ''))`,
}))

export const resumeInbox = job({
  name: 'inbox.resume',
  cron: '10-59/15 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const count = await queueOverdue(work)
    if (count > 0) work.services.log.warn({ count }, 'events of others were not applied for hours')
  },
})
