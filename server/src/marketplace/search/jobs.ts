import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { forgetTerms } from './queries.ts'

/** Forgets some of the words that no open listing has in its title any more. */
export const sweepSearchTerms = job({
  name: 'marketplace.search.sweep',
  cron: '24 * * * *',
  data: Nothing,
  runs: 'write',
  handle: ({ db, clock }) => forgetTerms(db, clock.now()),
})
