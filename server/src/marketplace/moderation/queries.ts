import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { isLive, type PostRow, postColumns, postTables, type RiskReason, type View } from '../posts/public.ts'

export type QueuedRow = PostRow & { review_reasons: RiskReason[]; review_submitted_at: Date }

export const longestWaiting = orderedBy<QueuedRow>(
  'asc',
  ['v.submitted_at', 'timestamptz', 'review_submitted_at'],
  ['v.post_id', 'uuid', 'id'],
)

/** Whether somebody is to look at it: nobody has, and no decision about this version is held. */
export const isQueued = sql<boolean>`
  v.declined_at is null and v.post_id is not null and p.status not in ('hidden', 'soft_deleted', 'deleted')
  and not exists (select from marketplace.post_decision d where d.post_id = p.id and d.version = p.version)`

/** What waits for a moderator and is not theirs, the longest first. */
export async function selectReviews(
  db: Db,
  view: View & { viewer: string },
  page: { after: Key | undefined; limit: number },
): Promise<QueuedRow[]> {
  const { rows } = await sql<QueuedRow>`
    select ${postColumns(view)} from ${postTables()}
    where ${isQueued} and p.author_id <> ${view.viewer} and ${longestWaiting.isPast(page.after)}
    order by ${longestWaiting.by} limit ${page.limit}`.execute(db)
  return rows
}

/** What is known of somebody who sells. */
export interface SellerRecord {
  active: number
  sold: number
  rejected: number
  hidden: number
  /** Notices of violations that stand. */
  violations: number
}

/** The records of some people, by id. */
export async function selectSellerRecords(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, SellerRecord>> {
  const { rows } = await sql<SellerRecord & { id: string }>`
    select u.id, s.active, s.sold, s.rejected, s.hidden, n.violations
    from unnest(${[...new Set(ids)]}::uuid[]) u (id)
    cross join lateral (
      select count(*) filter (where ${isLive(now)}) as active, count(*) filter (where p.status = 'sold') as sold,
        count(*) filter (where p.status = 'rejected') as rejected, count(*) filter (where p.status = 'hidden') as hidden
      from marketplace.post p where p.author_id = u.id and p.status <> 'deleted') s
    cross join lateral (
      select count(*) as violations from marketplace.notification n
      where n.recipient_id = u.id and n.category = 'content_violation' and n.retracted_at is null) n`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...record }) => [id, record]))
}

/** Counting ends here. */
export const mostCounted = 250

export interface ModerationCounts {
  listings: number
  changes: number
  oldest_at: Date | null
  published: number
  joined: number
}

/** What waits for a moderator and is not theirs, and what is new since `since`; each counted as far as `mostCounted`. */
export async function countForModerators(db: Db, readerId: string, since: Date): Promise<ModerationCounts> {
  const { rows } = await sql<ModerationCounts>`
    select w.*,
      (select count(*) from (
        select from marketplace.post p
        where p.status in ('active', 'reserved') and p.cell_middle > -10000000 and p.published_at > ${since}
        limit ${mostCounted}) n) as published,
      (select count(*) from (
        select from marketplace.users u where u.status = 'active' and u.kind = 'member' and u.created_at > ${since}
        limit ${mostCounted}) n) as joined
    from (
      select count(*) filter (where q.is_listing) as listings, count(*) filter (where not q.is_listing) as changes,
        min(q.submitted_at) as oldest_at
      from (
        select v.change is null as is_listing, v.submitted_at
        from marketplace.post_review v join marketplace.post p on p.id = v.post_id
        where ${isQueued} and p.author_id <> ${readerId} order by v.submitted_at, v.post_id limit ${mostCounted}) q) w`.execute(
    db,
  )
  const [counts] = rows
  if (!counts) throw new Error('counting gave no row')
  return counts
}

/** What a moderator decided, until it takes effect. */
export interface HeldDecision {
  id: string
  postId: string
  version: number
  moderatorId: string
  /** To the author, of what is declined; null when it is accepted. */
  message: string | null
}

/** Keeps a decision about a locked listing; one about what the listing was before gives way. */
export async function insertDecision(
  db: Db,
  { id, postId, version, moderatorId, message }: HeldDecision,
  { decidedAt, effectiveAt }: { decidedAt: Date; effectiveAt: Date },
): Promise<void> {
  await sql`
    insert into marketplace.post_decision (id, post_id, version, moderator_id, message, decided_at, effective_at)
    values (${id}, ${postId}, ${version}, ${moderatorId}, ${message}, ${decidedAt}, ${effectiveAt})
    on conflict (post_id) do update set id = excluded.id, version = excluded.version, moderator_id = excluded.moderator_id,
      message = excluded.message, decided_at = excluded.decided_at, effective_at = excluded.effective_at`.execute(
    db,
  )
}

/** Whether a decision about the listing as it is now is held. */
export async function isDecided(db: Db, { id, version }: Pick<PostRow, 'id' | 'version'>): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.post_decision where post_id = ${id} and version = ${version}`.execute(db)
  return rows.length > 0
}

const decisionColumns = sql`id, post_id as "postId", version, moderator_id as "moderatorId", message`

/** Takes a held decision away. @returns it; undefined when it was taken back or another came after it. */
export async function takeDecision(db: Db, id: string): Promise<HeldDecision | undefined> {
  const { rows } = await sql<HeldDecision>`
    delete from marketplace.post_decision where id = ${id} returning ${decisionColumns}`.execute(db)
  return rows[0]
}

/** Takes away what this moderator decided about the listing as it is now. */
export async function takeOwnDecision(
  db: Db,
  { id, version }: Pick<PostRow, 'id' | 'version'>,
  moderatorId: string,
): Promise<HeldDecision | undefined> {
  const { rows } = await sql<HeldDecision>`
    delete from marketplace.post_decision
    where post_id = ${id} and version = ${version} and moderator_id = ${moderatorId} returning ${decisionColumns}`.execute(
    db,
  )
  return rows[0]
}
