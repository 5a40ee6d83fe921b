import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { QuietHoursRow } from '../../platform/quiet-hours.ts'
import type { Kind } from './kinds.ts'

export interface PreferenceRow extends QuietHoursRow {
  push: boolean
  email: boolean
  in_app: boolean
  reminders: boolean
  marketing: boolean
  goal_updates: boolean
  subscription: boolean
  /** Single kinds by single ways that they do not want, as `reminders.push`. */
  without: string[]
}

/** Everything at any time, until somebody says otherwise. */
export const defaults: PreferenceRow = {
  push: true,
  email: true,
  in_app: true,
  reminders: true,
  marketing: true,
  goal_updates: true,
  subscription: true,
  without: [],
  has_quiet_hours: false,
  quiet_start_minutes: 22 * 60,
  quiet_end_minutes: 7 * 60,
}

const columns = sql`p.push, p.email, p.in_app, p.reminders, p.marketing, p.goal_updates, p.subscription, p.without, p.has_quiet_hours,
  p.quiet_start_minutes, p.quiet_end_minutes`

export async function selectPreference(db: Db, userId: string): Promise<PreferenceRow> {
  const { rows } = await sql<PreferenceRow>`
    select ${columns} from wellness.preference p where p.user_id = ${userId}`.execute(db)
  return rows[0] ?? defaults
}

/** The same, held until the transaction ends, so that of two changes neither undoes the other. */
export async function lockPreference(db: Db, userId: string, now: Date): Promise<PreferenceRow> {
  await sql`
    insert into wellness.preference (user_id, updated_at) values (${userId}, ${now}) on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<PreferenceRow>`
    select ${columns} from wellness.preference p where p.user_id = ${userId} for update`.execute(db)
  return rows[0] ?? defaults
}

export async function updatePreference(db: Db, userId: string, row: PreferenceRow, now: Date): Promise<void> {
  await sql`
    update wellness.preference set push = ${row.push}, email = ${row.email}, in_app = ${row.in_app}, reminders = ${row.reminders},
      marketing = ${row.marketing}, goal_updates = ${row.goal_updates}, subscription = ${row.subscription}, without = ${row.without},
      has_quiet_hours = ${row.has_quiet_hours}, quiet_start_minutes = ${row.quiet_start_minutes},
      quiet_end_minutes = ${row.quiet_end_minutes}, updated_at = ${now}
    where user_id = ${userId}`.execute(db)
}

export type Way = 'push' | 'email' | 'inApp'

/**
 * Whether somebody whose row of wellness.preference is `preference`, or who has none, wants a kind by a way.
 * @param kind null for what always arrives.
 */
export const wants = (
  preference: string,
  kind: RawBuilder<Kind | null>,
  way: RawBuilder<Way>,
): RawBuilder<boolean> => sql<boolean>`wellness.wants(${sql.ref(preference)}, ${kind}, ${way})`
