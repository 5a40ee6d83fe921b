import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { anyDue, selectDue } from './queries.ts'
import { settleBoosts } from './settling.ts'

const atOnce = 100

/** Starts, pauses and ends boosts by the clock, and where nobody announced that their listing stands otherwise. */
export const followBoosts = job({
  name: 'marketplace.follow-boosts',
  due: anyDue,
  data: Nothing,
  runs: 'write',
  atOnce: 1,
  async handle(work) {
    const due = await selectDue(work.db, work.clock.now(), atOnce)
    for (const postId of due) await settleBoosts(work, { postId })
    if (due.length === atOnce) await work.enqueue(followBoosts, {})
  },
})
