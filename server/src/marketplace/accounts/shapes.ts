import { type Static, Type } from 'typebox'
import { DeviceSecret } from '../../platform/identity/known-devices.ts'
import type { listSessions, SignedIn, Tokens } from '../../platform/identity/sessions.ts'
import {
  DateOfBirth,
  Email,
  Id,
  Line,
  Nullable,
  Point,
  Shown,
  Text,
  Timestamp,
  Verbatim,
} from '../../platform/operation/schema.ts'

/** One signed-in device of the caller. */
export const SessionRecord = Type.Object(
  {
    _id: Id,
    device_id: Nullable(Shown('phone-7f3a')),
    device_label: Nullable(Shown('Firefox on Android', 'what the device said of itself')),
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

/** Where somebody is, in words. */
export const Address = Type.Object({
  place: Type.Optional(Text(0, 120, { example: 'Old Town' })),
  zip_code: Type.Optional(Text(0, 16, { example: '10115' })),
})

/** In which somebody wants to be spoken with. */
export const LanguageTag = Text(2, 35, {
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
  description: 'such as en or pt-BR',
  example: 'en',
})

/** What the owner may change; what is absent stays. */
export const UserUpdate = Type.Object(
  {
    name: Type.Optional(Line(1, 80, { example: 'Ada Lovelace' })),
    bio: Type.Optional(Nullable(Text(0, 500, { example: 'Mends bicycles.' }))),
    profile_photo_url: Type.Optional(
      Nullable(
        Text(0, 2000, {
          description: 'the public address of an own upload; null or empty removes it',
          example: 'https://plaza.example/files/0197b3a1-9c40/640.webp',
        }),
      ),
    ),
    location: Type.Optional(Point),
    address: Type.Optional(Address),
    birthday: Type.Optional(DateOfBirth),
    timezone: Type.Optional(Text(1, 64, { example: 'Europe/Berlin' })),
    language: Type.Optional(LanguageTag),
    currency: Type.Optional(
      Nullable(
        Text(3, 3, {
          pattern: '^[A-Z]{3}$',
          description:
            'ISO 4217, for what you sell and buy from now on; null: that of the country where you are',
          example: 'EUR',
        }),
      ),
    ),
    privacy: Type.Optional(
      Type.Object({
        show_online: Type.Optional(Type.Boolean()),
        discoverable: Type.Optional(Type.Boolean()),
        found_by_contacts: Type.Optional(
          Type.Boolean({ description: 'by members who have your e-mail address, once it is verified' }),
        ),
        show_distance: Type.Optional(Type.Boolean()),
        tell_birthday: Type.Optional(Type.Boolean({ description: 'to those who follow you, on the day' })),
      }),
    ),
    email: Type.Optional(Email),
  },
  { title: 'UserUpdate' },
)

/** A code of a mail. */
export const Code = Verbatim(6, 6, {
  pattern: '^\\d{6}$',
  description: 'the six digits of the mail',
  example: '482913',
})

/** What a device gets at a sign-in, besides the tokens. */
export const deviceFields = { device_secret: DeviceSecret }

export const tokenFields = {
  access_token: Shown('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTk3In0.c2lnbmF0dXJl'),
  refresh_token: Shown('fEPl1sG0c8vXk2mWq9'),
  token_type: Shown('Bearer'),
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

export const presentSignIn = (signedIn: SignedIn) => ({
  ...presentTokens(signedIn),
  device_secret: signedIn.deviceSecret,
})
