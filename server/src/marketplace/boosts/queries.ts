import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import { unitsHeld } from '../posts/public.ts'
import type { Kind } from '../promotions/public.ts'
import { type Course, mostPausedMs, type Standing } from './boost.ts'

interface Counts {
  /** How often the listing was shown in lists at all; null of what was over before that was counted. */
  impressions: number | null
  views: number
  favourites: number
  chats: number
}

export interface Report extends Counts {
  days: number
  /** Those in places of its own. */
  promoted_impressions: number
  /** Of the seven days before it began. */
  before: Counts
}

export interface BoostRow extends Course {
  id: string
  post_id: string
  user_id: string
  package_id: string
  kind: Kind
  paid_minor: number
  refunded_minor: number
  /** What its unused days are worth, while a bank disputes what they were paid with. */
  withheld_minor: number
  currency: string
  mode: PaymentMode
  /** Of the card that pays it. */
  payment_id: string | null
  report: Report | null
  duration_days: number
  package_name: string
  /** Of the listing; empty where there is none any more. */
  title: string
  photo_ids: string[]
  created_at: Date
}

const isOpen = sql<boolean>`b.status in ('scheduled', 'active', 'suspended')`

/** People see the listing `p`, and nobody has to look at it first. */
const isShown = (now: Date) => sql<boolean>`(
  p.status = 'active' and p.expires_at > ${now} and not p.is_away and p.quantity - p.quantity_sold > ${unitsHeld(now)}
  and not exists (select from marketplace.post_review v where v.post_id = p.id and v.declined_at is null))`

/** It will not be for sale any more, as far as can be seen; one that is renewed is not over. */
const isOver = (now: Date) => sql<boolean>`(
  p.id is null or p.status in ('sold', 'closed', 'expired', 'soft_deleted', 'deleted')
  or (p.status in ('active', 'reserved') and p.expires_at <= ${now} and p.renews_since is null and not p.is_away))`

const standing = (now: Date) => sql<Standing>`
  case when ${isOver(now)} then 'over' when ${isShown(now)} then 'shown' else 'paused' end`

export interface ListingRow {
  id: string
  standing: Standing
  category_ids: string[]
}

/** Somebody's own listing, as far as boosts care. */
export async function selectListing(
  db: Db,
  id: string,
  userId: string,
  now: Date,
): Promise<ListingRow | undefined> {
  const { rows } = await sql<ListingRow>`
    select p.id, ${standing(now)} as standing, array_remove(array[p.category_id, p.sub_category_id, p.leaf_category_id], null) as category_ids
    from marketplace.post p where p.id = ${id} and p.author_id = ${userId} and p.status not in ('soft_deleted', 'deleted')`.execute(
    db,
  )
  return rows[0]
}

export async function selectStanding(db: Db, postId: string, now: Date): Promise<Standing> {
  const { rows } = await sql<{ standing: Standing }>`
    select ${standing(now)} as standing from (select ${postId}::uuid as id) asked left join marketplace.post p on p.id = asked.id`.execute(
    db,
  )
  return rows[0]?.standing ?? 'over'
}

const columns = sql`b.*, k.duration_days, k.name as package_name`

/** The boosts of a listing that are not over, in their order. The listing is locked, and with it all of them. */
export async function selectOpen(db: Db, postId: string): Promise<BoostRow[]> {
  const { rows } = await sql<BoostRow>`
    select ${columns}, coalesce(p.title, '') as title, coalesce(p.photo_ids, '{}') as photo_ids
    from marketplace.boost b join marketplace.package k on k.id = b.package_id left join marketplace.post p on p.id = b.post_id
    where b.post_id = ${postId} and ${isOpen} order by b.kind, b.starts_at`.execute(db)
  return rows
}

/** The kinds of which boosts of a listing wait for their payment, each as often as there is one. */
export async function selectAwaited(db: Db, postId: string): Promise<Kind[]> {
  const { rows } = await sql<{ kind: Kind }>`
    select kind from marketplace.boost where post_id = ${postId} and status = 'pending_payment'`.execute(db)
  return rows.map(({ kind }) => kind)
}

export async function keepPayment(db: Db, id: string, paymentId: string): Promise<void> {
  await sql`update marketplace.boost set payment_id = ${paymentId} where id = ${id}`.execute(db)
}

const fromDue = (now: Date) => sql`
  from marketplace.boost b left join marketplace.post p on p.id = b.post_id
  where ${isOpen} and (
    ${isOver(now)}
    or (b.status = 'scheduled' and b.starts_at <= ${now})
    or (b.status = 'active' and (b.ends_at <= ${now} or not ${isShown(now)}))
    or (b.status = 'suspended' and (b.suspended_at <= ${new Date(now.getTime() - mostPausedMs)} or ${isShown(now)})))`

export const anyDue = (now: Date) => sql`select 1 ${fromDue(now)} order by b.post_id limit 1`

