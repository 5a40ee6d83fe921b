import { days } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, Nothing } from '../../platform/jobs/sweep.ts'
import { purgeUploads } from '../../platform/media/jobs.ts'
import { deleteSettled } from './queries.ts'

const forgottenAtOnce = 50

/** Forgets reports, with what they froze, a year after staff decided about them. */
export const sweepReports = job({
  name: 'marketplace.reports.sweep',
  cron: '37 3 * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const forgotten = await deleteSettled(work.db, ago(work.clock.now(), days(365)), forgottenAtOnce)
    for (const pictures of forgotten) if (pictures.length > 0) await purgeUploads(work, pictures)
    if (forgotten.length === forgottenAtOnce) await work.enqueue(sweepReports, {})
  },
})
