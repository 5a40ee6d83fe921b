import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { closeCampaign } from './closing.ts'
import { failPushes, selectMessages, takePushes } from './push-queries.ts'
import { sendAll, settlePushes } from './pushing.ts'
import { lockCampaign } from './queries.ts'

/** Has messages sent that are due by then. */
export const queuePushes = (work: Work, campaignId: string, startAfter: Date): Promise<void> =>
  work.enqueue(sendPushes, { campaignId }, { startAfter })

/**
 * The job: sends the push messages of a campaign that are due, and queues itself while there are more.
 * They are taken in one transaction and settled in another; in between no connection waits for a push
 * service. A repeat after a crash knows what was taken and, once that was kept, what became of it. What
 * it may send again has the same id, so that a phone shows it once.
 */
export const sendPushes = job({
  name: 'wellness.campaign-pushes',
  data: Type.Object({ campaignId: Id }),
  runs: 'steps',
  async handle({ read, step, outside }, { campaignId }) {
    const taken = await step('take', ({ db, clock }) => takePushes(db, campaignId, clock.now()))
    if (taken.length === 0) return
    const messages = await read(({ db }) => selectMessages(db, taken))
    const outcomes = await outside('send', { call: (providers) => sendAll(providers, messages) })
    await step('settle', async (work) => {
      const next = await settlePushes(work, campaignId, taken, outcomes)
      if (next) await queuePushes(work, campaignId, next)
      await closeCampaign(work, campaignId)
    })
  },
  async onLastFailure(work, { campaignId }, reason) {
    await lockCampaign(work.db, campaignId)
    await failPushes(work.db, campaignId, reason, work.clock.now())
    await closeCampaign(work, campaignId)
  },
})
