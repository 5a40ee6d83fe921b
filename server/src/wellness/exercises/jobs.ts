import { days } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, Nothing } from '../../platform/jobs/sweep.ts'
import { purgeUploads } from '../../platform/media/jobs.ts'
import { lockCatalogue, takeFilesOfDeleted } from './change-queries.ts'

const keptMs = days(30)

/** Lets go of the recordings and pictures of what was deleted a month ago. Their bytes go with the sweeper. */
export const removeDeletedMedia = job({
  name: 'wellness.exercises.remove-media',
  cron: '41 3 * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    await lockCatalogue(work.db)
    const ids = await takeFilesOfDeleted(work.db, ago(work.clock.now(), keptMs))
    for (const id of ids) await purgeUploads(work, [id])
    if (ids.length > 0) await work.enqueue(removeDeletedMedia, {})
  },
})
