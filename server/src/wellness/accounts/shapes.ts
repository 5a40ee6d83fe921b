import { type Static, Type } from 'typebox'
import { DeviceSecret } from '../../platform/identity/known-devices.ts'
import type { SignedIn, Tokens } from '../../platform/identity/sessions.ts'
import { timeZoneOf } from '../../platform/operation/instant.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, Integer, OneOf, Shown, Text, Timestamp, Verbatim } from '../../platform/operation/schema.ts'
import { DeviceHeaders, type DeviceType, deviceOf } from '../devices/public.ts'
import { type UserRow, userStatuses } from './queries.ts'

export const languagePattern = '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$'
export const Language = Text(2, 35, { pattern: languagePattern, description: 'BCP 47 tag', example: 'en' })

/** What the apps say of themselves with every request; all of it may be missing. */
export const ClientHeaders = Type.Object({
  ...DeviceHeaders.properties,
  timeZone: Type.Optional(
    Text(1, 64, {
      description: 'a time zone of the IANA list, or whole hours as GMT+02:00',
      example: 'Europe/Berlin',
    }),
  ),
  language: Type.Optional(Language),
})

export interface Client {
  deviceId: string | null
  deviceType: DeviceType | null
  timezone: string | null
  language: string | null
}

/** The zone's usual name. @throws VALIDATION_FAILED naming `path` when it does not exist. */
export function zoneOf(name: string | undefined, path: string): string | null {
  if (name === undefined) return null
  const timezone = timeZoneOf(name)
  if (timezone === undefined) throw invalidField(path, 'time-zone', 'is not a time zone of the IANA list')
  return timezone
}

/** @throws VALIDATION_FAILED when the zone does not exist. */
export const clientOf = (headers: Static<typeof ClientHeaders>): Client => ({
  ...deviceOf(headers),
  timezone: zoneOf(headers.timeZone, 'headers.timeZone'),
  language: headers.language ?? null,
})

/** A mailed code; some apps send it as a number, which loses its leading zeros. */
export const Otp = Type.Union([
  Verbatim(4, 10, { pattern: '^\\d+$', example: '482913' }),
  Integer(0, 999_999),
])
export const otpText = (otp: Static<typeof Otp>): string => String(otp).padStart(6, '0')

/** What a code is for. */
export const Purpose = OneOf(['SIGNUP', 'FORGOT_PASSWORD'], { default: 'SIGNUP' })

export const OwnAccount = Type.Object(
  {
    id: Id,
    name: Shown('Ada Lovelace'),
    email: Shown('ada@example.org'),
    isVerified: Type.Boolean(),
    status: OneOf(userStatuses, { example: 'ACTIVE' }),
    timeZone: Shown('Europe/Berlin'),
    language: Shown('en'),
    referralCode: Shown('ADA7K2'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'WellnessAccount' },
)

export const presentAccount = (row: UserRow): Static<typeof OwnAccount> => ({
  id: row.id,
  name: row.name,
  email: row.email,
  isVerified: row.status !== 'UNVERIFIED',
  status: row.status,
  timeZone: row.timezone,
  language: row.language,
  referralCode: row.referral_code,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** Whether the app has what it needs to suggest exercises. */
export const isProfileComplete = (row: UserRow): boolean => row.date_of_birth !== null && row.gender !== null

/** What a device gets at a sign-in, besides the tokens. */
export const deviceFields = { deviceSecret: DeviceSecret }

export const tokenFields = {
  accessToken: Shown('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTk3In0.c2lnbmF0dXJl'),
  refreshToken: Shown('fEPl1sG0c8vXk2mWq9'),
  tokenType: Shown('Bearer'),
  expiresIn: Type.Integer({ description: 'seconds until the access token expires' }),
}

export const presentTokens = ({
  accessToken,
  refreshToken,
  expiresIn,
}: Pick<Tokens, 'accessToken' | 'refreshToken' | 'expiresIn'>) => ({
  accessToken,
  refreshToken,
  tokenType: 'Bearer',
  expiresIn,
})

export const presentSignIn = (signedIn: Tokens & Pick<SignedIn, 'deviceSecret'>) => ({
  ...presentTokens(signedIn),
  deviceSecret: signedIn.deviceSecret,
})

/** Where and until when a code can be used, and when another may be asked for. */
export const codeFields = {
  otpExpiresAt: Timestamp,
  resendAvailableAt: Timestamp,
  devOtp: Type.Optional(Shown('482913', 'only where the server is set to show codes')),
}
