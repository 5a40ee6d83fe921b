import type { Static } from 'typebox'
import { days } from '../../platform/clock.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { reply } from '../../platform/operation/reply.ts'
import { contentAdministrator } from '../access.ts'
import { freezeRecipients, queueCampaign, startOf } from './jobs.ts'
import { recipientRequired } from './problems.ts'
import { type CampaignContent, insertCampaign } from './queries.ts'
import { NotificationContent, recipientTypes, types, wordOf } from './shapes.ts'
import { localPartOf } from './timing.ts'

export const adminCreateNotification = operation({
  key: 'A45',
  source:
    'method, path, fields and the empty 201 shown in the specification, 4.1; values, bounds and recipients chosen here',
  method: 'POST',
  path: '/admin/notification',
  summary: 'Send a notification to named people or to a segment, now or later',
  access: contentAdministrator,
  body: NotificationContent,
  replies: {
    201: {
      empty: true,
      description: 'Accepted; Location tells where to watch it being delivered.',
      headers: { Location: 'of the campaign' },
    },
  },
  problems: [recipientRequired],
  bodyLimitBytes: 1024 * 1024,

  async handle({ body, caller, ...work }) {
    const now = work.clock.now()
    const campaign = campaignOf(body, now)
    const status = campaign.scheduledAt ? 'SCHEDULED' : 'QUEUED'
    await insertCampaign(work.db, { ...campaign, adminId: caller.id, status }, now)
    if (status === 'SCHEDULED' || (await freezeRecipients(work, campaign)))
      await queueCampaign(work, campaign.id, startOf(campaign))
    work.audit(`campaign/${campaign.id}`)
    const Location = `/wellness-app/api/v1/admin/notification/${campaign.id}`
    return reply({ status: 201, headers: { Location } })
  },
})

type Content = Static<typeof NotificationContent>

/** @throws RECIPIENT_REQUIRED or VALIDATION_FAILED */
function campaignOf(body: Content, now: Date): CampaignContent {
  const recipientType = wordOf(recipientTypes, body.recipientType)
  const recipientEmails = [...new Set((body.recipientEmail ?? []).map(canonicalEmail))]
  if (recipientType === 'CUSTOM' && recipientEmails.length === 0) throw recipientRequired()
  return {
    id: newId(),
    type: wordOf(types, body.notificationType),
    subject: body.subject,
    description: body.description,
    recipientType,
    recipientEmails,
    link: body.link ?? null,
    overridesQuietHours: body.overrideQuietHours ?? false,
    ...scheduleOf(body, now),
  }
}

const farthest = days(365)

/** @throws VALIDATION_FAILED when the time has passed or is more than a year ahead. */
function scheduleOf({ scheduledAt: text, inUserTimeZone }: Content, now: Date) {
  if (text === undefined) {
    if (inUserTimeZone) throw invalidField('body.scheduledAt', 'required', 'is required with inUserTimeZone')
    return { scheduledAt: null, scheduledLocal: null }
  }
  const scheduledAt = new Date(text)
  if (scheduledAt <= now || scheduledAt.getTime() > now.getTime() + farthest)
    throw invalidField('body.scheduledAt', 'range', 'must lie within the year ahead')
  return { scheduledAt, scheduledLocal: inUserTimeZone ? localPartOf(text) : null }
}
