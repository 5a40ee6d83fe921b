import { Type } from 'typebox'
import { minutes } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, Nothing } from '../../platform/jobs/sweep.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { hasSnapshotSince } from './queries.ts'
import { listNames } from './score-queries.ts'
import { categoryList, writeCategoryRanks, writeRank } from './snapshots.ts'

/**
 * Ranks listings every five minutes, each list by itself: one that takes too long holds up no other. One that is started
 * twice finds that it was done.
 */
export const rankPosts = job({
  name: 'marketplace.rank-posts',
  cron: '*/5 * * * *',
  data: Type.Object({ list: Type.Optional(OneOf(listNames)) }),
  runs: 'write',
  // The next one comes soon.
  retries: 1,
  async handle(work, { list }) {
    if (list === undefined) {
      for (const each of listNames) await work.enqueue(rankPosts, { list: each })
      return
    }
    const isDone = await hasSnapshotSince(work.db, list, ago(work.clock.now(), minutes(4)))
    if (!isDone) await writeRank(work, list)
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
