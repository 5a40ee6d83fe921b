import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { proofFields } from './proof.ts'
import type { ExportRow } from './queries.ts'

/** How somebody leaves. */
export const LeavingWish = Type.Object({
  content: Type.Optional({
    ...OneOf(['delete', 'anonymise']),
    default: 'delete',
    description: 'what becomes of your listings and comments: they go as well, or stay without a name',
  }),
  preview: Type.Optional(
    Type.Boolean({ default: false, description: 'only says what would happen; needs no password' }),
  ),
  ...proofFields,
})

export const shownKinds = [
  'listings',
  'comments',
  'chats',
  'saved_listings',
  'follows',
  'notices',
  'purchases',
  'pictures',
] as const

/** What leaving does. */
export const Departure = Type.Object(
  {
    preview: Type.Boolean({ description: 'nothing was done' }),
    content: OneOf(['delete', 'anonymise']),
    restorable_until: { ...Timestamp, description: 'until then signing in brings everything back' },
    effects: Type.Array(
      Type.Object({
        what: OneOf(shownKinds),
        count: Type.Integer({ description: '10000 means that there may be more' }),
        becomes: {
          ...OneOf(['deleted', 'anonymous', 'kept_by_others']),
          description: 'once that time is over; until then all of it is hidden',
        },
      }),
    ),
  },
  { title: 'Departure' },
)

/** A copy of everything that is kept of somebody. */
export const PersonalExport = Type.Object(
  {
    _id: Id,
    status: OneOf(['preparing', 'ready', 'failed']),
    url: Nullable(
      Shown('https://plaza.example/files/exports/0197b3a1-9c40.json'),
      'signed, for whoever has it, for an hour; null until it is ready, and to who signed in more than five minutes ago',
    ),
    size_bytes: Nullable(Type.Integer()),
    createdAt: Timestamp,
    expires_at: Nullable(Timestamp, 'null until it is ready'),
  },
  { title: 'PersonalExport' },
)

export const presentExport = (row: ExportRow, url: string | null): Static<typeof PersonalExport> => ({
  _id: row.id,
  status: row.status,
  url,
  size_bytes: row.size_bytes,
  createdAt: row.created_at.toISOString(),
  expires_at: row.status === 'ready' ? row.ends_at.toISOString() : null,
})
