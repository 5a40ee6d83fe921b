import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import { isPublic, type PostRow, unitsHeld } from '../posts/public.ts'
import { isOfPresentOwner, isVisible } from '../users/public.ts'
import { type OrderStatus, openStatuses } from './states.ts'

export interface Address {
  name: string
  street: string
  zip_code: string
  city: string
  country: string
}

export type Delivery = 'pickup' | 'ship'

/** How a listing can be had, by what it says of that. */
export const offeredWays = {
  pickup: ['pickup'],
  shipping: ['ship'],
  both: ['pickup', 'ship'],
} as const satisfies Record<string, readonly Delivery[]>

export interface OrderRow {
  id: string
  version: number
  post_id: string
  buyer_id: string
  seller_id: string
  status: OrderStatus
  title: string
  quantity: number
  price_minor: number
  total_minor: number
  currency: string
  mode: PaymentMode
  fee_basis_points: number
  wallet_minor: number
  payment_id: string | null
  /** The offer whose price it has. */
  offer_id: string | null
  refunded_minor: number
  card_refunded_minor: number
  delivery: Delivery
  address: Address | null
  carrier: string | null
  tracking_code: string | null
  wrong_codes: number
  created_at: Date
  updated_at: Date
  paid_at: Date | null
  shipped_at: Date | null
  received_at: Date | null
  ended_at: Date | null
  ends_at: Date | null
  due_at: Date | null
  /** Since when a bank disputes its payment, so that nothing moves. */
  frozen_at: Date | null
}

/** An order with what its two people are called, and the first picture of the listing. */
export interface NamedOrderRow extends OrderRow {
  buyer_name: string
  seller_name: string
  photo_id: string | null
}

/** What a buyer has to know of a listing. */
export interface OfferedRow
  extends Pick<
    PostRow,
    | 'id'
    | 'author_id'
    | 'title'
    | 'status'
    | 'price_minor'
    | 'currency'
    | 'quantity'
    | 'quantity_sold'
    | 'sold_type'
    | 'sold_at'
    | 'buyer_id'
    | 'sold_price_minor'
  > {
  delivery: keyof typeof offeredWays | null
  /** Pieces that are kept for buyers whose offers were accepted. */
  held: number
  /** What its order shows beside itself. */
  photo_id: string | null
  seller_name: string
  buyer_name: string
}

/** A listing that somebody can see and that is open to buyers. */
export async function findOffered(
  db: Db,
  id: string,
  viewer: string,
  now: Date,
): Promise<OfferedRow | undefined> {
  const { rows } = await sql<OfferedRow>`
    select p.id, p.author_id, p.title, p.status, p.price_minor, p.currency, p.quantity, p.quantity_sold, p.sold_type, p.sold_at,
      p.buyer_id, p.sold_price_minor, p.delivery, ${unitsHeld(now)}::int as held, p.photo_ids[1] as photo_id,
      seller.name as seller_name, buyer.name as buyer_name
    from marketplace.post p join marketplace.users seller on seller.id = p.author_id
    join marketplace.users buyer on buyer.id = ${viewer} where p.id = ${id} and ${isPublic} and ${isVisible(viewer, 'p.author_id')}
      and (p.status not in ('active', 'reserved') or p.expires_at > ${now})`.execute(db)
  return rows[0]
}

export interface NewOrder
  extends Pick<
    OrderRow,
    | 'id'
    | 'post_id'
    | 'buyer_id'
    | 'seller_id'
    | 'title'
    | 'quantity'
    | 'price_minor'
    | 'currency'
    | 'mode'
    | 'fee_basis_points'
    | 'wallet_minor'
    | 'delivery'
    | 'address'
    | 'offer_id'
  > {
  status: 'pending_payment' | 'paid'
}

interface Times {
  endsAt: Date | null
  dueAt: Date | null
  endedAt: Date | null
}

/** An order as it stands once it is written. */
export const newOrderRow = (order: NewOrder, times: Times, now: Date): OrderRow => ({
  ...order,
  ...{ version: 0, total_minor: order.price_minor * order.quantity, payment_id: null },
  ...{ refunded_minor: 0, card_refunded_minor: 0, carrier: null, tracking_code: null, wrong_codes: 0 },
  ...{ created_at: now, updated_at: now, paid_at: order.status === 'paid' ? now : null },
  ...{ shipped_at: null, received_at: null, frozen_at: null },
  ...{ ended_at: times.endedAt, ends_at: times.endsAt, due_at: times.dueAt },
})

/** @returns false where its buyer has one of this listing that is not paid yet; one that is paid meets none. */
export async function insertOrder(db: Db, order: OrderRow): Promise<boolean> {
  const { rows } = await sql`
    insert into marketplace.orders (id, post_id, buyer_id, seller_id, status, title, quantity, price_minor, currency, mode,
      fee_basis_points, wallet_minor, delivery, address, offer_id, created_at, updated_at, paid_at, ends_at, due_at)
    values (${order.id}, ${order.post_id}, ${order.buyer_id}, ${order.seller_id}, ${order.status}, ${order.title}, ${order.quantity},
      ${order.price_minor}, ${order.currency}, ${order.mode}, ${order.fee_basis_points}, ${order.wallet_minor}, ${order.delivery},
      ${order.address === null ? null : JSON.stringify(order.address)}::jsonb, ${order.offer_id}, ${order.created_at},
      ${order.updated_at}, ${order.paid_at}, ${order.ends_at}, ${order.due_at})
    on conflict (buyer_id, post_id) where status = 'pending_payment' do nothing
    returning 1`.execute(db)
  return rows.length > 0
}

