import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { quietUntil } from '../../platform/quiet-hours.ts'
import { type Notice, notify } from '../notifications/public.ts'
import { closeCampaign } from './completion.ts'
import { addressed } from './content.ts'
import { sendMails } from './mailing.ts'
import { planPushes, type Reach, reachOf } from './push-delivery.ts'
import {
  type CampaignContent,
  type Channel,
  type DueDelivery,
  freezeSegment,
  insertDeliveries,
  lockCampaign,
  moveSegment,
  type Recipient,
  type Settled,
  selectDue,
  selectNamed,
  selectNextDue,
  selectSegment,
  settleDeliveries,
} from './queries.ts'
import { queuePushes } from './send-pushes.ts'
import { firstMomentOf, momentIn } from './timing.ts'

export { sendPushes } from './send-pushes.ts'

const CampaignData = Type.Object({ campaignId: Id })

const batch = 200
const segmentBatch = 2000

/**
 * Freezes who gets a campaign. People who were named are written down at once, a segment by a job
 * that queues the delivering.
 * @returns whether the delivering can begin.
 */
export async function freezeRecipients(work: Work, campaign: CampaignContent): Promise<boolean> {
  const { id, recipientEmails } = campaign
  if (recipientEmails.length > 0) {
    await writeDown(work, campaign, await selectNamed(work.db, recipientEmails))
    return true
  }
  await freezeSegment(work.db, id, work.clock.now())
  await work.enqueue(writeDownRecipients, { campaignId: id })
  return false
}

/** Deliveries are due at once, or when the clock on somebody's wall shows the time. */
function writeDown({ db, clock }: Work, campaign: CampaignContent, recipients: Recipient[]): Promise<void> {
  const now = clock.now()
  const dueAt = ({ timezone }: Recipient) =>
    campaign.scheduledLocal === null || timezone === null ? now : momentIn(campaign.scheduledLocal, timezone)
  const due = recipients.map((recipient) => ({ ...recipient, due_at: dueAt(recipient) }))
  return insertDeliveries(db, campaign, due, now)
}

/** The job: writes down the next people of a segment. */
export const writeDownRecipients = job({
  name: 'wellness.campaign-recipients',
  data: CampaignData,
  runs: 'write',
  async handle(work, { campaignId }) {
    const campaign = await lockCampaign(work.db, campaignId)
    if (!campaign?.segment) return
    const people = await selectSegment(work.db, campaign.recipientType, campaign.segment, segmentBatch)
    const recipients = people.flatMap(({ address, ...person }) =>
      address === null ? [] : [{ ...person, address }],
    )
    await writeDown(work, campaign, recipients)
    const last = people.length < segmentBatch ? undefined : people.at(-1)
    await moveSegment(work.db, campaign.id, last?.user_id ?? null)
    if (last) await work.enqueue(writeDownRecipients, { campaignId: campaign.id })
    else await queueCampaign(work, campaign.id)
  },
})

/** When the first delivery of a campaign can be due. */
export const startOf = ({ scheduledAt, scheduledLocal }: CampaignContent): Date | null =>
  scheduledLocal === null ? scheduledAt : firstMomentOf(scheduledLocal)

export const deliverCampaignJob = job({
  name: 'wellness.campaign',
  data: CampaignData,
  runs: 'write',
  handle: (work, { campaignId }) => deliverCampaign(work, campaignId),
})

/** Has a campaign delivered, now or later. */
export const queueCampaign = (work: Work, campaignId: string, startAfter?: Date | null): Promise<void> =>
  work.enqueue(deliverCampaignJob, { campaignId }, startAfter ? { startAfter } : {})

/**
 * The job: delivers what is due of a campaign and queues itself while there is more. Deliveries
 * are settled in the transaction that queues their mail, so a repeat sends nothing twice.
 */
export async function deliverCampaign(work: Work, campaignId: string): Promise<void> {
  const campaign = await lockCampaign(work.db, campaignId)
  if (!campaign || campaign.segment) return
  if (campaign.status === 'SCHEDULED') {
    const start = startOf(campaign)
    if (start !== null && start > work.clock.now()) return queueCampaign(work, campaign.id, start)
    if (!(await freezeRecipients(work, campaign))) return
  }
  // Read after the recipients were written down, some of whom are due from then on.
  const now = work.clock.now()
  const due = await selectDue(work.db, campaign, batch, now)
  const reach = await reachOf(work, campaign, due)
  const settled = due.map((delivery) => ({ ...delivery, ...settle(delivery, campaign, reach, now) }))
  const mails = await sendMails(work, campaign, settled.filter(goesBy('EMAIL')))
  await settleDeliveries(
    work.db,
    campaign.id,
    settled.map((delivery) => ({ ...delivery, ...mails.get(delivery) })),
    now,
  )
  await sendNotices(work, campaign, settled.filter(goesBy('IN_APP')))
  const pushed = settled.filter(goesBy('PUSH'))
  await planPushes(work, campaign.id, pushed, reach)
  if (pushed.length > 0) await queuePushes(work, campaign.id, now)
  const next = await selectNextDue(work.db, campaign.id)
  if (next) await queueCampaign(work, campaign.id, next > now ? next : null)
  await closeCampaign(work, campaign.id)
}

/** What becomes of a delivery that is due. */
function settle(delivery: DueDelivery, campaign: CampaignContent, reach: Reach, now: Date): Settled {
  if (delivery.user_id === null) return { status: 'SKIPPED_UNKNOWN' }
  if (!delivery.is_wanted) return { status: 'SKIPPED_UNSUBSCRIBED' }
  const isPush = delivery.channel === 'PUSH'
  if (isPush && !reach.devices.has(delivery.user_id)) return { status: 'SKIPPED_NO_DEVICE' }
  if (isPush && !reach.served.has(delivery.user_id)) return { status: 'SKIPPED_NOT_CONFIGURED' }
  const quietEnd =
    delivery.has_quiet_hours && !campaign.overridesQuietHours
      ? quietUntil(now, {
          timezone: delivery.timezone,
          startMinutes: delivery.quiet_start_minutes,
          endMinutes: delivery.quiet_end_minutes,
        })
      : undefined
  if (quietEnd) return { status: 'DEFERRED_QUIET', dueAt: quietEnd }
  // Mails and push messages are sent by jobs that find out what becomes of them.
  return { status: delivery.channel === 'IN_APP' ? 'SENT' : 'SENDING' }
}

const goesBy =
  (channel: Channel) =>
  (delivery: DueDelivery & Settled): boolean =>
    delivery.channel === channel && (delivery.status === 'SENDING' || delivery.status === 'SENT')

async function sendNotices(
  work: Work,
  { id, subject, description, link }: CampaignContent,
  deliveries: readonly DueDelivery[],
): Promise<void> {
  const notices = deliveries.flatMap(({ user_id: userId, name }): Notice[] =>
    userId === null
      ? []
      : [
          {
            userId,
            category: 'CAMPAIGN',
            title: addressed(subject, name),
            message: addressed(description, name),
            sourceEvent: `campaign:${id}`,
            ...(link === null ? {} : { link }),
          },
        ],
  )
  await notify(work, notices)
}
