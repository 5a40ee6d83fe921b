import { sql } from 'kysely'
import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, sweep } from '../../platform/jobs/sweep.ts'
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

/**
 * Sums up the views and impressions of days that are over, some days at a time, and of these some listings at a time, the
 * last of which queue the next.
 */
export const sumViews = job({
  name: 'marketplace.views.sum',
  cron: '7 * * * *',
  data: Type.Object({
    /** Those that are under way, and behind which listing. */
    days: Type.Optional(Type.Array(CalendarDate, { maxItems: daysAtOnce })),
    after: Type.Optional(Id),
  }),
  runs: 'write',
  async handle({ db, clock, enqueue }, { days: begun, after = null }) {
    const now = clock.now()
    // Also what was left undone for a month.
    const first = sql<Date>`(${firstKeptDay(now)} - 30)`
    const days = begun ?? (await daysToSum(db, first, now, daysAtOnce))
    if (days.length === 0) return
    let last = after
    for (let summed = 0; summed < summedAtOnce; summed += listingsOfSum) {
      const ids = await selectSeen(db, last, listingsOfSum)
      await sumDays(db, days, ids)
      last = ids.length === listingsOfSum ? (ids.at(-1) ?? null) : null
      if (last === null) break
    }
    if (last !== null) await enqueue(sumViews, { days, after: last })
    else await insertSummed(db, days)
    if (last === null && days.length === daysAtOnce) await enqueue(sumViews, {})
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
