import { sql } from 'kysely'
import { minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { Platform } from '../apps.ts'
import type { BreadcrumbValue, DeviceValue, Level } from './report.ts'

export interface NewReport {
  id: string
  groupId: string
  message: string
  stack?: string
  level: Level
  platform: Platform
  app_version: string
  device: DeviceValue
  breadcrumbs: readonly BreadcrumbValue[]
  request_id?: string
}

/** Of one fingerprint, so many are kept of each minute; of those beyond, one of so many. */
const keptInMinute = 100

/**
 * Counts a report, and makes its group when it is the first. It is to be kept when its id comes back as that
 * of the last report: those beyond a hundred in a minute are not, but for every hundredth.
 */
export async function countReport(
  db: Db,
  report: NewReport & { fingerprint: string },
  now: Date,
): Promise<{ id: string; times_seen: number; last_report_id: string }> {
  const { id, groupId, fingerprint, message, level, platform, app_version } = report
  const minuteAgo = new Date(now.getTime() - minutes(1))
  const isNewMinute = sql`(g.minute_started_at <= ${minuteAgo} or g.minute_started_at > ${now})`
  const { rows } = await sql<{ id: string; times_seen: number; last_report_id: string }>`
    insert into marketplace.error_group as g (id, fingerprint, message, level, platform, app_version, times_seen,
      first_seen_at, last_seen_at, minute_started_at, minute_count, last_report_id)
    values (${groupId}, ${fingerprint}, ${message}, ${level}, ${platform}, ${app_version}, 1, ${now}, ${now}, ${now}, 1, ${id})
    on conflict (fingerprint) do update set
      message = excluded.message, level = excluded.level, platform = excluded.platform, app_version = excluded.app_version,
      times_seen = g.times_seen + 1,
      last_seen_at = greatest(g.last_seen_at, excluded.last_seen_at),
      minute_started_at = case when ${isNewMinute} then excluded.minute_started_at else g.minute_started_at end,
      minute_count = case when ${isNewMinute} then 1 else g.minute_count + 1 end,
      last_report_id = case
        when ${isNewMinute} or g.minute_count < ${keptInMinute} or (g.minute_count + 1) % ${keptInMinute} = 0
        then excluded.last_report_id else g.last_report_id end
    returning id, times_seen, last_report_id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the group of a report was neither made nor changed')
  return row
}

export async function insertReport(db: Db, report: NewReport, now: Date): Promise<void> {
  await sql`
    insert into marketplace.error_report (id, group_id, message, stack, level, platform, app_version, device, breadcrumbs,
      request_id, created_at)
    values (${report.id}, ${report.groupId}, ${report.message}, ${report.stack ?? null}, ${report.level}, ${report.platform},
      ${report.app_version}, ${JSON.stringify(report.device)}::jsonb, ${JSON.stringify(report.breadcrumbs)}::jsonb,
      ${report.request_id ?? null}, ${now})`.execute(db)
}

export interface GroupRow {
  id: string
  fingerprint: string
  message: string
  level: Level
  platform: Platform
  app_version: string
  times_seen: number
  first_seen_at: Date
  last_seen_at: Date
}

const groupColumns = sql`id, fingerprint, message, level, platform, app_version, times_seen, first_seen_at, last_seen_at`

/** By when a fault was first met, which does not move while somebody reads on. */
export const newestGroups = orderedBy<GroupRow>(
  'desc',
  ['first_seen_at', 'timestamptz', 'first_seen_at'],
  ['id', 'uuid', 'id'],
)

export async function selectGroups(
  db: Db,
  { level, after, limit }: { level: Level | null; after: Key | undefined; limit: number },
): Promise<GroupRow[]> {
  const isWanted = level === null ? sql`true` : sql`level = ${level}`
  const { rows } = await sql<GroupRow>`
    select ${groupColumns} from marketplace.error_group
    where ${isWanted} and ${newestGroups.isPast(after)} order by ${newestGroups.by} limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function selectGroup(db: Db, id: string): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    select ${groupColumns} from marketplace.error_group where id = ${id}`.execute(db)
  return rows[0]
}

export interface ReportRow {
  id: string
  message: string
  stack: string | null
  level: Level
  platform: Platform
  app_version: string
  device: DeviceValue
  breadcrumbs: BreadcrumbValue[]
  request_id: string | null
  created_at: Date
}

/** The newest reports that were kept of a group. */
export async function selectReports(db: Db, groupId: string, limit: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select id, message, stack, level, platform, app_version, device, breadcrumbs, request_id, created_at
    from marketplace.error_report where group_id = ${groupId} order by created_at desc, id desc limit ${limit}`.execute(
    db,
  )
  return rows
}
