import { type Static, Type } from 'typebox'
import { onlyFor } from '../../platform/operation/field-access.ts'
import { Email, Id, Instant, Nullable, OneOf, Text, Timestamp } from '../../platform/operation/schema.ts'
import { superAdministrator } from '../access.ts'
import type { CampaignRow, CampaignStatus, Channel, DeliveryRow, DeliveryStatus } from './queries.ts'

export const types = ['EMAIL', 'PUSH', 'IN_APP', 'ALL'] as const
const channels = ['EMAIL', 'PUSH', 'IN_APP'] as const satisfies readonly Channel[]
export const recipientTypes = [
  'ALL',
  'ANDROID',
  'IOS',
  'WEB',
  'CUSTOM',
  'SUBSCRIBED',
  'FREE',
  'INACTIVE',
] as const
export const statuses = [
  'SCHEDULED',
  'QUEUED',
  'SENDING',
  'SENT',
  'PARTIAL',
  'FAILED',
] as const satisfies readonly CampaignStatus[]
export const deliveryStatuses = [
  'PENDING',
  'DEFERRED_QUIET',
  'SENDING',
  'SENT',
  'FAILED',
  'SKIPPED_UNKNOWN',
  'SKIPPED_UNSUBSCRIBED',
  'SKIPPED_NO_DEVICE',
  'SKIPPED_NOT_CONFIGURED',
] as const satisfies readonly DeliveryStatus[]

/** One of the words in any case; read it with `wordOf`. */
const AnyCase = (words: readonly string[]) => {
  const anyCase = words.map((word) =>
    word.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`),
  )
  return Text(1, 20, { pattern: `^(${anyCase.join('|')})$`, description: `${words.join(', ')}, in any case` })
}

/** The word of a list that a text of any case stands for, once the schema let it in. */
export function wordOf<T extends string>(words: readonly T[], text: string): T {
  const word = words.find((each) => each === text.toUpperCase())
  if (word === undefined) throw new Error(`${text} passed a schema that does not know it`)
  return word
}

export const NotificationContent = Type.Object(
  {
    notificationType: AnyCase(types),
    subject: Text(1, 150, { pattern: '^[^\\r\\n]*$', description: 'one line; {{name}} becomes the name' }),
    description: Text(1, 10_000, { description: '{{name}} becomes the name' }),
    recipientType: AnyCase(recipientTypes),
    recipientEmail: Type.Optional(
      Type.Array(Email, { maxItems: 1000, description: 'exactly these people; needed for CUSTOM' }),
    ),
    link: Type.Optional(
      Text(1, 500, {
        pattern: '^(https://[^\\s]+|[A-Za-z0-9][A-Za-z0-9_./-]*)$',
        description: 'a web address, or where the app goes on a tap, such as goals/today',
      }),
    ),
    scheduledAt: Type.Optional({ ...Instant, description: 'at most a year ahead; at once when left out' }),
    inUserTimeZone: Type.Optional(
      Type.Boolean({ description: 'everybody gets it when their own clock shows the time of scheduledAt' }),
    ),
    overrideQuietHours: Type.Optional(
      onlyFor(superAdministrator, Type.Boolean({ description: 'for the SUPER role' })),
    ),
  },
  { title: 'CreateNotificationDto' },
)

export const Campaign = Type.Object(
  {
    id: Id,
    notificationType: OneOf(types),
    subject: Type.String(),
    description: Type.String(),
    recipientType: OneOf(recipientTypes),
    recipientEmail: Type.Array(Type.String()),
    isSuspectedRepeat: Type.Boolean({ description: 'the same was sent within the minute before' }),
    link: Nullable(Type.String()),
    scheduledAt: Nullable(Timestamp),
    inUserTimeZone: Type.Boolean(),
    overrideQuietHours: Type.Boolean(),
    status: OneOf(statuses),
    counters: Type.Object({
      total: Type.Integer(),
      pending: Type.Integer({ description: 'not due yet, or on its way' }),
      deferred: Type.Integer({ description: 'waiting for the end of quiet hours' }),
      sent: Type.Integer(),
      failed: Type.Integer({ description: 'no device of the person took it' }),
      skipped: Type.Integer(),
    }),
    createdBy: Id,
    createdAt: Timestamp,
    finishedAt: Nullable(Timestamp),
  },
  { title: 'Campaign' },
)

export const Delivery = Type.Object(
  {
    address: Type.String(),
    channel: OneOf(channels),
    userId: Nullable(Id),
    status: OneOf(deliveryStatuses),
    dueAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Delivery' },
)

export function presentCampaign(row: CampaignRow): Static<typeof Campaign> {
  return {
    id: row.id,
    notificationType: row.type,
    subject: row.subject,
    description: row.description,
    recipientType: row.recipient_type,
    recipientEmail: row.recipient_emails,
    isSuspectedRepeat: row.is_suspected_repeat,
    link: row.link,
    scheduledAt: row.scheduled_at?.toISOString() ?? null,
    inUserTimeZone: row.scheduled_local !== null,
    overrideQuietHours: row.overrides_quiet_hours,
    status: row.status,
    counters: {
      total: row.total,
      pending: row.pending,
      deferred: row.deferred,
      sent: row.sent,
      failed: row.failed,
      skipped: row.skipped,
    },
    createdBy: row.admin_id,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

export const presentDelivery = (row: DeliveryRow): Static<typeof Delivery> => ({
  address: row.address,
  channel: row.channel,
  userId: row.user_id,
  status: row.status,
  dueAt: row.due_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
