import { type RawBuilder, sql } from 'kysely'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { OfferReason, OfferSide, OfferStatus, StoredOffer } from '../chat/public.ts'
import { isLive, isPublic, type PostRow, unitsHeld } from '../posts/public.ts'
import { isOfPresentOwner, isVisible, isVisibleToPartner } from '../users/public.ts'

export interface OfferRow extends StoredOffer {
  version: number
  room_id: string
  buyer_id: string
  seller_id: string
  /** The one that it answers. */
  answers: string | null
  created_at: Date
  updated_at: Date
  due_at: Date | null
}

/** An offer with what lists show beside it. */
export interface NamedOfferRow extends OfferRow {
  buyer_name: string
  seller_name: string
  title: string
  photo_id: string | null
  note: string
}

/** What an offer has to know of a listing. */
export interface ListingRow
  extends Pick<PostRow, 'id' | 'author_id' | 'price_minor' | 'currency' | 'status' | 'allows_offers'> {
  is_live: boolean
  /** Pieces that are neither sold nor kept for somebody. */
  free: number
  /** When it ends, unless it is renewed then. */
  over_at: Date | null
}

/** A listing that somebody can see. */
export async function findListing(
  db: Db,
  id: string,
  viewer: string,
  now: Date,
): Promise<ListingRow | undefined> {
  const { rows } = await sql<ListingRow>`
    select p.id, p.author_id, p.price_minor, p.currency, p.status, p.allows_offers, ${isLive(now)} as is_live,
      (p.quantity - p.quantity_sold - ${unitsHeld(now)})::int as free,
      case when p.renews_since is null then p.expires_at end as over_at
    from marketplace.post p where p.id = ${id} and ${isPublic} and ${isVisible(viewer, 'p.author_id')}`.execute(
    db,
  )
  return rows[0]
}

/** Whose listing it is; undefined where nobody but its author sees it. */
export async function findSeller(db: Db, postId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.author_id as id from marketplace.post p
    where p.id = ${postId} and ${isPublic} and ${isVisible(null, 'p.author_id')}`.execute(db)
  return rows[0]?.id
}

/** What a chat is about; null where that is no listing. */
export async function findTopic(db: Db, roomId: string): Promise<string | null> {
  const { rows } = await sql<{ postId: string | null }>`
    select post_id as "postId" from marketplace.chat_room where id = ${roomId}`.execute(db)
  return rows[0]?.postId ?? null
}

export type NewOffer = Pick<
  OfferRow,
  | 'id'
  | 'post_id'
  | 'room_id'
  | 'buyer_id'
  | 'seller_id'
  | 'made_by'
  | 'answers'
  | 'quantity'
  | 'price_minor'
  | 'currency'
  | 'status'
  | 'reason'
  | 'created_at'
  | 'expires_at'
  | 'due_at'
>

/** @returns the offer; undefined where another one stands between the two. */
export async function insertOffer(db: Db, offer: NewOffer): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    insert into marketplace.offer (id, post_id, room_id, buyer_id, seller_id, made_by, answers, quantity, price_minor, currency,
      status, reason, created_at, updated_at, expires_at, due_at)
    values (${offer.id}, ${offer.post_id}, ${offer.room_id}, ${offer.buyer_id}, ${offer.seller_id}, ${offer.made_by}, ${offer.answers},
      ${offer.quantity}, ${offer.price_minor}, ${offer.currency}, ${offer.status}, ${offer.reason}, ${offer.created_at},
      ${offer.created_at}, ${offer.expires_at}, ${offer.due_at})
    on conflict (buyer_id, post_id) where status in ('open', 'accepted') do nothing
    returning *`.execute(db)
  return rows[0]
}

/** An offer of which somebody is one of the two. */
export async function findOfferOf(db: Db, id: string, personId: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select o.* from marketplace.offer o
    where o.id = ${id} and (o.buyer_id = ${personId} or o.seller_id = ${personId})
      and ${isOfPresentOwner(personId, 'o.created_at')}`.execute(db)
  return rows[0]
}

/** The same, for a purchase that holds the listing: nothing of it changes until that is written. */
export async function lockOfferOf(db: Db, id: string, personId: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select o.* from marketplace.offer o
    where o.id = ${id} and (o.buyer_id = ${personId} or o.seller_id = ${personId}) for no key update`.execute(
    db,
  )
  return rows[0]
}

