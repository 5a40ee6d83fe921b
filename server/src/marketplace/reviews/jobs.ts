import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { takeReminders } from './deal-queries.ts'
import { remindOfDeals, tellOfOpened } from './notice.ts'
import { anyToOpen, countOpened } from './queries.ts'

const most = 500

/** Adds reviews that came out by the clock to the sums, and tells both people once; they are to be seen without it. */
export const openReviews = job({
  name: 'marketplace.open-reviews',
  due: anyToOpen,
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const { counted, rows } = await countOpened(work.db, work.clock.now(), most)
    await tellOfOpened(work, rows)
    if (counted === most) await work.enqueue(openReviews, {})
  },
})

/** Reminds people of deals that they have not reviewed, once, while there is time to. */
export const remindOfReviews = job({
  name: 'marketplace.remind-of-reviews',
  cron: '*/10 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const { taken, rows } = await takeReminders(work.db, work.clock.now(), most)
    await remindOfDeals(work, rows)
    if (taken === most) await work.enqueue(remindOfReviews, {})
  },
})
