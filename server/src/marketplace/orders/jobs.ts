import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { Id } from '../../platform/operation/schema.ts'
import { bringOn } from './deadline.ts'
import { tellPurchase } from './purchase-notices.ts'
import { anyDue, selectDue } from './queries.ts'

const lookedAtOnce = 500

/** Does what the time of one order has brought: a reminder, or its end. */
export const bringOrderOn = job({
  name: 'marketplace.orders.bring-on',
  data: Type.Object({ orderId: Id }),
  runs: 'write',
  handle: (work, { orderId }) => bringOn(work, orderId),
})

/** Tells others that something was bought: nobody who buys waits for it. */
export const tellOfPurchase = job({
  name: 'marketplace.orders.tell-of-purchase',
  data: Type.Object({ orderId: Id }),
  runs: 'write',
  handle: (work, { orderId }) => tellPurchase(work, orderId),
})

/** Looks for orders whose time has come. Each goes on by itself, so that none holds up another. */
export const followOrders = job({
  name: 'marketplace.orders.follow',
  due: anyDue,
  data: Nothing,
  runs: 'write',
  async handle({ db, clock, enqueue }) {
    for (const orderId of await selectDue(db, clock.now(), lookedAtOnce))
      await enqueue(bringOrderOn, { orderId }, { singletonKey: orderId })
  },
})
