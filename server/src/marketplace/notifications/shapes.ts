import { type Static, Type } from 'typebox'
import { Id, Nullable, Shown, Text, Timestamp } from '../../platform/operation/schema.ts'
import type { NotificationRow } from './inbox-queries.ts'

export const categories = [
  'new_listing',
  'price_drop',
  'back_available',
  'sale',
  'favourite',
  'follow',
  'reaction',
  'comment',
  'reply',
  'message',
  'offer',
  'order',
  'payment',
  'payout',
  'package',
  'subscription',
  'trial',
  'town_hall',
  'birthday',
  'system',
  'tutorial',
  'breaking_news',
  'integration',
  'security',
  'content_violation',
  'moderation',
] as const
export type Category = (typeof categories)[number]

/** Whom a broadcast is for; somebody who becomes one of them finds it, too. */
export const audiences = ['everyone', 'verified', 'unverified', 'staff'] as const
export type Audience = (typeof audiences)[number]

const Action = Type.Object(
  {
    label: Shown('Show it'),
    actionType: Shown('navigate'),
    payload: Type.Unsafe<{ screen: string; [key: string]: unknown }>({
      type: 'object',
      required: ['screen'],
      properties: { screen: { type: 'string', examples: ['/post/0197b3a1'] } },
      additionalProperties: true,
    }),
  },
  { title: 'NotificationAction' },
)

/** The record of the interface specification, section 2.1; `group_count` and `actors` are added. */
export const NotificationRecord = Type.Object(
  {
    _id: Id,
    reference: Type.Object({ model: Shown('post'), id: Shown('0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01') }),
    recipient: Id,
    actor: Shown('0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01', 'empty for notices of the service itself'),
    userName: Shown('Ada Lovelace'),
    title: Shown('Price lowered'),
    message: Shown('The seller lowered the price.'),
    postImage: Shown('https://plaza.example/files/0197b3a1-9c40/640.webp'),
    category: Shown('favourite', 'one of those that the list takes as a filter; more may come'),
    iconUrl: Shown(''),
    imageUrl: Shown(''),
    action: Nullable(Action),
    isRead: Type.Boolean(),
    readAt: Nullable(Timestamp),
    isDismissed: Type.Boolean(),
    dismissedAt: Nullable(Timestamp),
    expiresAt: Nullable(Timestamp),
    __v: Type.Integer(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    group_count: Type.Integer({ description: 'how many people caused it' }),
    actors: Type.Array(
      Type.Object({
        _id: Id,
        name: Shown('Ada Lovelace'),
        profile_photo_url: Nullable(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp')),
      }),
      { maxItems: 3, description: 'the newest of them' },
    ),
  },
  { title: 'NotificationRecord' },
)

const serviceName = 'Plaza'

export function presentNotification(row: NotificationRow): Static<typeof NotificationRecord> {
  const [newest] = row.actors
  return {
    _id: row.id,
    reference: { model: row.reference_model, id: row.reference_id },
    recipient: row.recipient_id,
    actor: newest?.id ?? '',
    userName: newest?.name ?? serviceName,
    ...headingOf(row),
    postImage: row.post_image,
    category: row.category,
    iconUrl: row.icon_url,
    imageUrl: row.image_url,
    action: row.action,
    isRead: row.is_read,
    readAt: row.read_at?.toISOString() ?? null,
    isDismissed: row.is_dismissed,
    dismissedAt: row.dismissed_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    __v: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    group_count: row.actor_count,
    actors: row.actors.map(({ id, ...actor }) => ({ _id: id, ...actor })),
  }
}

/** What a notice says: of several people how many they are, and the newest that one of them said. */
export const headingOf = ({ title, title_of_many, actor_count, said, message }: NotificationRow) => ({
  title:
    title_of_many !== null && actor_count > 1 ? title_of_many.replace('{n}', String(actor_count)) : title,
  message: said ?? message,
})

const EmptyOrHttps = Type.String({
  maxLength: 2000,
  // A server without a certificate gives its own pictures plain addresses.
  pattern: '^(|https://\\S+|http://\\S+/media/[0-9a-f-]{36}/\\d{1,5}\\.webp)$',
  description: 'empty, an https address, or one of a picture that was uploaded here',
  examples: [''],
})

/** Notice content as the interface specification gives it, section 4.5. */
export const NoticeContent = Type.Object(
  {
    title: Text(1, 120, { example: 'Price lowered' }),
    message: Text(1, 2000, { example: 'The seller lowered the price.' }),
    iconUrl: Type.Optional(EmptyOrHttps),
    imageUrl: Type.Optional(EmptyOrHttps),
    action: Type.Optional(
      Type.Object({
        label: Text(1, 40, { example: 'Show it' }),
        actionType: Text(1, 64, {
          description: 'known to the apps: navigate, open_url, none',
          example: 'navigate',
        }),
        payload: Type.Object({ screen: Text(1, 200, { example: '/post/0197b3a1' }) }),
      }),
    ),
  },
  { title: 'NoticeContent' },
)
