import { Type } from 'typebox'
import { minutes } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, Nothing } from '../../platform/jobs/sweep.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { hasSnapshotSince } from './queries.ts'
import { listNames } from './score-queries.ts'
import { categoryList, writeCategoryRanks, writeRank } from './snapshots.ts'

/** Ranks listings in a list; one that is started twice finds that it was done. */
export const rankList = job({
  name: 'marketplace.rank-list',
  data: Type.Object({ list: OneOf(listNames) }),
  runs: 'write',
  // The next one comes soon.
  retries: 1,
  async handle(work, { list }) {
    if (!(await isRanked(work, list))) await writeRank(work, list)
  },
})

/** Has listings ranked every five minutes, each list by itself: one that takes too long holds up no other. */
export const rankPosts = job({
  name: 'marketplace.rank-posts',
  cron: '*/5 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    for (const list of listNames) if (!(await isRanked(work, list))) await work.enqueue(rankList, { list })
  },
})

const isRanked = ({ db, clock }: Pick<Work, 'db' | 'clock'>, list: string): Promise<boolean> =>
  hasSnapshotSince(db, list, ago(clock.now(), minutes(4)))

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
