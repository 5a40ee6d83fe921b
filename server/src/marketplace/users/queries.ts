import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import type { Noted } from '../../platform/write-behind.ts'
import { hasAccount } from './visibility.ts'

/** What becomes of what people published who leave. */
export type LeavingContent = 'delete' | 'anonymise'

export interface UserRow {
  id: string
  version: number
  kind: 'member' | 'guest'
  role: 'user' | 'moderator' | 'administrator'
  status: 'active' | 'suspended' | 'pending_deletion' | 'deleted' | 'anonymous'
  name: string
  email: string | null
  pending_email: string | null
  password_hash: string | null
  is_verified: boolean
  suspension_reason: string | null
  /** The decision that suspends them, and until when; null where it has no end. */
  suspended_by_decision: string | null
  suspended_until: Date | null
  bio: string | null
  profile_photo_url: string | null
  longitude: number
  latitude: number
  place: string
  zip_code: string
  birthday: string | null
  birthday_set_at: Date | null
  /** So long they wear the birthday hat. */
  hat_until: Date | null
  vacation_since: Date | null
  /** So long their listings are hidden; null while they are not. */
  vacation_until: Date | null
  limited_until: Date | null
  timezone: string
  language: string
  currency: string
  /** They chose it themselves; else it follows the country. */
  has_own_currency: boolean
  shows_online: boolean
  is_discoverable: boolean
  /** By those who have their e-mail address. */
  is_found_by_contacts: boolean
  shows_distance: boolean
  /** Their followers hear of their birthday. */
  tells_birthday: boolean
  trust_level: number
  /** When it is erased, unless its owner signs in before; null of those who stay. */
  leaves_at: Date | null
  leaves_content: LeavingContent | null
  /** Since when it is its owner's, where somebody else had opened it for their address. */
  reclaimed_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface CallerRow
  extends Pick<
    UserRow,
    | 'id'
    | 'kind'
    | 'role'
    | 'name'
    | 'is_verified'
    | 'currency'
    | 'timezone'
    | 'longitude'
    | 'latitude'
    | 'created_at'
  > {
  session_id: string
}

/** The people of live sessions, in one statement, because every request asks. */
export async function selectCallers(db: Db, sessionIds: readonly string[], at: Date): Promise<CallerRow[]> {
  const { rows } = await sql<CallerRow>`
    select s.id as session_id, u.id, u.kind, u.role, u.name, u.is_verified, u.currency, u.timezone, u.longitude, u.latitude, u.created_at
    from platform.session s join marketplace.users u on u.id = s.subject_id
    where ${isOneOf(sql`s.id`, sessionIds)} and s.realm = 'marketplace'
      and s.revoked_at is null and s.expires_at > ${at} and u.status = 'active'`.execute(db)
  return rows
}

/** Whom somebody blocked, in the order in which pairs are locked. */
export async function selectBlockedBy(db: Db, blockerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select blocked_id as id from marketplace.block where blocker_id = ${blockerId} order by blocked_id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function deleteMutesOf(db: Db, muterId: string): Promise<void> {
  await sql`delete from marketplace.mute where muter_id = ${muterId}`.execute(db)
}

/** Records when people were here. */
export async function touchPeople(db: Db, seen: Noted): Promise<void> {
  await sql`
    insert into marketplace.presence as known (user_id, seen_at)
    select u.id, seen.at from unnest(${[...seen.keys()]}::uuid[], ${[...seen.values()]}::timestamptz[]) as seen (id, at)
    join marketplace.users u on u.id = seen.id order by u.id
    on conflict (user_id) do update set seen_at = excluded.seen_at where known.seen_at < excluded.seen_at`.execute(
    db,
  )
}

export async function selectUser(db: Db, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select * from marketplace.users where id = ${id}`.execute(db)
  return rows[0]
}

/** The same, kept from others until the transaction ends. */
export async function lockUser(db: Db, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select * from marketplace.users where id = ${id} for update`.execute(db)
  return rows[0]
}

export async function selectUserByEmail(db: Db, canonical: string): Promise<UserRow | undefined> {
  const { rows } =
    await sql<UserRow>`select * from marketplace.users where email_canonical = ${canonical} and deleted_at is null`.execute(
      db,
    )
  return rows[0]
}

/** Whether an address belongs to somebody. */
export async function hasEmail(db: Db, canonical: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (
      select from marketplace.users where email_canonical = ${canonical} and deleted_at is null) as "isThere"`.execute(
    db,
  )
  return rows[0]?.isThere ?? false
}

export interface NewUser {
  id: string
  name: string
  /** Null of those who come by somebody else who knows them, and did not say it. */
  email: string | null
  emailCanonical: string | null
  passwordHash: string | null
  longitude: number
  latitude: number
  timezone: string
  language?: string
  currency?: string
  place?: string
  zipCode?: string
  bio?: string
  birthday?: string | null
  at: Date
  role?: UserRow['role']
  isVerified?: boolean
}

/** @returns undefined when the address belongs to somebody else. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    insert into marketplace.users (id, name, email, email_canonical, password_hash, longitude, latitude, timezone, language, currency, place, zip_code, bio,
      birthday, birthday_set_at, role, is_verified, created_at, updated_at)
    values (${user.id}, ${user.name}, ${user.email}, ${user.emailCanonical}, ${user.passwordHash}, ${user.longitude}, ${user.latitude},
      ${user.timezone}, ${user.language ?? 'en'}, ${user.currency ?? 'EUR'}, ${user.place ?? ''}, ${user.zipCode ?? ''}, ${user.bio ?? null}, ${user.birthday ?? null}, ${user.birthday ? user.at : null}, ${user.role ?? 'user'}, ${user.isVerified ?? false},
      ${user.at}, ${user.at})
    on conflict (email_canonical) where deleted_at is null do nothing returning *`.execute(db)
  return rows[0]
}

/** Somebody without an account: no address, no password. */
export interface NewGuest {
  id: string
  name: string
  longitude: number
  latitude: number
  timezone: string
  language: string
  currency: string
  at: Date
}

export async function insertGuest(db: Db, guest: NewGuest): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
    insert into marketplace.users (id, kind, name, longitude, latitude, timezone, language, currency, created_at, updated_at)
    values (${guest.id}, 'guest', ${guest.name}, ${guest.longitude}, ${guest.latitude}, ${guest.timezone}, ${guest.language},
      ${guest.currency}, ${guest.at}, ${guest.at})
    returning *`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the guest was not written')
  return row
}

/** Makes a member of a guest: the row stays, and all that is theirs. @returns undefined when they are one already. */
export async function promoteGuest(
  db: Db,
  user: Omit<NewUser, 'role' | 'bio'>,
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    update marketplace.users set kind = 'member', name = ${user.name}, email = ${user.email}, email_canonical = ${user.emailCanonical},
      password_hash = ${user.passwordHash}, longitude = ${user.longitude}, latitude = ${user.latitude}, timezone = ${user.timezone},
      language = ${user.language ?? 'en'}, currency = ${user.currency ?? 'EUR'}, place = ${user.place ?? ''}, zip_code = ${user.zipCode ?? ''},
      birthday = ${user.birthday ?? null}, birthday_set_at = ${user.birthday ? user.at : null}, is_verified = ${user.isVerified ?? false},
      version = version + 1, updated_at = ${user.at}
    where id = ${user.id} and kind = 'guest' and status = 'active' returning *`.execute(db)
  return rows[0]
}

/** Takes guests away with all that is theirs. */
export async function deleteGuests(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from marketplace.users where id = any(${[...ids]}::uuid[]) and kind = 'guest'`.execute(db)
}

export type UserChange = Partial<
  Pick<
    UserRow,
    | 'role'
    | 'status'
    | 'suspension_reason'
    | 'suspended_by_decision'
    | 'suspended_until'
    | 'limited_until'
    | 'trust_level'
    | 'name'
    | 'email'
    | 'pending_email'
    | 'password_hash'
    | 'is_verified'
    | 'bio'
    | 'profile_photo_url'
    | 'longitude'
    | 'latitude'
    | 'place'
    | 'zip_code'
    | 'birthday'
    | 'birthday_set_at'
    | 'timezone'
    | 'language'
    | 'currency'
    | 'has_own_currency'
    | 'shows_online'
    | 'is_discoverable'
    | 'is_found_by_contacts'
    | 'shows_distance'
    | 'tells_birthday'
    | 'leaves_at'
    | 'reclaimed_at'
    | 'leaves_content'
  >
> & { email_canonical?: string; deleted_at?: Date }

/** Sets the named columns and steps the version. The row must be locked before. */
export async function changeUser(db: Db, id: string, change: UserChange, at: Date): Promise<UserRow> {
  const assignments = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<UserRow>`
    update marketplace.users set ${sql.join([...assignments, sql`version = version + 1`, sql`updated_at = ${at}`])}
    where id = ${id} returning *`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the locked account is gone')
  return row
}

const pairKey = (lo: RawBuilder<unknown>, hi: RawBuilder<unknown>) =>
  sql`hashtextextended(${lo}::text || ${hi}::text, 42)`

/**
 * Lets one thing at a time happen between two people. Whatever `holdPair` guards ends first, such as
 * a message that either is just sending; one that comes later finds what was decided.
 */
export async function lockPair(db: Db, a: string, b: string): Promise<void> {
  const [lo, hi] = [sql`least(${a}::uuid, ${b}::uuid)`, sql`greatest(${a}::uuid, ${b}::uuid)`]
  await sql`select pg_advisory_xact_lock(${pairKey(lo, hi)})`.execute(db)
}

/**
 * Among the columns of a statement: nothing is decided between the two people of a row until the
 * transaction ends. `lo` and `hi` are references to columns, the lower id first.
 */
export const holdPair = (lo: string, hi: string): RawBuilder<unknown> =>
  sql`pg_advisory_xact_lock_shared(${pairKey(sql.ref(lo), sql.ref(hi))})`

/** Comes before other locks of some people's rows, in the order of those who lock an account first. */
export async function holdPeople(db: Db, ids: readonly string[]): Promise<void> {
  await sql`select from marketplace.users where id = any(${[...ids]}::uuid[]) order by id for key share`.execute(
    db,
  )
}

/** Whoever blocked whom of the two, the earlier block first. */
export async function selectBlockers(db: Db, a: string, b: string): Promise<string[]> {
  const { rows } = await sql<{ blocker_id: string }>`
    select blocker_id from marketplace.block
    where (blocker_id = ${a} and blocked_id = ${b}) or (blocker_id = ${b} and blocked_id = ${a})
    order by created_at, blocker_id`.execute(db)
  return rows.map((row) => row.blocker_id)
}

/** @returns whether the block is new. */
export async function insertBlock(
  db: Db,
  { blockerId, blockedId, at }: { blockerId: string; blockedId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into marketplace.block (blocker_id, blocked_id, created_at) values (${blockerId}, ${blockedId}, ${at})
    on conflict do nothing returning blocker_id`.execute(db)
  return rows.length > 0
}

/** Lifts one's own block; what the other set stays. @returns whether there was one. */
export async function deleteBlock(
  db: Db,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from marketplace.block where blocker_id = ${blockerId} and blocked_id = ${blockedId} returning blocker_id`.execute(
    db,
  )
  return rows.length > 0
}

/** Those who look after the marketplace. */
export async function selectStaff(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from marketplace.users u where u.role <> 'user' and u.status = 'active' order by u.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** What people are called, by their ids. */
export async function selectNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name from marketplace.users u where u.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Person = Pick<UserRow, 'kind' | 'role' | 'currency'> & { isActive: boolean }

/** Somebody with an account, be it suspended; undefined once it is deleted, or about to be. */
export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.kind, u.role, u.currency, u.status = 'active' as "isActive" from marketplace.users u
    where u.id = ${id} and ${hasAccount('u')}`.execute(db)
  return rows[0]
}

/** Writes down how far some people are trusted. */
export async function setTrustLevels(
  db: Db,
  levels: readonly { id: string; level: number }[],
): Promise<void> {
  if (levels.length === 0) return
  await sql`
    update marketplace.users u set trust_level = earned.level
    from unnest(${levels.map(({ id }) => id)}::uuid[], ${levels.map(({ level }) => level)}::int[]) earned (id, level)
    where u.id = earned.id`.execute(db)
}

/** What a person's limits depend on. */
export interface Standing {
  trust_level: number
  created_at: Date
  /** As others see them. */
  name: string
  profile_photo_url: string | null
  is_verified: boolean
  shows_distance: boolean
}

/** How a person stands, and their row locked, so that what counts towards their limits comes in turn. */
export async function lockPerson(db: Db, id: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select trust_level, created_at, name, profile_photo_url, is_verified, shows_distance
    from marketplace.users where id = ${id} for no key update`.execute(db)
  const [person] = rows
  if (!person) throw new Error(`there is no person ${id}`)
  return person
}

export interface UserCount {
  total: number
  active_30d: number
}

/** People with an account of their own, neither suspended nor gone, and those of them who were here within 30 days. */
export async function countUsers(db: Db, now: Date): Promise<UserCount> {
  const { rows } = await sql<UserCount>`
    select count(*)::int as total,
      (count(*) filter (where p.seen_at > ${new Date(now.getTime() - days(30))}))::int as active_30d
    from marketplace.users u left join marketplace.presence p on p.user_id = u.id
    where u.status = 'active' and u.kind = 'member'`.execute(db)
  return rows[0] ?? { total: 0, active_30d: 0 }
}

/** The next of those whose time to come back is over. */
export async function selectLeft(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from marketplace.users where leaves_at <= ${now} order by leaves_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Empties the row of somebody who left: every column that it has is as if nothing had ever been said, also those
 * that later migrations add.
 */
export async function forgetUser(
  db: Db,
  id: string,
  { status, at }: { status: 'deleted' | 'anonymous'; at: Date },
): Promise<void> {
  const { rows } = await sql<{ column: string }>`
    select attname as "column" from pg_attribute
    where attrelid = 'marketplace.users'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('id', 'kind', 'name', 'is_discoverable', 'status', 'deleted_at', 'created_at', 'updated_at', 'version')`.execute(
    db,
  )
  const emptied = rows.map(({ column }) => sql`${sql.ref(column)} = default`)
  await sql`
    update marketplace.users set ${sql.join(emptied)}, name = '', is_discoverable = false, status = ${status},
      deleted_at = ${at}, updated_at = ${at}, version = version + 1
    where id = ${id}`.execute(db)
}
