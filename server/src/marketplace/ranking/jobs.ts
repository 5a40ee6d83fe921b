import { minutes } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, Nothing } from '../../platform/jobs/sweep.ts'
import { hasSnapshotSince } from './queries.ts'
import { categoryList, writeCategoryRanks, writeRanks } from './snapshots.ts'

/** Ranks listings every five minutes; one that is started twice finds that it was done. */
export const rankPosts = job({
  name: 'marketplace.rank-posts',
  cron: '*/5 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const isDone = await hasSnapshotSince(work.db, 'trending', ago(work.clock.now(), minutes(4)))
    if (!isDone) await writeRanks(work)
  },
})

/** Counts what is popular every quarter of an hour; one that is started twice finds that it was done. */
export const rankCategories = job({
  name: 'marketplace.rank-categories',
  cron: '*/15 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const isDone = await hasSnapshotSince(work.db, categoryList, ago(work.clock.now(), minutes(14)))
    if (!isDone) await writeCategoryRanks(work)
  },
})