export async function keepPayment(db: Db, id: string, paymentId: string): Promise<void> {
  await sql`update marketplace.orders set payment_id = ${paymentId} where id = ${id}`.execute(db)
}

/** Who asks for an order: one of its two people, or staff. */
export interface Asker {
  id: string
  isStaff: boolean
}

const isOf = ({ id, isStaff }: Asker): RawBuilder<boolean> =>
  sql<boolean>`(((o.buyer_id = ${id} or o.seller_id = ${id}) and ${isOfPresentOwner(id, 'o.created_at')}) or ${isStaff}::boolean)`

/** An order, locked: whatever changes it waits here. */
export async function lockOrder(db: Db, id: string, asker?: Asker): Promise<OrderRow | undefined> {
  const isAsked = asker ? isOf(asker) : sql<boolean>`true`
  const { rows } = await sql<OrderRow>`
    select o.* from marketplace.orders o where o.id = ${id} and ${isAsked} for no key update`.execute(db)
  return rows[0]
}

/** An order, to tell of it that it was begun. */
export async function findBegun(db: Db, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select * from marketplace.orders where id = ${id}`.execute(db)
  return rows[0]
}

/** An order `o` with what lists show beside it. */
export const named = sql`
  o.*, buyer.name as buyer_name, seller.name as seller_name, p.photo_ids[1] as photo_id`
export const namedTables = (orders: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${orders} o
  join marketplace.users buyer on buyer.id = o.buyer_id
  join marketplace.users seller on seller.id = o.seller_id
  join marketplace.post p on p.id = o.post_id`

export async function findOrder(db: Db, id: string, asker: Asker): Promise<NamedOrderRow | undefined> {
  const { rows } = await sql<NamedOrderRow>`
    select ${named} from ${namedTables(sql`marketplace.orders`)} where o.id = ${id} and ${isOf(asker)}`.execute(
    db,
  )
  return rows[0]
}

export const newestOrders = orderedBy<OrderRow>(
  'desc',
  ['o.created_at', 'timestamptz', 'created_at'],
  ['o.id', 'uuid', 'id'],
)

interface OrderFilter {
  status: OrderStatus | null
  after: Key | undefined
  limit: number
}

/** What somebody buys, sells, or either, newest first. */
export async function selectOrdersOf(
  db: Db,
  personId: string,
  { role, status, after, limit }: OrderFilter & { role: 'buyer' | 'seller' | null },
): Promise<NamedOrderRow[]> {
  const isWanted = status === null ? sql`true` : sql`o.status = ${status}`
  // Each side has an index of its own; nobody is both.
  const side = (column: string) => sql`(
    select o.* from marketplace.orders o
    where ${sql.ref(column)} = ${personId} and ${isOfPresentOwner(personId, 'o.created_at')} and ${isWanted}
      and ${newestOrders.isPast(after)} order by ${newestOrders.by} limit ${limit})`
  const sides = [
    ...(role === 'seller' ? [] : [side('o.buyer_id')]),
    ...(role === 'buyer' ? [] : [side('o.seller_id')]),
  ]
  const { rows } = await sql<NamedOrderRow>`
    select ${named} from ${namedTables(sql`(${sql.join(sides, sql` union all `)})`)}
    order by ${newestOrders.by} limit ${limit}`.execute(db)
  return rows
}

export async function selectOrders(db: Db, { status, after, limit }: OrderFilter): Promise<NamedOrderRow[]> {
  const isWanted = status === null ? sql`true` : sql`o.status = ${status}`
  const { rows } = await sql<NamedOrderRow>`
    select ${named} from ${namedTables(sql`marketplace.orders`)}
    where ${isWanted} and ${newestOrders.isPast(after)} order by ${newestOrders.by} limit ${limit}`.execute(
    db,
  )
  return rows
}

/** What changes with a status. */
export interface Change {
  carrier?: string | null
  trackingCode?: string | null
}

/** Moves a locked order. */
export async function updateOrder(
  db: Db,
  order: OrderRow,
  status: OrderStatus,
  change: Change,
  times: Times,
  now: Date,
): Promise<OrderRow> {
  const reached = (name: 'paid' | 'shipped' | 'received', at: Date | null) => (status === name ? now : at)
  const { rows } = await sql<OrderRow>`
    update marketplace.orders set status = ${status}, version = version + 1, updated_at = ${now},
      carrier = ${change.carrier === undefined ? order.carrier : change.carrier},
      tracking_code = ${change.trackingCode === undefined ? order.tracking_code : change.trackingCode},
      paid_at = ${reached('paid', order.paid_at)}, shipped_at = ${reached('shipped', order.shipped_at)},
      received_at = ${reached('received', order.received_at)},
      ended_at = ${times.endedAt}, ends_at = ${times.endsAt}, due_at = ${times.dueAt}
    where id = ${order.id} returning *`.execute(db)
  return onlyOf(rows)
}

function onlyOf([row]: OrderRow[]): OrderRow {
  if (!row) throw new Error('a locked order is gone')
  return row
}

/** Adds to what of a locked order went back to its buyer. */
export async function updateRefunded(
  db: Db,
  { id }: OrderRow,
  { amountMinor, cardMinor }: { amountMinor: number; cardMinor: number },
  now: Date,
): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`
    update marketplace.orders set refunded_minor = refunded_minor + ${amountMinor}::bigint,
      card_refunded_minor = card_refunded_minor + ${cardMinor}::bigint, version = version + 1, updated_at = ${now}
    where id = ${id} returning *`.execute(db)
  return onlyOf(rows)
}

