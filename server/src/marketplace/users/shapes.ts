import { type Static, Type } from 'typebox'
import { DateOfBirth, Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import type { UserRow } from './queries.ts'
import type { BlockedRow, MutedRow } from './silence-queries.ts'

const Badges = Type.Array(OneOf(['verified', 'birthday_hat']), {
  description: 'what the person is known for',
})

const badgesOf = (row: Pick<UserRow, 'is_verified'>, wearsHat = false): Static<typeof Badges> => [
  ...(row.is_verified ? (['verified'] as const) : []),
  ...(wearsHat ? (['birthday_hat'] as const) : []),
]

/** The full record, for its owner only. */
export const OwnUser = Type.Object(
  {
    _id: Id,
    __v: Type.Integer(),
    name: Shown('Ada Lovelace'),
    email: Nullable(Shown('ada@example.org')),
    pending_email: Nullable(Shown('ada@example.net')),
    is_verified: Type.Boolean(),
    badges: Badges,
    kind: OneOf(['member', 'guest']),
    role: OneOf(['user', 'moderator', 'administrator']),
    bio: Nullable(Shown('Mends bicycles.')),
    profile_photo_url: Nullable(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp')),
    location: Nullable(
      Type.Object({
        type: OneOf(['Point']),
        coordinates: Type.Array(Type.Number(), {
          minItems: 2,
          maxItems: 2,
          description: '[longitude, latitude]',
        }),
      }),
      'null while you have not told where you are',
    ),
    address: Type.Object({ place: Shown('Old Town'), zip_code: Shown('10115') }),
    birthday: Nullable(DateOfBirth),
    timezone: Shown('Europe/Berlin'),
    language: Shown('en'),
    currency: Shown('EUR'),
    has_own_currency: Type.Boolean({ description: 'false: it follows the country where you are' }),
    privacy: Type.Object({
      show_online: Type.Boolean(),
      discoverable: Type.Boolean(),
      found_by_contacts: Type.Boolean(),
      show_distance: Type.Boolean(),
      tell_birthday: Type.Boolean(),
    }),
    vacation_until: Nullable(Timestamp, 'so long your listings are hidden; null while they are not'),
    limited_until: Nullable(
      Timestamp,
      'so long nobody else sees what you write and offer, by a decision about you',
    ),
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
    // Nobody lives at 0, 0, which stands for not told.
    location:
      row.longitude === 0 && row.latitude === 0
        ? null
        : { type: 'Point', coordinates: [row.longitude, row.latitude] },
    address: { place: row.place, zip_code: row.zip_code },
    birthday: row.birthday,
    timezone: row.timezone,
    language: row.language,
    currency: row.currency,
    has_own_currency: row.has_own_currency,
    privacy: {
      show_online: row.shows_online,
      discoverable: row.is_discoverable,
      found_by_contacts: row.is_found_by_contacts,
      show_distance: row.shows_distance,
      tell_birthday: row.tells_birthday,
    },
    vacation_until: row.vacation_until?.toISOString() ?? null,
    limited_until: row.limited_until?.toISOString() ?? null,
    trust_level: row.trust_level,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** What everybody may know of a person. Never the address, the exact place or the e-mail. */
export const PublicUser = Type.Object(
  {
    _id: Id,
    name: Shown('Ada Lovelace'),
    profile_photo_url: Nullable(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp')),
    badges: Badges,
    member_since: Timestamp,
  },
  { title: 'PublicUser' },
)

export const presentPublicUser = (
  row: Pick<UserRow, 'id' | 'name' | 'profile_photo_url' | 'is_verified' | 'created_at'> &
    Partial<Pick<UserRow, 'hat_until'>>,
  /** Where the hat is shown. */
  now?: Date,
): Static<typeof PublicUser> => ({
  _id: row.id,
  name: row.name,
  profile_photo_url: row.profile_photo_url,
  badges: badgesOf(row, now !== undefined && row.hat_until != null && row.hat_until > now),
  member_since: row.created_at.toISOString(),
})

export const BlockedUser = Type.Object(
  { ...PublicUser.properties, blocked_at: Timestamp },
  { title: 'BlockedUser' },
)

export const presentBlockedUser = (row: BlockedRow): Static<typeof BlockedUser> => ({
  ...presentPublicUser(row),
  blocked_at: row.blocked_at.toISOString(),
})

export const MutedUser = Type.Object(
  {
    ...PublicUser.properties,
    muted_at: Timestamp,
    muted_until: Nullable(Timestamp, 'null: for ever'),
  },
  { title: 'MutedUser' },
)

export const presentMutedUser = (row: MutedRow): Static<typeof MutedUser> => ({
  ...presentPublicUser(row),
  muted_at: row.muted_at.toISOString(),
  muted_until: row.until?.toISOString() ?? null,
})
