import type { Work } from '../../platform/operation/work.ts'
import { finishCampaign, isUnderWay, markSending } from './queries.ts'

/** Ends a campaign when nothing of it is left to do. */
export async function closeCampaign({ db, clock }: Work, campaignId: string): Promise<void> {
  if (await isUnderWay(db, campaignId)) await markSending(db, campaignId)
  else await finishCampaign(db, campaignId, clock.now())
}
