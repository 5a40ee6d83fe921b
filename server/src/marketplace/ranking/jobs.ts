import { Type } from 'typebox'
import { minutes } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, Nothing } from '../../platform/jobs/sweep.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { hasSnapshotSince, holdList } from './queries.ts'
import { categoryList, listNames, writeCategoryRanks, writeRank } from './snapshots.ts'
import { countLooks, roundMs } from './windows.ts'

/** Ranks listings in a list, unless that is done, or somebody is about it: whoever queues it need not ask. */
export const rankList = job({
  name: 'marketplace.rank-list',
  data: Type.Object({ list: OneOf(listNames) }),
  runs: 'write',
  // The next one comes soon.
  retries: 1,
  async handle(work, { list }) {
    const { db, clock } = work
    if (!(await holdList(db, list)) || (await hasSnapshotSince(db, list, ago(clock.now(), roundMs)))) return
    await writeRank(work, list)
  },
})

/**
 * Counts views every five minutes, of much to count a part at a time, and then has listings ranked, each list by itself:
 * one that takes too long holds up no other.
 */
export const rankPosts = job({
  name: 'marketplace.rank-posts',
  cron: '*/5 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const outcome = await countLooks(work)
    if (outcome === 'first' || outcome === 'more') await work.enqueue(rankPosts, {}, { singletonKey: 'more' })
    // Lists would lack what is not counted yet.
    if (outcome === 'first' || outcome === 'elsewhere') return
    for (const list of listNames) await work.enqueue(rankList, { list }, { singletonKey: list })
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
