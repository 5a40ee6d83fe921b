import { endSessions } from '../../platform/identity/sessions.ts'
import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { deleteGuests } from '../users/public.ts'
import { guestLeft } from './announcements.ts'
import { takeIdleGuests } from './guest-queries.ts'
import { guestIdleMs } from './guests.ts'

const guestsAtOnce = 100

/** Removes guests whom nobody was for 30 days, with all that was theirs, some at a time. */
export const removeIdleGuests = job({
  name: 'marketplace.guests.remove',
  cron: '23 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const { db, clock, enqueue } = work
    const due = { now: clock.now(), idleMs: guestIdleMs, limit: guestsAtOnce }
    const { idle, mayHaveMore } = await takeIdleGuests(db, due)
    for (const id of idle) {
      await work.announce(guestLeft, { userId: id })
      await endSessions(work, { realm: 'marketplace', id })
    }
    await deleteGuests(db, idle)
    if (mayHaveMore) await enqueue(removeIdleGuests, {})
  },
})
