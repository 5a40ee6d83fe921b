import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { postColumns, postTables, type View } from '../posts/public.ts'
import type { CaseRow, Reason, Snapshot } from '../reports/public.ts'
import { type LoggedRow, loggedColumns, type PersonJson, personJson } from './decision-queries.ts'
import { isQueued, type QueuedRow } from './queries.ts'

export const queueKinds = ['listing', 'report', 'appeal', 'resubmission', 'confirmation'] as const
export type QueueKind = (typeof queueKinds)[number]

/** A report as staff reads it; it comes as JSON. */
export interface ReportJson {
  id: string
  reason: Reason
  details: string
  evidence_ids: string[]
  snapshot: Snapshot
  created_at: string
  reporter: PersonJson
}

/** What a listing says at this moment. */
export interface NowJson {
  title: string
  description: string
  price_minor: number
  currency: string
  photo_ids: string[]
  version: number
}

/** Of what waits for staff. */
export interface QueueRow {
  kind: QueueKind
  /** Of the listing, the case, or the decision. */
  id: string
  since: Date
  /** As JSON. */
  reported: (Omit<CaseRow, 'opened_at'> & { reports: ReportJson[]; subject: PersonJson }) | null
  decision: LoggedRow | null
  /** Of a listing that was put right, as it is; as JSON. */
  now: NowJson | null
}

export const longestInQueue = orderedBy<QueueRow>(
  'asc',
  ['q.since', 'timestamptz', 'since'],
  ['q.id', 'uuid', 'id'],
)
const ofListings = orderedBy<QueueRow>(
  'asc',
  ['v.submitted_at', 'timestamptz', 'since'],
  ['v.post_id', 'uuid', 'id'],
)
const ofCases = orderedBy<QueueRow>('asc', ['c.opened_at', 'timestamptz', 'since'], ['c.id', 'uuid', 'id'])
const ofAppeals = orderedBy<QueueRow>(
  'asc',
  ['d.appealed_at', 'timestamptz', 'since'],
  ['d.id', 'uuid', 'id'],
)
const ofResubmissions = orderedBy<QueueRow>(
  'asc',
  ['d.resubmitted_at', 'timestamptz', 'since'],
  ['d.id', 'uuid', 'id'],
)
const ofProposals = orderedBy<QueueRow>(
  'asc',
  ['d.decided_at', 'timestamptz', 'since'],
  ['d.id', 'uuid', 'id'],
)

/** The last reports of a case are shown up to this many. */
const mostReports = 20

/** What its author has deleted meanwhile is not looked at. */
const isStillHidden = sql<boolean>`exists (
  select from marketplace.post p where p.id = d.target_id and p.status = 'hidden')`

/** About which somebody is still to decide; of a ban, a second person then says whether it shall be. */
const isWaiting = sql<boolean>`(c.is_open and not exists (
  select from marketplace.moderation_decision d where d.case_id = c.id and d.status = 'proposed'))`

interface Find {
  /** Who asks: what is about them is for others, and so is who reported it. */
  readerId: string
  kind: QueueKind | null
  isUrgent: boolean
  after: Key | undefined
  limit: number
}

