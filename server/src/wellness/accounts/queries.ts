import { type RawBuilder, sql } from 'kysely'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import type { Noted } from '../../platform/write-behind.ts'

export const userStatuses = [
  'UNVERIFIED',
  'ACTIVE',
  'SUSPENDED',
  'BLOCKED',
  'PENDING_DELETION',
  'PURGED',
] as const
export type UserStatus = (typeof userStatuses)[number]

export const genders = ['FEMALE', 'MALE', 'NON_BINARY', 'SELF_DESCRIBED', 'UNDISCLOSED'] as const
export const weekStarts = ['MON', 'SUN', 'SAT'] as const

export interface UserRow {
  id: string
  version: number
  status: UserStatus
  name: string
  email: string
  bio: string | null
  profile_image: string | null
  gender: (typeof genders)[number] | null
  date_of_birth: string | null
  height_cm: number | null
  weight_kg: number | null
  timezone: string
  timezone_mode: 'AUTO' | 'FIXED'
  /** As it was said. It holds from `day_start_from` on; until then, `day_start_before` does. */
  day_start_minutes: number
  day_start_before: number | null
  day_start_from: Date | null
  week_start: (typeof weekStarts)[number]
  language: string
  referral_code: string
  suspended_until: Date | null
  suspension_reason: string | null
  purge_at: Date | null
  created_at: Date
  updated_at: Date
}

/** For proving who somebody is; nothing else reads the hashes. */
export interface CredentialRow extends UserRow {
  password_hash: string | null
  earlier_password_hashes: string[]
}

// Named one by one: prepared statements outlive a migration that adds a column, `*` does not.
export const columns = sql`u.id, u.version, u.status, u.name, u.email, u.bio, u.profile_image, u.gender, u.date_of_birth, u.height_cm, u.weight_kg,
  u.timezone, u.timezone_mode, u.day_start_minutes, u.day_start_before, u.day_start_from, u.week_start, u.language, u.referral_code, u.suspended_until, u.suspension_reason,
  u.purge_at, u.created_at, u.updated_at`
const withCredentials = sql`${columns}, u.password_hash, u.earlier_password_hashes`

export interface CallerRow
  extends Pick<
    UserRow,
    | 'id'
    | 'name'
    | 'email'
    | 'language'
    | 'timezone'
    | 'timezone_mode'
    | 'day_start_minutes'
    | 'day_start_from'
    | 'created_at'
  > {
  session_id: string
  invited_at: Date | null
}

/** When the days of a user begin at a moment, in minutes after midnight. */
export const dayStartAt = (at: Date): RawBuilder<number> =>
  sql<number>`case when u.day_start_from > ${at}::timestamptz then u.day_start_before else u.day_start_minutes end`

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const hourOf = (at: Date): number => 1 << at.getUTCHours()

/** The users of live sessions, in one statement, because every request asks. */
export async function selectCallers(db: Db, sessionIds: readonly string[], at: Date): Promise<CallerRow[]> {
  const { rows } = await sql<CallerRow>`
    select s.id as session_id, u.id, u.name, u.email, u.language, u.timezone, u.timezone_mode, u.created_at,
      ${dayStartAt(at)} as day_start_minutes, u.day_start_from,
      case when u.referred_by_id is not null then u.verified_at end as invited_at
    from platform.session s join wellness.users u on u.id = s.subject_id
    where ${isOneOf(sql`s.id`, sessionIds)} and s.realm = 'wellness-user'
      and s.revoked_at is null and s.expires_at > ${at}
      and (u.status = 'ACTIVE' or (u.status = 'SUSPENDED' and u.suspended_until <= ${at}))`.execute(db)
  return rows
}

/** Notes in which hour of which day people were active. */
export async function noteActive(db: Db, noted: Noted): Promise<void> {
  const times = [...noted.values()]
  await sql`
    insert into wellness.active_day as known (user_id, day, hours)
    select u.id, noted.day, noted.hour
    from unnest(${[...noted.keys()]}::uuid[], ${times.map(dayOf)}::date[], ${times.map(hourOf)}::int[]) as noted (id, day, hour)
    join wellness.users u on u.id = noted.id order by u.id
    on conflict (user_id, day) do update set hours = known.hours | excluded.hours
    where known.hours & excluded.hours = 0`.execute(db)
}

