import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { selectImpressions } from '../promotions/public.ts'
import { selectPresentOwners } from '../users/public.ts'
import { selectFigures } from '../views/public.ts'
import { tellResult } from './notice.ts'
import { type BoostRow, keepReport, lockUnreported, type Report } from './queries.ts'

/** Writes down what a boost brought, against the week before it, and tells who bought it. */
export const reportBoost = job({
  name: 'marketplace.sum-up-boost',
  data: Type.Object({ boostId: Id }),
  runs: 'write',
  async handle(work, { boostId }) {
    const boost = await lockUnreported(work.db, boostId)
    if (!boost) return
    const report = await reportOf(work, boost)
    await keepReport(work.db, boostId, report)
    const owners = await selectPresentOwners(work.db, [boost.user_id], boost.created_at)
    if (owners.has(boost.user_id)) await tellResult(work, boost, report)
  },
})

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

async function reportOf({ db, clock }: Work, boost: BoostRow): Promise<Report> {
  const [from, to] = [
    boost.starts_at.getTime(),
    Math.max((boost.over_at ?? boost.ends_at).getTime() - 1, boost.starts_at.getTime()),
  ]
  const figuresOf = async (first: number, last: number) => {
    const period = { from: dayOf(first), to: dayOf(last), tz: 'UTC', interval: 'day' as const }
    const { series, favourites, chats } = await selectFigures(
      db,
      { postId: boost.post_id, authorId: null },
      period,
      clock.now(),
    )
    const sumOf = (name: 'impressions' | 'views') => series.reduce((sum, { [name]: one }) => sum + one, 0)
    return {
      days: series.length,
      impressions: sumOf('impressions'),
      views: sumOf('views'),
      favourites,
      chats,
    }
  }
  const { days: _, ...before } = await figuresOf(from - days(7), from - days(1))
  const promoted = (await selectImpressions(db, [boost.id])).get(boost.id) ?? 0
  return { ...(await figuresOf(from, to)), promoted_impressions: promoted, before }
}
