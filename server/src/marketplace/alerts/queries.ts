import { sql } from 'kysely'
import { cached } from '../../platform/cache.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Platform } from '../apps.ts'
import type { Kind, Severity } from './kinds.ts'

export interface AlertRow {
  id: string
  version: number
  title: string
  message: string
  severity: Severity
  kind: Kind
  platforms: Platform[]
  min_version: string | null
  max_version: string | null
  starts_at: Date
  ends_at: Date | null
  is_dismissible: boolean
  ended_at: Date | null
  created_at: Date
  updated_at: Date
}

const columns = sql`id, version, title, message, severity, kind, platforms, min_version, max_version, starts_at, ends_at,
  is_dismissible, ended_at, created_at, updated_at`

/**
 * What every process keeps of the alerts: those under way and those to come. Which of them hold is said by the
 * clock of who reads; a day is more than clocks differ.
 */
export const standingAlerts = cached('marketplace.app-alert', async (db): Promise<readonly AlertRow[]> => {
  const { rows } = await sql<AlertRow>`
    select ${columns} from marketplace.app_alert
    where ended_at is null and (ends_at is null or ends_at > now() - interval '1 day')`.execute(db)
  return rows
})

/** Who writes alerts has the processes forget those they keep. */
type Writing = Pick<Work, 'db' | 'invalidate'>

export type NewAlert = Omit<AlertRow, 'version' | 'ended_at' | 'created_at' | 'updated_at'>

/** Makes an alert, or writes all of one anew. @returns undefined when it has been ended. */
export async function upsertAlert(
  { db, invalidate }: Writing,
  alert: NewAlert,
  now: Date,
): Promise<AlertRow | undefined> {
  invalidate(standingAlerts)
  const { rows } = await sql<AlertRow>`
    insert into marketplace.app_alert as a (id, title, message, severity, kind, platforms, min_version, max_version, starts_at,
      ends_at, is_dismissible, created_at, updated_at)
    values (${alert.id}, ${alert.title}, ${alert.message}, ${alert.severity}, ${alert.kind}, ${alert.platforms}::text[],
      ${alert.min_version}, ${alert.max_version}, ${alert.starts_at}, ${alert.ends_at}, ${alert.is_dismissible}, ${now}, ${now})
    on conflict (id) do update set title = excluded.title, message = excluded.message, severity = excluded.severity,
      kind = excluded.kind, platforms = excluded.platforms, min_version = excluded.min_version,
      max_version = excluded.max_version, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      is_dismissible = excluded.is_dismissible, version = a.version + 1, updated_at = excluded.updated_at
    where a.ended_at is null returning ${columns}`.execute(db)
  return rows[0]
}

/** Ends an alert; the first time stays. */
export async function endAlert(
  { db, invalidate }: Writing,
  id: string,
  now: Date,
): Promise<AlertRow | undefined> {
  invalidate(standingAlerts)
  const { rows } = await sql<AlertRow>`
    update marketplace.app_alert set ended_at = coalesce(ended_at, ${now}),
      version = version + (ended_at is null)::int, updated_at = case when ended_at is null then ${now} else updated_at end
    where id = ${id} returning ${columns}`.execute(db)
  return rows[0]
}

export async function selectAlert(db: Db, id: string): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`
    select ${columns} from marketplace.app_alert where id = ${id}`.execute(db)
  return rows[0]
}

/** Of an alert that is about to be written anew. */
export async function lockAlert(db: Db, id: string): Promise<Pick<AlertRow, 'version'> | undefined> {
  const { rows } = await sql<Pick<AlertRow, 'version'>>`
    select version from marketplace.app_alert where id = ${id} for update`.execute(db)
  return rows[0]
}

export const newestAlerts = orderedBy<AlertRow>(
  'desc',
  ['created_at', 'timestamptz', 'created_at'],
  ['id', 'uuid', 'id'],
)

export async function selectAlerts(
  db: Db,
  { after, limit }: { after: Key | undefined; limit: number },
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${columns} from marketplace.app_alert
    where ${newestAlerts.isPast(after)} order by ${newestAlerts.by} limit ${limit}`.execute(db)
  return rows
}

export async function insertAcknowledgement(
  db: Db,
  { userId, alertId }: { userId: string; alertId: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into marketplace.app_alert_acknowledgement (user_id, alert_id, created_at) values (${userId}, ${alertId}, ${now})
    on conflict do nothing`.execute(db)
}

/** Which of some alerts somebody has read. */
export async function selectAcknowledged(
  db: Db,
  userId: string,
  alertIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ alert_id: string }>`
    select alert_id from marketplace.app_alert_acknowledgement
    where user_id = ${userId} and alert_id = any(${[...alertIds]}::uuid[]) order by alert_id`.execute(db)
  return rows.map((row) => row.alert_id)
}
