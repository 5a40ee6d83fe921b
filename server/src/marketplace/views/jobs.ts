import { sql } from 'kysely'
import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, Nothing, sweep } from '../../platform/jobs/sweep.ts'
import { CalendarDate, Id, OneOf } from '../../platform/operation/schema.ts'
import { firstKeptDay } from './figures-queries.ts'
import { firstKeptDayOfImpressions, isImpressionSummed } from './impression-queries.ts'
import { beginningOf } from './queries.ts'
import {
  daysToSum,
  insertDemoViews,
  insertSummed,
  repairCounts,
  selectOpenPosts,
  selectSeen,
  selectViewed,
  sumDays,
} from './sum-queries.ts'

const daysAtOnce = 10
const listingsAtOnce = 500
/** Of days that are over: in one statement, and in one transaction. */
const listingsOfSum = 100
const summedAtOnce = 10_000

/** Sums up the views and impressions of some days, some listings at a time, the last of which queue the next. */
export const sumListings = job({
  name: 'marketplace.views.sum-listings',
  data: Type.Object({
    days: Type.Array(CalendarDate, { maxItems: daysAtOnce }),
    after: Type.Optional(Id),
  }),
  runs: 'write',
  async handle({ db, enqueue }, { days, after = null }) {
    let last = after
    for (let summed = 0; summed < summedAtOnce; summed += listingsOfSum) {
      const ids = await selectSeen(db, last, listingsOfSum)
      await sumDays(db, days, ids)
      last = ids.length === listingsOfSum ? (ids.at(-1) ?? null) : null
      if (last === null) break
    }
    if (last !== null) await enqueue(sumListings, { days, after: last })
    else await insertSummed(db, days)
    if (last === null && days.length === daysAtOnce) await enqueue(sumViews, {})
  },
})

/** Has days summed up that are over, some at a time. */
export const sumViews = job({
  name: 'marketplace.views.sum',
  cron: '7 * * * *',
  data: Nothing,
  runs: 'write',
  async handle({ db, clock, enqueue }) {
    const now = clock.now()
    // Also what was left undone for a month.
    const first = sql<Date>`(${firstKeptDay(now)} - 30)`
    const over = await daysToSum(db, first, now, daysAtOnce)
    if (over.length > 0) await enqueue(sumListings, { days: over })
  },
})

const isSummed = sql<boolean>`exists (
  select 1 from marketplace.post_view_day d where d.post_id = post_view.post_id and d.day = post_view.day)`

/** Removes single views that are summed up once they are 90 days old, impressions after eight, and from where somebody showed interest after nine. */
export const sweepViews = sweep('marketplace.views.sweep', '37 * * * *', (now) => ({
  'marketplace.post_view': sql`day < ${firstKeptDay(now)} and viewed_at < ${beginningOf(firstKeptDay(now))} and (is_demo or ${isSummed})`,
  'marketplace.post_impression': sql`day < ${firstKeptDayOfImpressions(now)} and ${isImpressionSummed}`,
  'marketplace.post_interest': sql`noted_at < ${ago(now, days(9))}`,
}))

/**
 * Brings the counts of listings to what their views say, or makes up views for a demonstration; some listings at a
 * time, the last of which queue the next.
 */
export const seedViews = job({
  name: 'marketplace.views.seed',
  data: Type.Object({
    mode: OneOf(['rebuild', 'demo']),
    /** The last one with made-up views. */
    day: CalendarDate,
    /** Only this listing. */
    postId: Type.Optional(Id),
    after: Type.Optional(Id),
  }),
  runs: 'write',
  async handle({ db, clock, enqueue }, data) {
    const { mode, day, postId, after = null } = data
    const now = clock.now()
    const look = () =>
      mode === 'demo'
        ? selectOpenPosts(db, after, listingsAtOnce, now)
        : selectViewed(db, after, listingsAtOnce)
    const ids = postId === undefined ? await look() : [postId]
    await (mode === 'demo' ? insertDemoViews(db, ids, day, now) : repairCounts(db, ids, now))
    const last = ids.at(-1)
    if (postId === undefined && last && ids.length === listingsAtOnce)
      await enqueue(seedViews, { ...data, after: last })
  },
})