export async function findOffer(db: Db, id: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`select o.* from marketplace.offer o where o.id = ${id}`.execute(db)
  return rows[0]
}

export const isStanding = sql<boolean>`o.status in ('open', 'accepted')`

export async function findStanding(db: Db, postId: string, buyerId: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select o.* from marketplace.offer o
    where o.buyer_id = ${buyerId} and o.post_id = ${postId} and ${isStanding}`.execute(db)
  return rows[0]
}

export interface Step {
  status: OfferStatus
  reason?: OfferReason | null
  heldUntil?: Date | null
  dueAt?: Date | null
}

/** Moves an offer that is still what it was. @returns undefined where somebody was faster. */
export async function updateOffer(
  db: Db,
  { id, status: before }: Pick<OfferRow, 'id' | 'status'>,
  step: Step,
  now: Date,
): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    update marketplace.offer o set status = ${step.status}, reason = ${step.reason ?? null}, due_at = ${step.dueAt ?? null},
      held_until = coalesce(${step.heldUntil ?? null}::timestamptz, held_until), version = version + 1, updated_at = ${now}
    where o.id = ${id} and o.status = ${before} returning *`.execute(db)
  return rows[0]
}

/** Its reminder was given: what comes next is its end. */
export async function markReminded(db: Db, { id, status }: OfferRow, endsAt: Date): Promise<void> {
  await sql`update marketplace.offer set due_at = ${endsAt} where id = ${id} and status = ${status}`.execute(
    db,
  )
}

/** Ends offers that stand. @returns what they were before, under what they are now. */
export async function endOffers(
  db: Db,
  ids: readonly string[],
  { status, reason }: { status: 'ended' | 'declined'; reason: OfferReason },
  now: Date,
): Promise<(OfferRow & { was: OfferStatus })[]> {
  const { rows } = await sql<OfferRow & { was: OfferStatus }>`
    with was as (
      select o.id, o.status from marketplace.offer o where ${isOneOf(sql`o.id`, ids)} and ${isStanding} order by o.id for no key update
    )
    update marketplace.offer o set status = ${status}, reason = ${reason}, due_at = null, version = o.version + 1, updated_at = ${now}
    from was where o.id = was.id returning o.*, was.status as was`.execute(db)
  return rows
}

export type StandingRow = Pick<OfferRow, 'id' | 'post_id' | 'quantity' | 'status' | 'currency'>

const standing = sql`select o.id, o.post_id, o.quantity, o.status, o.currency from marketplace.offer o`

/** What stands about a listing; the last accepted first. */
export async function selectStandingAbout(db: Db, postId: string): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    ${standing} where o.post_id = ${postId} and ${isStanding} order by o.held_until desc nulls last, o.id`.execute(
    db,
  )
  return rows
}

/** What stands between two people. */
export async function selectStandingBetween(db: Db, a: string, b: string): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    ${standing} where o.buyer_id = ${a} and o.seller_id = ${b} and ${isStanding}
    union all ${standing} where o.buyer_id = ${b} and o.seller_id = ${a} and ${isStanding}`.execute(db)
  return rows
}