export async function selectUser(db: Db, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${columns} from wellness.users u where u.id = ${id}`.execute(db)
  return rows[0]
}

export async function selectUserByEmail(db: Db, canonical: string): Promise<CredentialRow | undefined> {
  const { rows } = await sql<CredentialRow>`
    select ${withCredentials} from wellness.users u where u.email_canonical = ${canonical}`.execute(db)
  return rows[0]
}

/** Locked, so that changes to one account follow each other. */
export async function lockUserByEmail(db: Db, canonical: string): Promise<CredentialRow | undefined> {
  const { rows } = await sql<CredentialRow>`
    select ${withCredentials} from wellness.users u where u.email_canonical = ${canonical} for update`.execute(
    db,
  )
  return rows[0]
}

export async function lockUser(db: Db, id: string): Promise<CredentialRow | undefined> {
  const { rows } = await sql<CredentialRow>`
    select ${withCredentials} from wellness.users u where u.id = ${id} for update`.execute(db)
  return rows[0]
}

/** Reserves an address for whoever proves it; does nothing when it has a row already. */
export async function insertUnverifiedUser(
  db: Db,
  user: { id: string; name: string; email: string; emailCanonical: string; referralCode: string; at: Date },
): Promise<void> {
  await sql`
    insert into wellness.users (id, name, email, email_canonical, referral_code, created_at, updated_at)
    values (${user.id}, ${user.name}, ${user.email}, ${user.emailCanonical}, ${user.referralCode}, ${user.at}, ${user.at})
    on conflict (email_canonical) do nothing`.execute(db)
}

export async function selectUserIdByReferralCode(db: Db, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from wellness.users where referral_code = ${code} and status = 'ACTIVE'`.execute(db)
  return rows[0]?.id
}

export interface AttemptRow {
  id: string
  name: string
  password_hash: string
  device_id: string | null
  push_token: string | null
  accepted_content_ids: string[]
  referred_by_id: string | null
  language: string
  created_at: Date
}

export interface NewAttempt {
  id: string
  userId: string
  name: string
  email: string
  passwordHash: string
  deviceId: string | null
  pushToken: string | null
  timezone: string
  language: string
  dateOfBirth: string | null
  referredById: string | null
  acceptedContentIds: string[]
  at: Date
  expiresAt: Date
}

/** Adds an attempt and forgets all but the newest `keep` of the address. */
export async function insertAttempt(db: Db, attempt: NewAttempt, keep: number): Promise<void> {
  await sql`
    insert into wellness.sign_up_attempt (id, user_id, name, email, password_hash, device_id, push_token, timezone, language,
      date_of_birth, referred_by_id, accepted_content_ids, created_at, expires_at)
    values (${attempt.id}, ${attempt.userId}, ${attempt.name}, ${attempt.email}, ${attempt.passwordHash}, ${attempt.deviceId},
      ${attempt.pushToken}, ${attempt.timezone}, ${attempt.language}, ${attempt.dateOfBirth}::date, ${attempt.referredById},
      ${attempt.acceptedContentIds}::uuid[], ${attempt.at}, ${attempt.expiresAt})`.execute(db)
  await sql`
    delete from wellness.sign_up_attempt where id in (
      select id from wellness.sign_up_attempt where user_id = ${attempt.userId} order by created_at desc, id desc offset ${keep})`.execute(
    db,
  )
}

/** Live attempts for an address, the newest first; with a device, its own before the others. */
export async function selectAttempts(
  db: Db,
  userId: string,
  { deviceId, at }: { deviceId?: string | null; at: Date },
): Promise<AttemptRow[]> {
  const ownFirst =
    deviceId === undefined ? sql`` : sql`(device_id is not distinct from ${deviceId}::text) desc,`
  const { rows } = await sql<AttemptRow>`
    select id, name, password_hash, device_id, push_token, accepted_content_ids, referred_by_id, language, created_at
    from wellness.sign_up_attempt
    where user_id = ${userId} and expires_at > ${at}
    order by ${ownFirst} created_at desc, id desc`.execute(db)
  return rows
}

