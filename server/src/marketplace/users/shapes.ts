import { type Static, Type } from 'typebox'
import type { listSessions, Tokens } from '../../platform/identity/sessions.ts'
import {
  CalendarDate,
  Email,
  Id,
  Nullable,
  OneOf,
  Point,
  Text,
  Timestamp,
  Verbatim,
} from '../../platform/operation/schema.ts'
import type { UserRow } from './queries.ts'

const Badges = Type.Array(OneOf(['verified']), { description: 'what the person is known for' })

const badgesOf = (row: Pick<UserRow, 'is_verified'>): Static<typeof Badges> =>
  row.is_verified ? ['verified'] : []

/** The full record, for its owner only. */
export const OwnUser = Type.Object(
  {
    _id: Id,
    __v: Type.Integer(),
    name: Type.String(),
    email: Nullable(Type.String()),
    pending_email: Nullable(Type.String()),
    is_verified: Type.Boolean(),
    badges: Badges,
    kind: Type.String(),
    role: Type.String(),
    bio: Nullable(Type.String()),
    profile_photo_url: Nullable(Type.String()),
    location: Type.Object({
      type: Type.String(),
      coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
    }),
    address: Type.Object({ place: Type.String(), zip_code: Type.String() }),
    birthday: Nullable(CalendarDate),
    timezone: Type.String(),
    language: Type.String(),
    currency: Type.String(),
    privacy: Type.Object({
      show_online: Type.Boolean(),
      discoverable: Type.Boolean(),
      show_distance: Type.Boolean(),
    }),
    trust_level: Type.Integer(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'OwnUser' },
)

export function presentOwnUser(row: UserRow): Static<typeof OwnUser> {
  return {
    _id: row.id,
    __v: row.version,
    name: row.name,
    email: row.email,
    pending_email: row.pending_email,
    is_verified: row.is_verified,
    badges: badgesOf(row),
    kind: row.kind,
    role: row.role,
    bio: row.bio,
    profile_photo_url: row.profile_photo_url,
    location: { type: 'Point', coordinates: [row.longitude, row.latitude] },
    address: { place: row.place, zip_code: row.zip_code },
    birthday: row.birthday,
    timezone: row.timezone,
    language: row.language,
    currency: row.currency,
    privacy: {
      show_online: row.shows_online,
      discoverable: row.is_discoverable,
      show_distance: row.shows_distance,
    },
    trust_level: row.trust_level,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** The full record with what the owner has. */
export const Profile = Type.Object(
  {
    ...OwnUser.properties,
    counts: Type.Object({
      listings_active: Type.Integer(),
      listings_sold: Type.Integer(),
      favourites: Type.Integer(),
      unread_notifications: Type.Integer(),
    }),
  },
  { title: 'Profile' },
)

/** One signed-in device of the caller. */
export const SessionRecord = Type.Object(
  {
    _id: Id,
    device_id: Nullable(Type.String()),
    device_label: Nullable(Type.String({ description: 'what the device said of itself' })),
    is_current: Type.Boolean({ description: 'the session that asks' }),
    createdAt: Timestamp,
    last_used_at: Timestamp,
  },
  { title: 'SessionRecord' },
)

type SessionRow = Awaited<ReturnType<typeof listSessions>>[number]

export const presentSession = (row: SessionRow, currentId: string): Static<typeof SessionRecord> => ({
  _id: row.id,
  device_id: row.device_id,
  device_label: row.device_label,
  is_current: row.id === currentId,
  createdAt: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
})

/** What the owner may change; what is absent stays. */
export const UserUpdate = Type.Object(
  {
    name: Type.Optional(Text(1, 80)),
    bio: Type.Optional(Nullable(Text(0, 500))),
    profile_photo_url: Type.Optional(
      Nullable(
        Text(0, 2000, { description: 'the public address of an own upload; null or empty removes it' }),
      ),
    ),
    location: Type.Optional(Point),
    address: Type.Optional(
      Type.Object({ place: Type.Optional(Text(0, 120)), zip_code: Type.Optional(Text(0, 16)) }),
    ),
    birthday: Type.Optional(CalendarDate),
    timezone: Type.Optional(Text(1, 64)),
    language: Type.Optional(
      Text(2, 35, { pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$', description: 'such as en or pt-BR' }),
    ),
    privacy: Type.Optional(
      Type.Object({
        show_online: Type.Optional(Type.Boolean()),
        discoverable: Type.Optional(Type.Boolean()),
        show_distance: Type.Optional(Type.Boolean()),
      }),
    ),
    email: Type.Optional(Email),
  },
  { title: 'UserUpdate' },
)

/** A code of a mail. */
export const Code = Verbatim(6, 6, { pattern: '^\\d{6}$', description: 'the six digits of the mail' })

export const tokenFields = {
  access_token: Type.String(),
  refresh_token: Type.String(),
  token_type: Type.String(),
  expires_in: Type.Integer({ description: 'seconds until the access token expires' }),
}

export const presentTokens = ({
  accessToken,
  refreshToken,
  expiresIn,
}: Pick<Tokens, 'accessToken' | 'refreshToken' | 'expiresIn'>) => ({
  access_token: accessToken,
  refresh_token: refreshToken,
  token_type: 'Bearer',
  expires_in: expiresIn,
})

/** What everybody may know of a person. Never the address, the exact place or the e-mail. */
export const PublicUser = Type.Object(
  {
    _id: Id,
    name: Type.String(),
    profile_photo_url: Nullable(Type.String()),
    badges: Badges,
    member_since: Timestamp,
  },
  { title: 'PublicUser' },
)

export const presentPublicUser = (
  row: Pick<UserRow, 'id' | 'name' | 'profile_photo_url' | 'is_verified' | 'created_at'>,
): Static<typeof PublicUser> => ({
  _id: row.id,
  name: row.name,
  profile_photo_url: row.profile_photo_url,
  badges: badgesOf(row),
  member_since: row.created_at.toISOString(),
})
