import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { dropEndedTokens } from './queries.ts'

const atOnce = 5000

/** Forgets where messages go of sessions that ran out; those that are ended take theirs along. */
export const sweepPushTokens = job({
  name: 'wellness.devices.sweep',
  cron: '13 4 * * *',
  data: Nothing,
  runs: 'write',
  async handle({ db, clock, enqueue }) {
    if ((await dropEndedTokens(db, clock.now(), atOnce)) === atOnce) await enqueue(sweepPushTokens, {})
  },
})