/** The listings whose boosts the clock moves on, or that stand otherwise than their boosts. */
export async function selectDue(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    select distinct b.post_id ${fromDue(now)} order by 1 limit ${most}`.execute(db)
  return rows.map(({ post_id }) => post_id)
}

type NewBoost = Pick<
  BoostRow,
  | 'id'
  | 'post_id'
  | 'user_id'
  | 'package_id'
  | 'kind'
  | 'status'
  | 'starts_at'
  | 'ends_at'
  | 'paid_minor'
  | 'currency'
  | 'mode'
>

export async function insertBoost(db: Db, row: NewBoost, at: Date): Promise<void> {
  await sql`
    insert into marketplace.boost (id, post_id, user_id, package_id, kind, status, starts_at, ends_at, paid_minor, currency, mode,
      created_at, updated_at)
    values (${row.id}, ${row.post_id}, ${row.user_id}, ${row.package_id}, ${row.kind}, ${row.status}, ${row.starts_at},
      ${row.ends_at}, ${row.paid_minor}, ${row.currency}, ${row.mode}, ${at}, ${at})`.execute(db)
}

export async function updateCourse(db: Db, row: BoostRow, at: Date): Promise<void> {
  await sql`
    update marketplace.boost set status = ${row.status}, starts_at = ${row.starts_at}, ends_at = ${row.ends_at},
      suspended_at = ${row.suspended_at}, over_at = ${row.over_at}, refunded_minor = ${row.refunded_minor}, updated_at = ${at}
    where id = ${row.id}`.execute(db)
}

/** The listing of a boost. */
export async function selectPostOf(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ post_id: string }>`
    select post_id from marketplace.boost where id = ${id}`.execute(db)
  return rows[0]?.post_id
}

/** A boost, whose listing is locked. */
export async function selectBoost(db: Db, id: string): Promise<BoostRow | undefined> {
  const { rows } = await sql<BoostRow>`
    select ${columns}, coalesce(p.title, '') as title, coalesce(p.photo_ids, '{}') as photo_ids
    from marketplace.boost b join marketplace.package k on k.id = b.package_id left join marketplace.post p on p.id = b.post_id
    where b.id = ${id}`.execute(db)
  return rows[0]
}

/** The same, of one that is there for sure. */
export async function findBoost(db: Db, id: string): Promise<BoostRow> {
  const row = await selectBoost(db, id)
  if (!row) throw new Error(`there is no boost ${id}`)
  return row
}

export async function updateWithheld(
  db: Db,
  id: string,
  { withheldMinor, refundedMinor }: { withheldMinor: number; refundedMinor: number },
): Promise<void> {
  await sql`
    update marketplace.boost set withheld_minor = ${withheldMinor}, refunded_minor = ${refundedMinor} where id = ${id}`.execute(
    db,
  )
}

export const newestBoosts = orderedBy<BoostRow>(
  'desc',
  ['b.created_at', 'timestamptz', 'created_at'],
  ['b.id', 'uuid', 'id'],
)

export async function selectBoosts(
  db: Db,
  userId: string,
  { postId, after, limit }: { postId: string | null; after: Key | undefined; limit: number },
): Promise<BoostRow[]> {
  const isOfPost: RawBuilder<unknown> = postId === null ? sql`true` : sql`b.post_id = ${postId}`
  const { rows } = await sql<BoostRow>`
    select ${columns}, coalesce(p.title, '') as title, coalesce(p.photo_ids, '{}') as photo_ids
    from marketplace.boost b join marketplace.package k on k.id = b.package_id left join marketplace.post p on p.id = b.post_id
    where b.user_id = ${userId} and ${isOfPost} and ${newestBoosts.isPast(after)}
    order by ${newestBoosts.by} limit ${limit}`.execute(db)
  return rows
}

/** A boost that is over, whose report is still to be made; locked. */
export async function lockUnreported(db: Db, id: string): Promise<BoostRow | undefined> {
  const { rows } = await sql<BoostRow>`
    select ${columns}, coalesce(p.title, '') as title, coalesce(p.photo_ids, '{}') as photo_ids
    from marketplace.boost b join marketplace.package k on k.id = b.package_id left join marketplace.post p on p.id = b.post_id
    where b.id = ${id} and b.over_at is not null and b.report is null for update of b`.execute(db)
  return rows[0]
}

export async function keepReport(db: Db, id: string, report: Report): Promise<void> {
  await sql`update marketplace.boost set report = ${JSON.stringify(report)}::jsonb where id = ${id}`.execute(
    db,
  )
}

export interface PastRow {
  kind: Kind
  /** Boosts that it is made of. */
  n: number
  /** Views on a day: a quarter had fewer than the first number, and a quarter more than the second. */
  low: number
  high: number
}

const lookedAt = 200

/** What the latest boosts of each kind brought. */
export async function selectPast(db: Db): Promise<PastRow[]> {
  const { rows } = await sql<PastRow>`
    select kind.kind, count(*)::int as n, percentile_cont(0.25) within group (order by past.daily) as low,
      percentile_cont(0.75) within group (order by past.daily) as high
    from (select distinct k.kind from marketplace.package k where k.is_last and k.is_active) kind
    cross join lateral (
      select (b.report->>'views')::float8 / greatest(1, (b.report->>'days')::float8) as daily from marketplace.boost b
      where b.kind = kind.kind and b.report is not null order by b.over_at desc limit ${sql.lit(lookedAt)}) past
    group by 1`.execute(db)
  return rows
}
