import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { refreshComparablesOf } from './comparables.ts'
import { listingCards } from './kept-cards.ts'

const cardsAtOnce = 1000
const categoriesAtOnce = 50

/** Makes cards of listings anew that are out of date; the last of a batch queues the next. */
export const refreshCards = job({
  name: 'marketplace.refresh-cards',
  cron: '* * * * *',
  data: Nothing,
  runs: 'write',
  async handle({ db, enqueue }) {
    if ((await listingCards.refresh(db, cardsAtOnce)) === cardsAtOnce) await enqueue(refreshCards, {})
  },
})

/** Finds anew what is comparable in categories where something changed, some at a time. */
export const refreshComparables = job({
  name: 'marketplace.refresh-comparables',
  cron: '* * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    if ((await refreshComparablesOf(work, categoriesAtOnce)) === categoriesAtOnce)
      await work.enqueue(refreshComparables, {})
  },
})
