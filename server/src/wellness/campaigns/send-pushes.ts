import { Type } from 'typebox'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { pushSender } from '../../platform/push/queue.ts'
import { forgetTokens } from '../devices/public.ts'
import { closeCampaign } from './completion.ts'
import { messagesOf } from './push-delivery.ts'
import { revivePushed, settlePushed } from './push-queries.ts'
import { lockCampaign, reopenCampaign } from './queries.ts'

/** Has messages sent that are due by then. */
export const queuePushes = (work: Work, campaignId: string, startAfter: Date): Promise<void> =>
  work.enqueue(sendPushes, { campaignId }, { startAfter })

/** The job: sends the push messages of a campaign that are due. */
export const sendPushes = pushSender({
  name: 'wellness.campaign-pushes',
  data: Type.Object({ campaignId: Id }),
  table: { name: 'wellness.push', batch: 'campaign_id', says: (status) => status.toUpperCase() },
  batchOf: ({ campaignId }) => campaignId,
  messages: messagesOf,
  forgetTokens,
  async settling(work, { campaignId }, settle) {
    await lockCampaign(work.db, campaignId)
    await settlePushed(work.db, campaignId, await settle(), work.clock.now())
    await closeCampaign(work, campaignId)
  },
  async reviving({ db, clock }, { campaignId }, ids) {
    await reopenCampaign(db, campaignId)
    await revivePushed(db, campaignId, ids, clock.now())
  },
})