/** What of somebody's stands, on either side. */
export async function selectStandingOf(db: Db, personId: string): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    ${standing} where o.buyer_id = ${personId} and ${isStanding}
    union all ${standing} where o.seller_id = ${personId} and ${isStanding}`.execute(db)
  return rows
}

/** How a listing stands, and how many pieces of it are not sold. */
export async function findStock(
  db: Db,
  postId: string,
): Promise<{ status: string; quantity: number } | undefined> {
  const { rows } = await sql<{ status: string; quantity: number }>`
    select status, quantity from marketplace.post where id = ${postId}`.execute(db)
  return rows[0]
}

/** What notices tell of an offer beside itself. */
export interface Subject {
  title: string
  photo_ids: string[]
  /** The chat is none of its seller's list, so they hear nothing of it. */
  isKeptFromSeller: boolean
}

export async function selectSubject(db: Db, { post_id, room_id, seller_id }: OfferRow): Promise<Subject> {
  const { rows } = await sql<Subject>`
    select p.title, p.photo_ids, exists (
      select from marketplace.room_member m where m.room_id = ${room_id} and m.user_id = ${seller_id} and m.request <> 'none'
    ) as "isKeptFromSeller"
    from marketplace.post p where p.id = ${post_id}`.execute(db)
  const [subject] = rows
  if (!subject) throw new Error('the listing of an offer is gone')
  return subject
}

const due = (now: Date, most: number) => sql<{ id: string }>`
  select id from marketplace.offer where due_at <= ${now} order by due_at limit ${most}`

export const anyDue = (now: Date) => due(now, 1)

/** The next offers about which something is to be done. */
export async function selectDue(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await due(now, most).execute(db)
  return rows.map(({ id }) => id)
}

const named = (offers: RawBuilder<unknown>) => sql`
  select o.*, buyer.name as buyer_name, seller.name as seller_name, p.title, p.photo_ids[1] as photo_id, coalesce(m.text, '') as note
  from ${offers} o
  join marketplace.users buyer on buyer.id = o.buyer_id
  join marketplace.users seller on seller.id = o.seller_id
  join marketplace.post p on p.id = o.post_id
  left join marketplace.message m on m.offer_id = o.id`

export async function findNamedOffer(db: Db, id: string): Promise<NamedOfferRow | undefined> {
  const { rows } = await sql<NamedOfferRow>`${named(sql`marketplace.offer`)} where o.id = ${id}`.execute(db)
  return rows[0]
}

export const newestOffers = orderedBy<OfferRow>(
  'desc',
  ['o.created_at', 'timestamptz', 'created_at'],
  ['o.id', 'uuid', 'id'],
)

/** As `offerStatusAt` has it. */
const shownStatus = (now: Date) => sql<OfferStatus>`
  case when o.status = 'open' and o.expires_at <= ${now} then 'expired'
    when o.status = 'accepted' and o.held_until <= ${now} then 'lapsed' else o.status end`

interface Filter {
  role: OfferSide | null
  postId: string | null
  status: OfferStatus | null
  after: Key | undefined
  limit: number
}

/** What somebody offered, was offered, or both, newest first; nothing of those whom they do not see, nor of chats kept apart. */
export async function selectOffersOf(
  db: Db,
  personId: string,
  { role, postId, status, after, limit }: Filter,
  now: Date,
): Promise<NamedOfferRow[]> {
  const isWanted = sql`(${postId === null ? sql`true` : sql`o.post_id = ${postId}`}
    and ${status === null ? sql`true` : sql`${shownStatus(now)} = ${status}`})`
  // Each side has an index of its own; nobody is both.
  const side = (own: string, other: string, isShown: RawBuilder<unknown>) => sql`(
    select o.* from marketplace.offer o
    where ${sql.ref(own)} = ${personId} and ${isWanted} and ${isShown} and ${isVisibleToPartner(personId, other)}
      and ${isOfPresentOwner(personId, 'o.created_at')} and ${newestOffers.isPast(after)}
    order by ${newestOffers.by} limit ${limit})`
  const isListed = sql`exists (
    select from marketplace.room_member m where m.room_id = o.room_id and m.user_id = ${personId} and m.request = 'none')`
  const sides = [
    ...(role === 'seller' ? [] : [side('o.buyer_id', 'o.seller_id', sql`true`)]),
    ...(role === 'buyer' ? [] : [side('o.seller_id', 'o.buyer_id', isListed)]),
  ]
  const { rows } = await sql<NamedOfferRow>`
    ${named(sql`(${sql.join(sides, sql` union all `)})`)} order by ${newestOffers.by} limit ${limit}`.execute(
    db,
  )
  return rows
}
