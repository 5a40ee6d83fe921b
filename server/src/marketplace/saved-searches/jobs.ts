import { sql } from 'kysely'
import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, Nothing, sweep } from '../../platform/jobs/sweep.ts'
import { Id } from '../../platform/operation/schema.ts'
import { tellMornings } from './digest.ts'
import { findSearchers } from './finding.ts'

/** So many searches are compared with a listing in one transaction. */
const comparedAtOnce = 500
const toldAtOnce = 200

/** Compares a listing with the searches that may find it, some at a time; each batch queues the next. */
export const matchSavedSearches = job({
  name: 'marketplace.saved-searches.match',
  data: Type.Object({
    postId: Id,
    /** Whose searches were compared last; those of people after them are next. */
    after: Type.Optional(Id),
  }),
  runs: 'write',
  async handle(work, { postId, after = null }) {
    const last = await findSearchers(work, postId, { after, limit: comparedAtOnce })
    if (last !== null) await work.enqueue(matchSavedSearches, { postId, after: last })
  },
})

/** Tells people in their morning what their searches found since the one before. */
export const tellSavedSearches = job({
  name: 'marketplace.saved-searches.tell',
  cron: '*/10 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    if (await tellMornings(work, toldAtOnce)) await work.enqueue(tellSavedSearches, {})
  },
})

/** Forgets what was found long ago; listings end before. */
export const sweepSavedSearches = sweep('marketplace.saved-searches.sweep', '47 * * * *', (now) => ({
  'marketplace.saved_search_find': sql`found_at <= ${ago(now, days(90))}`,
  'marketplace.saved_search_sent': sql`sent_at <= ${ago(now, days(400))}`,
}))
