import { sql } from 'kysely'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { isReadableBy } from '../posts/public.ts'
import { isVisible } from '../users/public.ts'
import type { Reason } from './reasons.ts'
import type { FrozenMessage, Snapshot } from './snapshot.ts'

export const models = ['post', 'comment', 'chat', 'user', 'review'] as const
export type Model = (typeof models)[number]

/** What is reported. */
export interface Target {
  model: Model
  targetId: string
  /** Whose it is, or who it is. */
  subjectId: string
}

interface ReportedPost {
  author_id: string
  title: string
  description: string
  price_minor: number
  currency: string
  photo_ids: string[]
}

/** @returns undefined where the person does not see it. */
export async function findReportedPost(
  db: Db,
  id: string,
  viewer: string,
  now: Date,
): Promise<ReportedPost | undefined> {
  const { rows } = await sql<ReportedPost>`
    select p.author_id, p.title, p.description, p.price_minor, p.currency, p.photo_ids from marketplace.post p
    where p.id = ${id} and ${isReadableBy({ viewer, isStaff: false, now })}`.execute(db)
  return rows[0]
}

/** A comment that stands below a listing; undefined where the person does not see either. */
export async function findReportedComment(
  db: Db,
  id: string,
  viewer: string,
  now: Date,
): Promise<{ author_id: string; text: string; title: string } | undefined> {
  const { rows } = await sql<{ author_id: string; text: string; title: string }>`
    select c.author_id, c.text, p.title from marketplace.comment c join marketplace.post p on p.id = c.post_id
    where c.id = ${id} and c.deleted_at is null and ${isVisible(viewer, 'c.author_id')}
      and ${isReadableBy({ viewer, isStaff: false, now })}`.execute(db)
  return rows[0]
}

/** Messages are frozen up to this many. */
export const mostFrozen = 50

/** Some messages of a room, or the last ones, as its reader sees them, oldest first. */
export async function selectFrozen(
  db: Db,
  { roomId, viewerId, ids }: { roomId: string; viewerId: string; ids: readonly string[] | undefined },
): Promise<FrozenMessage[]> {
  const { rows } = await sql<FrozenMessage>`
    select id, sender_id, text, media_ids, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    from (
      select m.* from marketplace.message m
      where m.room_id = ${roomId} and m.deleted_at is null and ${ids ? isOneOf(sql`m.id`, ids) : sql`true`}
        and not exists (
          select from marketplace.message_hidden h
          where h.user_id = ${viewerId}::uuid and h.room_id = m.room_id and h.seq = m.seq)
      order by m.seq desc limit ${mostFrozen}) m
    order by m.seq`.execute(db)
  return rows
}

/** The open report of a person about a thing. */
export async function findOwnReport(
  db: Db,
  reporterId: string,
  { model, targetId }: Omit<Target, 'subjectId'>,
): Promise<{ id: string; case_id: string } | undefined> {
  const { rows } = await sql<{ id: string; case_id: string }>`
    select r.id, r.case_id from marketplace.report r join marketplace.moderation_case c on c.id = r.case_id
    where r.reporter_id = ${reporterId} and r.settled_at is null and c.model = ${model} and c.target_id = ${targetId} and c.is_open`.execute(
    db,
  )
  return rows[0]
}

/** How the last reports of a person ended. */
export async function countLately(
  db: Db,
  reporterId: string,
): Promise<{ upheld: number; dismissed: number }> {
  const { rows } = await sql<{ upheld: number; dismissed: number }>`
    select (count(*) filter (where is_upheld))::int as upheld, (count(*) filter (where not is_upheld))::int as dismissed
    from (
      select is_upheld from marketplace.report where reporter_id = ${reporterId} and settled_at is not null
      order by settled_at desc limit 5) r`.execute(db)
  return rows[0] ?? { upheld: 0, dismissed: 0 }
}

export interface CaseRow {
  id: string
  model: Model
  target_id: string
  subject_id: string
  is_open: boolean
  opened_at: Date
  points: number
  report_count: number
  is_urgent: boolean
  has_hidden: boolean
}

/** The open case of what is reported, locked; made where there is none. */
export async function openCase(
  db: Db,
  { id, model, targetId, subjectId, at }: Target & { id: string; at: Date },
): Promise<CaseRow> {
  const { rows } = await sql<CaseRow>`
    insert into marketplace.moderation_case as c (id, model, target_id, subject_id, opened_at)
    values (${id}, ${model}, ${targetId}, ${subjectId}, ${at})
    on conflict (model, target_id, subject_id) where is_open do update set points = c.points
    returning *`.execute(db)
  const [row] = rows
  if (!row) throw new Error('opening a case gave no row')
  return row
}

export interface NewReport {
  id: string
  caseId: string
  reporterId: string
  reason: Reason
  details: string
  evidenceIds: readonly string[]
  snapshot: Snapshot
  keptIds: readonly string[]
  points: number
  isSevere: boolean
  at: Date
}

/** Writes a report into its locked case. @returns the case after it. */
export async function insertReport(db: Db, report: NewReport): Promise<CaseRow> {
  await sql`
    insert into marketplace.report (id, case_id, reporter_id, reason, details, evidence_ids, snapshot, kept_ids, points, created_at)
    values (${report.id}, ${report.caseId}, ${report.reporterId}, ${report.reason}, ${report.details}, ${[...report.evidenceIds]}::uuid[],
      ${JSON.stringify(report.snapshot)}::jsonb, ${[...report.keptIds]}::uuid[], ${report.points}, ${report.at})`.execute(
    db,
  )
  const { rows } = await sql<CaseRow>`
    update marketplace.moderation_case set points = points + ${report.points}, report_count = report_count + 1,
      is_urgent = is_urgent or ${report.isSevere}
    where id = ${report.caseId} returning *`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the locked case is gone')
  return row
}

