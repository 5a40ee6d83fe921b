import type { mailRevived, mailSettled } from '../../platform/mail/announcements.ts'
import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import { textsIn } from '../texts.ts'
import { closeCampaign } from './completion.ts'
import { addressed } from './content.ts'
import { reviveMailDelivery, selectCampaignOfMail, settleMailDelivery } from './mail-queries.ts'
import { type CampaignContent, type DueDelivery, lockCampaign, reopenCampaign } from './queries.ts'
import { unsubscribeUrl } from './unsubscribing.ts'

/** Queues the mails of some deliveries. @returns the mail of each. */
export async function sendMails<Delivery extends DueDelivery>(
  work: Work,
  { subject, description, link }: CampaignContent,
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<Delivery, { mailId: string }>> {
  const mails = new Map<Delivery, { mailId: string }>()
  const address = link?.startsWith('https:') ? `\n\n${link}` : ''
  for (const delivery of deliveries) {
    const { email: to, name, language } = delivery
    if (to === null) throw new Error('an active user has no address')
    const stop = unsubscribeUrl(work, to)
    const text = `${addressed(description, name)}${address}\n\n${textsIn(language).campaign.footer}\n${stop}\n`
    const mail = { to, subject: addressed(subject, name), text, isBulk: true, unsubscribeUrl: stop } as const
    mails.set(delivery, { mailId: await work.mail(mail) })
  }
  return mails
}

/** What became of a mail is what became of its delivery, and perhaps the end of its campaign. */
export async function settleMailed(
  work: Work,
  { mailId, isSent, reason }: Announced<(typeof mailSettled)['data']>,
): Promise<void> {
  const campaignId = await selectCampaignOfMail(work.db, mailId)
  if (campaignId === undefined || !(await lockCampaign(work.db, campaignId))) return
  const outcome = { status: isSent ? 'SENT' : 'FAILED', reason } as const
  await settleMailDelivery(work.db, mailId, outcome, work.clock.now())
  await closeCampaign(work, campaignId)
}

/** A mail that waits again makes its delivery wait again, and its campaign. */
export async function reopenMailed(
  { db, clock }: Work,
  { mailId }: Announced<(typeof mailRevived)['data']>,
): Promise<void> {
  const campaignId = await selectCampaignOfMail(db, mailId)
  if (campaignId === undefined) return
  await reopenCampaign(db, campaignId)
  await reviveMailDelivery(db, mailId, clock.now())
}
