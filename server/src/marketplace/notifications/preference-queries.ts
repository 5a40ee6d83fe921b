import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { UserRow } from '../users/public.ts'

export type Frequency = 'off' | 'daily' | 'weekly'
export type StrangerPolicy = 'accept' | 'filter' | 'drop'

export interface PreferenceRow {
  muted: string[]
  not_pushed: string[]
  not_mailed: string[]
  has_quiet_hours: boolean
  quiet_start_minutes: number
  quiet_end_minutes: number
  digest: Frequency
  digest_minutes: number
  digest_weekday: number
  digest_due_at: Date | null
  digest_timezone: string | null
  digested_at: Date | null
  strangers: StrangerPolicy
}

/** What holds for those who never said what they want. */
export const defaults: PreferenceRow = {
  muted: [],
  not_pushed: [],
  not_mailed: [],
  has_quiet_hours: false,
  quiet_start_minutes: 22 * 60,
  quiet_end_minutes: 7 * 60,
  digest: 'off',
  digest_minutes: 8 * 60,
  digest_weekday: 1,
  digest_due_at: null,
  digest_timezone: null,
  digested_at: null,
  strangers: 'accept',
}

const columns = sql`p.muted, p.not_pushed, p.not_mailed, p.has_quiet_hours, p.quiet_start_minutes, p.quiet_end_minutes, p.digest,
  p.digest_minutes, p.digest_weekday, p.digest_due_at, p.digest_timezone, p.digested_at, p.strangers`

export async function selectPreference(db: Db, userId: string): Promise<PreferenceRow> {
  const { rows } = await sql<PreferenceRow>`
    select ${columns} from marketplace.notification_preference p where p.user_id = ${userId}`.execute(db)
  return rows[0] ?? defaults
}

/** The same, held until the transaction ends, so that of two changes neither undoes the other. */
export async function lockPreference(db: Db, userId: string, now: Date): Promise<PreferenceRow> {
  await sql`
    insert into marketplace.notification_preference (user_id, updated_at) values (${userId}, ${now}) on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<PreferenceRow>`
    select ${columns} from marketplace.notification_preference p where p.user_id = ${userId} for update`.execute(
    db,
  )
  return rows[0] ?? defaults
}

export async function updatePreference(db: Db, userId: string, row: PreferenceRow, now: Date): Promise<void> {
  await sql`
    update marketplace.notification_preference set muted = ${row.muted}, not_pushed = ${row.not_pushed}, not_mailed = ${row.not_mailed},
      has_quiet_hours = ${row.has_quiet_hours}, quiet_start_minutes = ${row.quiet_start_minutes}, quiet_end_minutes = ${row.quiet_end_minutes},
      digest = ${row.digest}, digest_minutes = ${row.digest_minutes}, digest_weekday = ${row.digest_weekday},
      digest_due_at = ${row.digest_due_at}, digest_timezone = ${row.digest_timezone}, digested_at = ${row.digested_at},
      strangers = ${row.strangers}, updated_at = ${now}
    where user_id = ${userId}`.execute(db)
}

/** Whether a person wants to be told nothing of a kind; both are columns or values of the statement. */
export const mutesKind = (person: RawBuilder<unknown>, category: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from marketplace.notification_preference mp where mp.user_id = ${person} and ${category} = any(mp.muted))`

/** What a person wants done with chats that strangers begin; the person is a column or value of the statement. */
export const strangerPolicyOf = (person: RawBuilder<unknown>): RawBuilder<StrangerPolicy> =>
  sql<StrangerPolicy>`coalesce((
    select sp.strangers from marketplace.notification_preference sp where sp.user_id = ${person}), 'accept')`

/** Somebody whose digest is due. */
export type DueDigest = PreferenceRow &
  Pick<
    UserRow,
    | 'id'
    | 'kind'
    | 'role'
    | 'name'
    | 'email'
    | 'status'
    | 'is_verified'
    | 'language'
    | 'timezone'
    | 'created_at'
  >

/** Takes those whose digest is due, and whom nobody else has taken. */
export async function lockDueDigests(db: Db, now: Date, most: number): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    select ${columns}, u.id, u.kind, u.role, u.name, u.email, u.status, u.is_verified, u.language, u.timezone, u.created_at
    from marketplace.notification_preference p join marketplace.users u on u.id = p.user_id
    where p.digest_due_at <= ${now} order by p.digest_due_at, p.user_id limit ${most} for update of p skip locked`.execute(
    db,
  )
  return rows
}

export async function deletePreference(db: Db, userId: string): Promise<void> {
  await sql`delete from marketplace.notification_preference where user_id = ${userId}`.execute(db)
}