/** Notes that the reports of a case hid the listing, until somebody looks. */
export async function markHidden(db: Db, caseId: string): Promise<void> {
  await sql`
    update marketplace.moderation_case set has_hidden = true, is_urgent = true where id = ${caseId}`.execute(
    db,
  )
}

export async function lockCase(db: Db, id: string): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`
    select * from marketplace.moderation_case where id = ${id} for update`.execute(db)
  return rows[0]
}

export interface SettledReport {
  id: string
  reporter_id: string
}

/** Ends a locked case. @returns its reports. */
export async function settleCase(
  db: Db,
  id: string,
  { isUpheld, at }: { isUpheld: boolean; at: Date },
): Promise<SettledReport[]> {
  await sql`update marketplace.moderation_case set is_open = false where id = ${id}`.execute(db)
  const { rows } = await sql<SettledReport>`
    update marketplace.report set settled_at = ${at}, is_upheld = ${isUpheld} where case_id = ${id}
    returning id, reporter_id`.execute(db)
  return rows
}

/** Has a case wait again whose decision was taken back, unless there is another by now about the same. */
export async function reopenCase(db: Db, id: string): Promise<void> {
  const { rows } = await sql`
    update marketplace.moderation_case c set is_open = true, has_hidden = false
    where id = ${id} and not exists (
      select from marketplace.moderation_case o
      where o.model = c.model and o.target_id = c.target_id and o.subject_id = c.subject_id and o.is_open)
    returning id`.execute(db)
  if (rows.length > 0)
    await sql`update marketplace.report set settled_at = null, is_upheld = null where case_id = ${id}`.execute(
      db,
    )
}

/** Notes that the reports of a case were right after all, or not. */
export async function judgeReports(db: Db, caseId: string, isUpheld: boolean): Promise<void> {
  await sql`update marketplace.report set is_upheld = ${isUpheld} where case_id = ${caseId}`.execute(db)
}

/** Whether somebody made one of the reports of a case. */
export async function isReporter(db: Db, caseId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.report where case_id = ${caseId} and reporter_id = ${personId}`.execute(db)
  return rows.length > 0
}

/** What stood there when the first report of a case was made. */
export async function findSnapshot(db: Db, caseId: string): Promise<Snapshot | undefined> {
  const { rows } = await sql<{ snapshot: Snapshot }>`
    select snapshot from marketplace.report where case_id = ${caseId} order by created_at, id limit 1`.execute(
    db,
  )
  return rows[0]?.snapshot
}

/** Takes away reports that were settled long ago. @returns the pictures that each kept. */
export async function deleteSettled(db: Db, before: Date, most: number): Promise<string[][]> {
  const { rows } = await sql<{ pictures: string[] }>`
    delete from marketplace.report where id = any(array(
      select id from marketplace.report where settled_at < ${before} order by settled_at limit ${most} for update skip locked))
    returning evidence_ids || kept_ids as pictures`.execute(db)
  return rows.map(({ pictures }) => pictures)
}

/** Something that everybody may know how often it was done. */
/** Whether somebody reported a case as spam. */
export async function isReportedAsSpam(db: Db, caseId: string): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.report where case_id = ${caseId} and reason = 'spam' limit 1`.execute(db)
  return rows.length > 0
}

export interface Counted {
  what: 'report' | 'hidden' | 'decision' | 'appeal' | 'resubmission' | 'undone'
  kind: string
}

/** Adds to what everybody may know; the last statement of its transaction, since others wait for the same rows. */
export async function addCounts(db: Db, counted: readonly Counted[], at: Date): Promise<void> {
  await sql`
    insert into marketplace.moderation_count as c (month, what, kind, count)
    select date_trunc('month', ${at}::timestamptz at time zone 'UTC')::date, done.what, done.kind, 1
    from unnest(${counted.map(({ what }) => what)}::text[], ${counted.map(({ kind }) => kind)}::text[]) done (what, kind)
    order by done.what, done.kind
    on conflict (month, what, kind) do update set count = c.count + 1`.execute(db)
}

export interface CountRow {
  /** 'YYYY-MM'. */
  month: string
  what: Counted['what']
  kind: string
  count: number
}

/** What was counted in the last months, this one included, the newest month first. */
export async function selectCounts(db: Db, months: number, now: Date): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select to_char(month, 'YYYY-MM') as month, what, kind, count from marketplace.moderation_count
    where month > (date_trunc('month', ${now}::timestamptz at time zone 'UTC') - make_interval(months => ${months}))::date
      and month <= (${now}::timestamptz at time zone 'UTC')::date
    order by month desc, what, kind`.execute(db)
  return rows
}

/** Takes away what some reports of a person say of their own. @returns the pictures of each. */
export async function emptyReportsOf(db: Db, reporterId: string, most: number): Promise<string[][]> {
  const { rows } = await sql<{ evidence_ids: string[] }>`
    with own as (
      select id, evidence_ids from marketplace.report
      where reporter_id = ${reporterId} and (details <> '' or evidence_ids <> '{}') limit ${most} for update
    )
    update marketplace.report r set details = '', evidence_ids = '{}' from own where own.id = r.id
    returning own.evidence_ids`.execute(db)
  return rows.map((row) => row.evidence_ids)
}
