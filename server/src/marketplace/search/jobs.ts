import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { countTerms } from './queries.ts'

/** Counts the listings of some words, and forgets words that no open listing has in its title any more. */
export const sweepSearchTerms = job({
  name: 'marketplace.search.sweep',
  cron: '24 * * * *',
  data: Nothing,
  runs: 'write',
  handle: ({ db, clock }) => countTerms(db, clock.now()),
})
