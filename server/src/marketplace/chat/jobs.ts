import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { roomCards } from './kept-cards.ts'
import { anyOutdated } from './queries.ts'

const refreshedAtOnce = 500

/** Makes the cards of chats anew that a change of a listing, or an upgrade, made out of date. */
export const refreshChats = job({
  name: 'marketplace.refresh-chats',
  due: anyOutdated,
  data: Nothing,
  runs: 'write',
  async handle({ db, enqueue }) {
    const count = await roomCards.refresh(db, refreshedAtOnce)
    if (count === refreshedAtOnce) await enqueue(refreshChats, {})
  },
})
