import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  DateOfBirth,
  Id,
  Nullable,
  OneOf,
  Shown,
  Timestamp,
} from '../../platform/operation/schema.ts'
import { wallTime } from '../../platform/wall-time.ts'
import { genders, isProfileComplete, type UserRow, userStatuses, weekStarts } from '../accounts/public.ts'
import type { ConsentGate } from '../content/public.ts'
import { NotificationPreference } from '../notifications/public.ts'
import { type PracticeMinimum, Streak } from '../sessions/public.ts'
import type { SubscriptionRow } from '../subscriptions/public.ts'
import { Location } from './location.ts'

/** The full record, for its owner only. */
export const Profile = Type.Object(
  {
    id: Id,
    version: Type.Integer(),
    name: Shown('Ada Lovelace'),
    email: Shown('ada@example.org'),
    isVerified: Type.Boolean(),
    status: OneOf(userStatuses, { example: 'ACTIVE' }),
    profileImage: Nullable(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp')),
    bio: Nullable(Shown('Mends bicycles.')),
    gender: Nullable(OneOf(genders)),
    dateOfBirth: Nullable(DateOfBirth),
    heightCm: Nullable(Type.Number()),
    weightKg: Nullable(Type.Number()),
    preferences: Type.Object({
      language: Shown('en'),
      timeZone: Shown('Europe/Berlin'),
      timeZoneMode: OneOf(['AUTO', 'FIXED']),
      dayStart: Shown('04:00', 'HH:mm, when a new day begins for you'),
      weekStart: OneOf(weekStarts),
      minPracticeMinutes: Type.Integer({
        description: 'what a day needs to count for your streak of practice; 0 is any length',
      }),
      nextMinPracticeMinutes: Nullable(
        Type.Object({ minutes: Type.Integer(), from: CalendarDate }),
        'what days need from a date to come',
      ),
      notifications: NotificationPreference,
    }),
    location: Nullable(Location),
    streak: Streak,
    subscription: Nullable(
      Type.Object({
        store: Shown('google'),
        productId: Shown('monthly'),
        expiresAt: Timestamp,
        willRenew: Type.Boolean({ description: 'false where it was cancelled, and runs until then' }),
      }),
      'null where none is in force',
    ),
    consentGates: Type.Array(
      Type.Object({
        type: Shown('FREE'),
        language: Shown('en'),
        version: Type.Integer(),
        effectiveAt: Timestamp,
      }),
      { description: 'texts to agree to before going on' },
    ),
    referralCode: Shown('ADA7K2'),
    isProfileComplete: Type.Boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'WellnessProfile' },
)

export interface Circumstances {
  notifications: Static<typeof NotificationPreference>
  location: Static<typeof Location> | undefined
  streak: Static<typeof Streak>
  minimum: PracticeMinimum
  gates: readonly ConsentGate[]
  subscription: SubscriptionRow | undefined
}

export function presentProfile(
  row: UserRow,
  { notifications, location, streak, minimum, gates, subscription }: Circumstances,
): Static<typeof Profile> {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    email: row.email,
    isVerified: row.status !== 'UNVERIFIED',
    status: row.status,
    profileImage: row.profile_image,
    bio: row.bio,
    gender: row.gender,
    dateOfBirth: row.date_of_birth,
    heightCm: row.height_cm,
    weightKg: row.weight_kg,
    preferences: {
      language: row.language,
      timeZone: row.timezone,
      timeZoneMode: row.timezone_mode,
      dayStart: wallTime(row.day_start_minutes),
      weekStart: row.week_start,
      minPracticeMinutes: minimum.minutes,
      nextMinPracticeMinutes: minimum.next,
      notifications,
    },
    location: location ?? null,
    streak,
    subscription: subscription
      ? {
          store: subscription.provider,
          productId: subscription.product_id,
          expiresAt: subscription.expires_at.toISOString(),
          willRenew: subscription.is_renewing,
        }
      : null,
    consentGates: gates.map(({ type, language, version, effectiveAt }) => ({
      type,
      language,
      version,
      effectiveAt: effectiveAt.toISOString(),
    })),
    referralCode: row.referral_code,
    isProfileComplete: isProfileComplete(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