/** Has a locked order stand still. */
export async function freezeOrder(db: Db, id: string, now: Date): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`
    update marketplace.orders set frozen_at = ${now}, version = version + 1, updated_at = ${now}
    where id = ${id} returning *`.execute(db)
  return onlyOf(rows)
}

/** Lets a locked order go on: what ends it is as far away as it was. */
export async function thawOrder(db: Db, id: string, now: Date): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`
    update marketplace.orders set frozen_at = null, ends_at = ends_at + (${now}::timestamptz - frozen_at),
      due_at = due_at + (${now}::timestamptz - frozen_at), version = version + 1, updated_at = ${now}
    where id = ${id} returning *`.execute(db)
  return onlyOf(rows)
}

/** Its reminder was given: what comes next is its end. */
export async function markReminded(db: Db, id: string): Promise<void> {
  await sql`update marketplace.orders set due_at = ends_at where id = ${id}`.execute(db)
}

export async function addWrongCode(db: Db, id: string): Promise<void> {
  await sql`update marketplace.orders set wrong_codes = wrong_codes + 1 where id = ${id}`.execute(db)
}

const due = (now: Date, most: number) => sql<{ id: string }>`
  select id from marketplace.orders where due_at <= ${now} and frozen_at is null order by due_at limit ${most}`

export const anyDue = (now: Date) => due(now, 1)

/** The next orders about which something is to be done. */
export async function selectDue(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await due(now, most).execute(db)
  return rows.map(({ id }) => id)
}

export interface EventRow {
  id: string
  kind: string
  actor: 'buyer' | 'seller' | 'staff' | null
  amount_minor: number | null
  created_at: Date
}

export async function insertEvent(
  db: Db,
  orderId: string,
  event: Pick<EventRow, 'kind' | 'actor'> & { id?: string; amountMinor?: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into marketplace.order_event (id, order_id, kind, actor, amount_minor, created_at)
    values (${event.id ?? newId()}, ${orderId}, ${event.kind}, ${event.actor}, ${event.amountMinor ?? null}, ${now})`.execute(
    db,
  )
}

export async function selectEvents(db: Db, orderId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select id, kind, actor, amount_minor, created_at from marketplace.order_event where order_id = ${orderId} order by id`.execute(
    db,
  )
  return rows
}

const isStanding = sql<boolean>`o.status not in ('expired', 'canceled', 'refunded', 'charged_back')`

/** What of a listing is bound by orders. */
export async function selectTaken(db: Db, postId: string): Promise<{ units: number; isAwaited: boolean }> {
  const { rows } = await sql<{ units: number; isAwaited: boolean }>`
    select coalesce(sum(o.quantity), 0)::bigint as units, coalesce(bool_or(o.status = 'pending_payment'), false) as "isAwaited"
    from marketplace.orders o where o.post_id = ${postId} and ${isStanding}`.execute(db)
  return rows[0] ?? { units: 0, isAwaited: false }
}

export async function hasOpenOrder(db: Db, postId: string): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.orders o
    where o.post_id = ${postId} and ${isStanding} and o.status = any(${[...openStatuses]}::text[]) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** How many open orders somebody has on either side. */
export async function countOpenOrders(db: Db, personId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from marketplace.orders o
    where (o.buyer_id = ${personId} or o.seller_id = ${personId}) and o.status = any(${[...openStatuses]}::text[])`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Takes out of the next orders of somebody who left what they said in them: an address, or the words of their listing. */
export async function forgetWordsOfOrders(db: Db, personId: string, most: number): Promise<number> {
  const { rows } = await sql`
    with own as (
      select id from marketplace.orders
      where (buyer_id = ${personId} and address is not null)
        or (seller_id = ${personId} and (title <> '' or carrier is not null or tracking_code is not null))
      limit ${most} for no key update
    )
    update marketplace.orders o set
      address = case when o.buyer_id = ${personId} then null else o.address end,
      title = case when o.seller_id = ${personId} then '' else o.title end,
      carrier = case when o.seller_id = ${personId} then null else o.carrier end,
      tracking_code = case when o.seller_id = ${personId} then null else o.tracking_code end
    from own where o.id = own.id returning 1`.execute(db)
  return rows.length
}
