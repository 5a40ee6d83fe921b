import { type Static, Type } from 'typebox'
import type { listSessions, Tokens } from '../../platform/identity/sessions.ts'
import {
  CalendarDate,
  Email,
  Id,
  Nullable,
  Point,
  Text,
  Timestamp,
  Verbatim,
} from '../../platform/operation/schema.ts'

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
