import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { titleOfDeal, titlesOfDeals } from './queries.ts'

export interface DealRow {
  id: string
  order_id: string | null
  post_id: string
  buyer_id: string
  seller_id: string
  completed_at: Date
  review_until: Date
  /** When those who have not written are reminded; null once they were. */
  remind_at: Date | null
}

/** A deal with what it was about and who the other one is. */
export interface NamedDealRow extends DealRow {
  title: string
  other_id: string
  other_name: string
  other_photo_url: string | null
  other_is_verified: boolean
  other_created_at: Date
  /** Whether the other one wrote a review, be it visible or not. */
  is_reviewed: boolean
}

interface NewDeal {
  id: string
  completedAt: Date
  reviewUntil: Date
  remindAt: Date
}

/** Writes down that an order came to its end. @returns the deal; undefined where it was written down before. */
export async function insertOrderDeal(
  db: Db,
  orderId: string,
  { id, completedAt, reviewUntil, remindAt }: NewDeal,
): Promise<DealRow | undefined> {
  const { rows } = await sql<DealRow>`
    insert into marketplace.deal (id, order_id, post_id, buyer_id, seller_id, completed_at, review_until, remind_at)
    select ${id}, o.id, o.post_id, o.buyer_id, o.seller_id, ${completedAt}, ${reviewUntil}, ${remindAt}
    from marketplace.orders o where o.id = ${orderId}
    on conflict do nothing returning *`.execute(db)
  return rows[0]
}

/** Writes down that a listing was sold to somebody here; of one listing each buyer has one such deal. */
export async function insertSaleDeal(
  db: Db,
  { postId, buyerId }: { postId: string; buyerId: string },
  { id, completedAt, reviewUntil, remindAt }: NewDeal,
): Promise<DealRow | undefined> {
  const { rows } = await sql<DealRow>`
    insert into marketplace.deal (id, post_id, buyer_id, seller_id, completed_at, review_until, remind_at)
    select ${id}, p.id, ${buyerId}, p.author_id, ${completedAt}, ${reviewUntil}, ${remindAt} from marketplace.post p where p.id = ${postId}
    on conflict do nothing returning *`.execute(db)
  return rows[0]
}

/** Sales of a listing that were only written down, to one buyer or to all, locked. */
export async function lockSaleDeals(db: Db, postId: string, buyerId: string | null): Promise<DealRow[]> {
  const isMeant = buyerId === null ? sql`true` : sql`d.buyer_id = ${buyerId}`
  const { rows } = await sql<DealRow>`
    select d.* from marketplace.deal d where d.post_id = ${postId} and d.order_id is null and ${isMeant}
    order by d.id for update`.execute(db)
  return rows
}

/** Takes a locked deal away, unless its buyer wrote a review of it. @returns whether it went. */
export async function deleteUnreviewedDeal(db: Db, { id, buyer_id }: DealRow): Promise<boolean> {
  const { rows } = await sql`
    delete from marketplace.deal d where d.id = ${id}
      and not exists (select from marketplace.review r where r.deal_id = d.id and r.author_id = ${buyer_id})
    returning id`.execute(db)
  return rows.length > 0
}

export interface RemindedRow {
  deal_id: string
  recipient_id: string
  actor_id: string
  title: string
}

/** Takes the deals of which people are to be reminded. @returns those who have not written, and how many deals it were. */
export async function takeReminders(
  db: Db,
  now: Date,
  most: number,
): Promise<{ taken: number; rows: RemindedRow[] }> {
  const { rows } = await sql<RemindedRow & { is_due: boolean }>`
    with due as (
      update marketplace.deal set remind_at = null where id = any(array(
        select id from marketplace.deal where remind_at <= ${now} order by remind_at limit ${most} for update skip locked))
      returning *
    )
    select d.id as deal_id, side.recipient_id, side.actor_id, ${titleOfDeal} as title,
      d.review_until > ${now} and not exists (
        select from marketplace.review r where r.deal_id = d.id and r.author_id = side.recipient_id) as is_due
    from due d ${titlesOfDeals}
    cross join lateral (values (d.buyer_id, d.seller_id), (d.seller_id, d.buyer_id)) side (recipient_id, actor_id)`.execute(
    db,
  )
  return { taken: rows.length / 2, rows: rows.filter(({ is_due: isDue }) => isDue) }
}

/** Deletes somebody's deals, with all that was said of them. */
export async function deleteDealsOf(db: Db, personId: string): Promise<void> {
  await sql`delete from marketplace.deal d where ${isOf(personId)}`.execute(db)
}

const isOf = (personId: string) => sql<boolean>`(d.buyer_id = ${personId} or d.seller_id = ${personId})`

/** A deal of somebody's, locked: of its two reviews the second one finds the first. */
export async function lockDeal(db: Db, id: string, personId: string): Promise<DealRow | undefined> {
  const { rows } = await sql<DealRow>`
    select d.* from marketplace.deal d where d.id = ${id} and ${isOf(personId)} for update`.execute(db)
  return rows[0]
}

export const newestDeals = orderedBy<DealRow>(
  'desc',
  ['d.review_until', 'timestamptz', 'review_until'],
  ['d.id', 'uuid', 'id'],
)

const named = (deals: RawBuilder<unknown>, personId: string) => sql`
  select d.*, ${titleOfDeal} as title, other.id as other_id, other.name as other_name, other.profile_photo_url as other_photo_url,
    other.is_verified as other_is_verified, other.created_at as other_created_at,
    exists (select from marketplace.review r where r.deal_id = d.id and r.author_id = other.id) as is_reviewed
  from ${deals} d
  join marketplace.users other on other.id = case d.buyer_id when ${personId}::uuid then d.seller_id else d.buyer_id end
  ${titlesOfDeals}`

interface DealPage {
  after: Key | undefined
  limit: number
}

/** A page of somebody's deals. Each side has an index of its own; nobody is both. */
async function selectDeals(
  db: Db,
  personId: string,
  isMeant: RawBuilder<unknown>,
  { after, limit }: DealPage,
): Promise<NamedDealRow[]> {
  const side = (column: string) => sql`(
    select d.* from marketplace.deal d
    where ${sql.ref(column)} = ${personId} and ${newestDeals.isPast(after)} and ${isMeant}
    order by ${newestDeals.by} limit ${limit})`
  const deals = sql`(${side('d.buyer_id')} union all ${side('d.seller_id')})`
  const { rows } = await sql<NamedDealRow>`
    ${named(deals, personId)} order by ${newestDeals.by} limit ${limit}`.execute(db)
  return rows
}

/** Deals of somebody that they can still review, or of which they wait for the other side; the newest first. */
export const selectPendingDeals = (
  db: Db,
  personId: string,
  { now, ...page }: DealPage & { now: Date },
): Promise<NamedDealRow[]> =>
  selectDeals(
    db,
    personId,
    sql`d.review_until > ${now} and not exists (
      select from marketplace.review r where r.deal_id = d.id and r.author_id = ${personId} and r.visible_at <= ${now})`,
    page,
  )

/** Deals of somebody, of an order or a listing where one is named; the newest first. */
export function selectDealsAbout(
  db: Db,
  personId: string,
  { orderId, postId, ...page }: DealPage & { orderId: string | undefined; postId: string | undefined },
): Promise<NamedDealRow[]> {
  const isOfOrder = orderId === undefined ? sql`true` : sql`d.order_id = ${orderId}`
  const isOfPost = postId === undefined ? sql`true` : sql`d.post_id = ${postId}`
  return selectDeals(db, personId, sql`${isOfOrder} and ${isOfPost}`, page)
}
