import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { Id } from '../../platform/operation/schema.ts'
import { followOffer } from './deadline.ts'
import { anyDue, selectDue } from './queries.ts'

const lookedAtOnce = 500

/** Writes down what the time of one offer has brought, and tells of it: a reminder, or its end. */
export const bringOfferOn = job({
  name: 'marketplace.offers.bring-on',
  data: Type.Object({ offerId: Id }),
  runs: 'write',
  handle: (work, { offerId }) => followOffer(work, offerId),
})

/** Looks for offers whose time has come. Each goes on by itself, so that none holds up another. */
export const followOffers = job({
  name: 'marketplace.offers.follow',
  due: anyDue,
  data: Nothing,
  runs: 'write',
  async handle({ db, clock, enqueue }) {
    for (const offerId of await selectDue(db, clock.now(), lookedAtOnce))
      await enqueue(bringOfferOn, { offerId }, { singletonKey: offerId })
  },
})