/** Makes the account what the attempt said; the other attempts die with it. */
export async function activateUser(
  db: Db,
  change: { userId: string; attemptId: string; keepsPassword: boolean; at: Date },
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    update wellness.users u set status = 'ACTIVE', name = a.name, email = a.email,
      password_hash = case when ${change.keepsPassword}::boolean then a.password_hash end,
      timezone = a.timezone, language = a.language, date_of_birth = a.date_of_birth, referred_by_id = a.referred_by_id,
      verified_at = ${change.at}, version = u.version + 1, updated_at = ${change.at}
    from wellness.sign_up_attempt a
    where u.id = ${change.userId} and u.status = 'UNVERIFIED' and a.id = ${change.attemptId} and a.user_id = u.id
    returning ${columns}`.execute(db)
  if (rows[0]) await beginAccount(db, change.userId, change.at)
  return rows[0]
}

export interface NewUser {
  id: string
  name: string
  email: string
  emailCanonical: string
  passwordHash: string
  bio: string | null
  timezone: string
  referralCode: string
  at: Date
}

/** Makes an account that needs no proof of its address any more. */
export async function insertActiveUser(db: Db, user: NewUser): Promise<void> {
  await sql`
    insert into wellness.users (id, status, name, email, email_canonical, password_hash, bio, timezone, referral_code, verified_at, created_at, updated_at)
    values (${user.id}, 'ACTIVE', ${user.name}, ${user.email}, ${user.emailCanonical}, ${user.passwordHash}, ${user.bio}, ${user.timezone},
      ${user.referralCode}, ${user.at}, ${user.at}, ${user.at})`.execute(db)
  await beginAccount(db, user.id, user.at)
}

/** With an account begins the history of its zones, and nobody else's attempt at it counts any more. */
async function beginAccount(db: Db, userId: string, at: Date): Promise<void> {
  await sql`delete from wellness.sign_up_attempt where user_id = ${userId}`.execute(db)
  await sql`
    insert into wellness.zone_history (user_id, began_at, timezone, day_start_minutes, source)
    select u.id, ${at}::timestamptz, u.timezone, u.day_start_minutes, 'DEVICE' from wellness.users u
    where u.id = ${userId} and not exists (select 1 from wellness.zone_history h where h.user_id = u.id)`.execute(
    db,
  )
}

/** Sets a password and remembers the replaced ones. */
export async function replacePassword(
  db: Db,
  change: { userId: string; passwordHash: string; earlier: string[]; at: Date },
): Promise<void> {
  await sql`
    update wellness.users set password_hash = ${change.passwordHash}, earlier_password_hashes = ${change.earlier}::text[],
      version = version + 1, updated_at = ${change.at}
    where id = ${change.userId}`.execute(db)
}

export interface VerificationRow {
  request_id: string
  fingerprint: Buffer
  session_id: string
  must_set_password: boolean
}

export async function insertVerification(
  db: Db,
  verification: {
    userId: string
    requestId: string
    fingerprint: Buffer
    sessionId: string
    mustSetPassword: boolean
    at: Date
  },
): Promise<void> {
  await sql`
    insert into wellness.verification (user_id, request_id, fingerprint, session_id, must_set_password, created_at)
    values (${verification.userId}, ${verification.requestId}, ${verification.fingerprint}, ${verification.sessionId},
      ${verification.mustSetPassword}, ${verification.at})`.execute(db)
}

export async function selectVerification(
  db: Db,
  userId: string,
  since: Date,
): Promise<VerificationRow | undefined> {
  const { rows } = await sql<VerificationRow>`
    select request_id, fingerprint, session_id, must_set_password from wellness.verification
    where user_id = ${userId} and created_at > ${since}`.execute(db)
  return rows[0]
}

const sweepAtMost = 5000

/** Forgets ended sign-up attempts, reserved addresses that nobody proved, and answered verifications. */
export async function deleteUnverified(
  db: Db,
  ended: { at: Date; usersBefore: Date; verificationsBefore: Date },
): Promise<void> {
  await sql`delete from wellness.sign_up_attempt where expires_at <= ${ended.at}`.execute(db)
  await sql`delete from wellness.verification where created_at <= ${ended.verificationsBefore}`.execute(db)
  await sql`
    delete from wellness.users where id in (
      select u.id from wellness.users u
      where u.status = 'UNVERIFIED' and u.created_at <= ${ended.usersBefore}
        and not exists (select 1 from wellness.sign_up_attempt a where a.user_id = u.id)
      limit ${sweepAtMost} for update skip locked)`.execute(db)
}

/** Its address is free again. */
export async function closeUser(db: Db, id: string, at: Date): Promise<void> {
  await sql`
    update wellness.users set status = 'PURGED', email = null, email_canonical = null, password_hash = null,
      earlier_password_hashes = '{}', version = version + 1, updated_at = ${at}
    where id = ${id}`.execute(db)
}