/** What waits for staff, the longest first: the part of each kind comes out of an index of its own. */
export async function selectQueue(
  db: Db,
  { readerId, kind, isUrgent, after, limit }: Find,
): Promise<QueueRow[]> {
  const isAsked = (one: QueueKind) =>
    (kind === null || kind === one) && (!isUrgent || one === 'report' || one === 'confirmation')
  const parts = [
    isAsked('listing') &&
      sql`(select 'listing' as kind, v.post_id as id, v.submitted_at as since
        from marketplace.post_review v join marketplace.post p on p.id = v.post_id
        where ${isQueued} and p.author_id <> ${readerId} and ${ofListings.isPast(after)} order by ${ofListings.by} limit ${limit})`,
    isAsked('report') &&
      sql`(select 'report' as kind, c.id, c.opened_at as since from marketplace.moderation_case c
        where ${isWaiting} and c.subject_id <> ${readerId} and ${isUrgent ? sql`c.is_urgent` : sql`true`} and ${ofCases.isPast(after)}
        order by ${ofCases.by} limit ${limit})`,
    isAsked('appeal') &&
      sql`(select 'appeal' as kind, d.id, d.appealed_at as since from marketplace.moderation_decision d
        where d.appealed_at is not null and d.appeal_settled_at is null and d.subject_id <> ${readerId} and ${ofAppeals.isPast(after)}
        order by ${ofAppeals.by} limit ${limit})`,
    isAsked('resubmission') &&
      sql`(select 'resubmission' as kind, d.id, d.resubmitted_at as since from marketplace.moderation_decision d
        where d.resubmitted_at is not null and d.subject_id <> ${readerId} and ${isStillHidden} and ${ofResubmissions.isPast(after)}
        order by ${ofResubmissions.by} limit ${limit})`,
    isAsked('confirmation') &&
      sql`(select 'confirmation' as kind, d.id, d.decided_at as since from marketplace.moderation_decision d
        where d.status = 'proposed' and d.subject_id <> ${readerId} and ${ofProposals.isPast(after)}
        order by ${ofProposals.by} limit ${limit})`,
  ].filter((part) => part !== false)
  if (parts.length === 0) return []
  const { rows } = await sql<QueueRow>`
    with q as materialized (
      select * from (${sql.join(parts, sql` union all `)}) q order by ${longestInQueue.by} limit ${limit})
    select q.*,
      (select to_jsonb(c) || jsonb_build_object('subject', ${personJson('c.subject_id')}, 'reports', (
          select coalesce(jsonb_agg(r order by r.created_at), '[]') from (
            select r.id, r.reason, r.details, r.evidence_ids, r.snapshot, r.created_at, ${personJson('r.reporter_id')} as reporter
            from marketplace.report r where r.case_id = c.id order by r.created_at desc, r.id desc limit ${mostReports}) r))
        from marketplace.moderation_case c
        where c.id = case q.kind when 'report' then q.id
          else (select d.case_id from marketplace.moderation_decision d where d.id = q.id) end) as reported,
      (select to_jsonb(d) from (
        select d.*, ${loggedColumns} from marketplace.moderation_decision d
        where d.id = q.id and q.kind in ('appeal', 'resubmission', 'confirmation')) d) as decision,
      (select jsonb_build_object('title', p.title, 'description', p.description, 'price_minor', p.price_minor, 'currency', p.currency,
          'photo_ids', p.photo_ids, 'version', p.version)
        from marketplace.moderation_decision d join marketplace.post p on p.id = d.target_id
        where d.id = q.id and q.kind = 'resubmission') as now
    from q order by ${longestInQueue.by}`.execute(db)
  return rows
}

/** Some of the listings that wait. */
export async function selectQueued(db: Db, view: View, ids: readonly string[]): Promise<QueuedRow[]> {
  const { rows } = await sql<QueuedRow>`
    select ${postColumns(view)} from ${postTables()}
    where p.id = any(${[...ids]}::uuid[]) and ${isQueued}`.execute(db)
  return rows
}

export interface QueueCounts {
  listings: number
  reports: number
  urgent: number
  appeals: number
  resubmissions: number
  confirmations: number
}

/** How much of each kind waits that is not about the reader, each counted as far as `most`. */
export async function countQueue(db: Db, readerId: string, most: number): Promise<QueueCounts> {
  const { rows } = await sql<QueueCounts>`
    select
      (select count(*)::int from (
        select from marketplace.post_review v join marketplace.post p on p.id = v.post_id
        where ${isQueued} and p.author_id <> ${readerId} limit ${most}) n) as listings,
      (select count(*)::int from (
        select from marketplace.moderation_case c where ${isWaiting} and c.subject_id <> ${readerId} limit ${most}) n) as reports,
      (select count(*)::int from (
        select from marketplace.moderation_case c where ${isWaiting} and c.subject_id <> ${readerId} and c.is_urgent limit ${most}) n) as urgent,
      (select count(*)::int from (
        select from marketplace.moderation_decision
        where appealed_at is not null and appeal_settled_at is null and subject_id <> ${readerId} limit ${most}) n) as appeals,
      (select count(*)::int from (
        select from marketplace.moderation_decision d
        where d.resubmitted_at is not null and d.subject_id <> ${readerId} and ${isStillHidden} limit ${most}) n) as resubmissions,
      (select count(*)::int from (
        select from marketplace.moderation_decision where status = 'proposed' and subject_id <> ${readerId} limit ${most}) n) as confirmations`.execute(
    db,
  )
  return rows[0] ?? { listings: 0, reports: 0, urgent: 0, appeals: 0, resubmissions: 0, confirmations: 0 }
}
