import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { Id } from '../../platform/operation/schema.ts'
import { compareAlike, compareDue } from './comparison-queries.ts'

const comparedAtOnce = 100

/** Finds anew, once a day, what things like a purchase were sold for; some at a time. */
export const comparePurchases = job({
  name: 'marketplace.compare-purchases',
  cron: '37 * * * *',
  data: Nothing,
  runs: 'write',
  async handle({ db, clock, enqueue }) {
    if ((await compareDue(db, comparedAtOnce, clock.now())) === comparedAtOnce)
      await enqueue(comparePurchases, {})
  },
})

/** One's own sale is a price for everything of the kind that one has. */
export const compareAlikePurchases = job({
  name: 'marketplace.compare-alike-purchases',
  data: Type.Object({ listingId: Id }),
  runs: 'write',
  handle: ({ db, clock }, { listingId }) => compareAlike(db, listingId, clock.now()),
})
