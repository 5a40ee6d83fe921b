import { type Static, Type } from 'typebox'
import { onlyFor } from '../../platform/operation/field-access.ts'
import {
  Email,
  Id,
  Instant,
  Line,
  Nullable,
  OneOf,
  Shown,
  Text,
  Timestamp,
} from '../../platform/operation/schema.ts'
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
  return Text(1, 20, {
    pattern: `^(${anyCase.join('|')})$`,
    description: `${words.join(', ')}, in any case`,
    example: words[0] ?? '',
  })
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
    subject: Line(1, 150, {
      description: 'one line; {{name}} becomes the name',
      example: 'Breathe with us tonight',
    }),
    description: Text(1, 10_000, {
      description: '{{name}} becomes the name',
      example: 'Hello {{name}}, five minutes are enough.',
    }),
    recipientType: AnyCase(recipientTypes),
    recipientEmail: Type.Optional(
      Type.Array(Email, { maxItems: 1000, description: 'exactly these people; needed for CUSTOM' }),
    ),
    link: Type.Optional(
      Text(1, 500, {
        pattern: '^(https://[^\\s]+|[A-Za-z0-9][A-Za-z0-9_./-]*)$',
        description: 'a web address, or where the app goes on a tap, such as goals/today',
        example: 'goals/today',
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
    subject: Shown('Breathe with us tonight'),
    description: Shown('Hello {{name}}, five minutes are enough.'),
    recipientType: OneOf(recipientTypes),
    recipientEmail: Type.Array(Shown('ada@example.org')),
    isSuspectedRepeat: Type.Boolean({ description: 'the same was sent within the minute before' }),
    link: Nullable(Shown('/exercises/0197b3a1')),
    scheduledAt: Nullable(Timestamp),
    inUserTimeZone: Type.Boolean(),
    overrideQuietHours: Type.Boolean(),
    status: OneOf(statuses),
    counters: Type.Object({
      total: Type.Integer(),
      pending: Type.Integer({ description: 'not due yet, or on its way' }),
      deferred: Type.Integer({ description: 'waiting for the end of quiet hours' }),
      sent: Type.Integer(),
      failed: Type.Integer({
        description: 'refused by the mail server, or taken by no device of the person',
      }),
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
    address: Shown('ada@example.org'),
    channel: OneOf(channels),
    userId: Nullable(Id),
    status: OneOf(deliveryStatuses),
    mailId: Nullable({ ...Id, description: 'the mail, as the outbox and the Message-ID know it' }),
    reason: Nullable(
      Shown('The picture could not be read.', 'why the mail was refused, in the words of the mail server'),
    ),
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
  mailId: row.mail_id,
  reason: row.reason,
  dueAt: row.due_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
