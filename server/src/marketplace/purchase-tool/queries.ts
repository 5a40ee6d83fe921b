import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { Changes } from './history.ts'

/** What is recorded of a sale; times are ISO text. */
export interface SaleValues {
  sold_price_minor: number
  fees_minor: number
  shipping_cost_minor: number
  shipping_paid_minor: number
  channel: string
  buyer: string
  sold_at: string
}

/** At which prices things like this one were sold, in minor units. */
export interface CompsRow {
  n: number
  min: number
  p25: number
  median: number
  p75: number
  max: number
}

export interface ListingRow {
  id: string
  version: number
  search_id: string
  title: string
  price_minor: number
  currency: string
  product_image: string[]
  /** The uploads among the pictures that are in use for it. */
  upload_ids: string[]
  condition: string
  notes: string
  location_bin: string
  status: 'owned' | 'listed' | 'sold'
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  costs_minor: number
  /** As they were found last; null before that. */
  comps: CompsRow | null
  /** The one that stands. */
  sale: (SaleValues & { recorded_at: string }) | null
}

const isoText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const columns = sql`
    l.id, l.version, l.search_id, l.title, l.price_minor, l.currency, l.product_image, l.upload_ids, l.condition, l.notes, l.location_bin,
    l.status, l.created_at, l.updated_at, l.deleted_at, l.costs_minor, l.comps,
    (select jsonb_build_object('sold_price_minor', s.sold_price_minor, 'fees_minor', s.fees_minor,
        'shipping_cost_minor', s.shipping_cost_minor, 'shipping_paid_minor', s.shipping_paid_minor,
        'channel', s.channel, 'buyer', s.buyer, 'sold_at', ${isoText('s.sold_at')}, 'recorded_at', ${isoText('s.created_at')})
      from marketplace.purchase_sale s where s.listing_id = l.id and s.undone_at is null) as sale`

const costs = sql`(select coalesce(sum(c.amount_minor), 0) from marketplace.purchase_cost c where c.listing_id = l.id)`

/** What is kept of a purchase `l` besides its own fields. */
const sums = sql`
      costs_minor = ${costs}, net_minor = (
        select s.sold_price_minor - l.price_minor - ${costs} - s.fees_minor - s.shipping_cost_minor + s.shipping_paid_minor
        from marketplace.purchase_sale s where s.listing_id = l.id and s.undone_at is null)`

/** The owner's purchase, removed ones too; undefined when it is not theirs. */
export async function selectListing(db: Db, id: string, userId: string): Promise<ListingRow | undefined> {
  const { rows } = await sql<ListingRow>`
    select ${columns} from marketplace.purchase_listing l where l.id = ${id} and l.user_id = ${userId}`.execute(
    db,
  )
  return rows[0]
}

/** The owner's purchase, locked until the transaction ends; undefined when it is not theirs. */
export async function lockListing(db: Db, id: string, userId: string): Promise<ListingRow | undefined> {
  await sql`
    select 1 from marketplace.purchase_listing where id = ${id} and user_id = ${userId} for update`.execute(
    db,
  )
  // In a statement of its own, which sees what the transaction waited for.
  return selectListing(db, id, userId)
}

export const sorts = ['newest', 'price_high'] as const
export type Sort = (typeof sorts)[number]

export const listingOrder = {
  newest: orderedBy<ListingRow>(
    'desc',
    ['l.created_at', 'timestamptz', 'created_at'],
    ['l.id', 'uuid', 'id'],
  ),
  price_high: orderedBy<ListingRow>(
    'desc',
    ['l.price_minor', 'bigint', 'price_minor'],
    ['l.id', 'uuid', 'id'],
  ),
}

export async function selectListings(
  db: Db,
  filter: {
    userId: string
    status: string | null
    condition: string | null
    text: string | null
    sort: Sort
    after: Key | undefined
    limit: number
  },
): Promise<ListingRow[]> {
  const order = listingOrder[filter.sort]
  const pattern = filter.text === null ? null : `%${filter.text.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<ListingRow>`
    select ${columns} from marketplace.purchase_listing l
    where l.user_id = ${filter.userId}
      and case when ${filter.status}::text = 'removed' then l.deleted_at is not null
        else l.deleted_at is null and (${filter.status}::text is null or l.status = ${filter.status}) end
      and (${filter.condition}::text is null or lower(l.condition) = lower(${filter.condition}))
      ${pattern === null ? sql`` : sql`and l.title ilike ${pattern}`}
      and ${order.isPast(filter.after)}
    order by ${order.by} limit ${filter.limit}`.execute(db)
  return rows
}

export interface TotalsRow {
  currency: string
  owned: number
  listed: number
  sold: number
  spent_minor: number
  net_minor: number
}

/** Sums per currency. Sold purchases count even when they were removed from the list. */
export async function sumListings(db: Db, userId: string): Promise<TotalsRow[]> {
  const { rows } = await sql<TotalsRow>`
    select currency, owned, listed, sold, spent_minor, net_minor from marketplace.purchase_total
    where user_id = ${userId} and owned + listed + sold > 0 order by currency`.execute(db)
  return rows
}

export interface NewListing {
  id: string
  userId: string
  searchId: string
  title: string
  priceMinor: number
  currency: string
  images: readonly string[]
  condition: string
}

type Recorded = Pick<ListingRow, 'id' | 'title' | 'price_minor' | 'currency' | 'condition'>

/** Records a purchase once per search. @returns the one that counts, and whether this call recorded it. */
export async function insertListing(
  db: Db,
  listing: NewListing,
  at: Date,
): Promise<Recorded & { isNew: boolean }> {
  // No-op update on conflict: it waits for a racing twin and then returns the twin's row.
  const { rows } = await sql<Recorded>`
    insert into marketplace.purchase_listing as l (id, user_id, search_id, title, price_minor, currency, product_image, condition, created_at, updated_at)
    values (${listing.id}, ${listing.userId}, ${listing.searchId}, ${listing.title}, ${listing.priceMinor}, ${listing.currency},
      ${[...listing.images]}::text[], ${listing.condition}, ${at}, ${at})
    on conflict (user_id, search_id) where deleted_at is null do update set version = l.version
    returning id, title, price_minor, currency, condition`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the purchase just recorded is gone')
  return { ...row, isNew: row.id === listing.id }
}

/** Notes which uploads are in use for a purchase. */
export async function keepUploads(db: Db, id: string, uploadIds: readonly string[]): Promise<void> {
  await sql`update marketplace.purchase_listing set upload_ids = ${[...uploadIds]}::uuid[] where id = ${id}`.execute(
    db,
  )
}

export interface ListingChange {
  title?: string | undefined
  price_minor?: number | undefined
  product_image?: readonly string[] | undefined
  condition?: string | undefined
  notes?: string | undefined
  location_bin?: string | undefined
}

export async function updateListing(db: Db, id: string, change: ListingChange, at: Date): Promise<void> {
  await sql`
    update marketplace.purchase_listing l set
      title = coalesce(${change.title ?? null}::text, title),
      price_minor = coalesce(${change.price_minor ?? null}::bigint, price_minor),
      product_image = coalesce(${change.product_image ? [...change.product_image] : null}::text[], product_image),
      condition = coalesce(${change.condition ?? null}::text, condition),
      notes = coalesce(${change.notes ?? null}::text, notes),
      location_bin = coalesce(${change.location_bin ?? null}::text, location_bin), ${sums},
      version = version + 1, updated_at = ${at}
    where id = ${id}`.execute(db)
}

export interface CostRow {
  kind: string
  amount_minor: number
  note: string
}

export async function selectCosts(db: Db, listingId: string): Promise<CostRow[]> {
  const { rows } = await sql<CostRow>`
    select kind, amount_minor, note from marketplace.purchase_cost where listing_id = ${listingId} order by position`.execute(
    db,
  )
  return rows
}

export async function replaceCosts(
  db: Db,
  listingId: string,
  costs: readonly CostRow[],
  at: Date,
): Promise<void> {
  await sql`delete from marketplace.purchase_cost where listing_id = ${listingId}`.execute(db)
  await sql`
    insert into marketplace.purchase_cost (id, listing_id, kind, amount_minor, note, position, created_at)
    select c.id, ${listingId}, c.kind, c.amount_minor, c.note, c.position, ${at}
    from jsonb_to_recordset(${JSON.stringify(costs.map((cost, position) => ({ ...cost, id: newId(), position })))}::jsonb)
      as c(id uuid, kind text, amount_minor bigint, note text, position int)`.execute(db)
}

/** Records a sale, or changes the one that stands. */
export async function saveSale(db: Db, listingId: string, sale: SaleValues, at: Date): Promise<void> {
  await sql`
    insert into marketplace.purchase_sale
      (id, listing_id, sold_price_minor, fees_minor, shipping_cost_minor, shipping_paid_minor, channel, buyer, sold_at, created_at, updated_at)
    values (${newId()}, ${listingId}, ${sale.sold_price_minor}, ${sale.fees_minor}, ${sale.shipping_cost_minor},
      ${sale.shipping_paid_minor}, ${sale.channel}, ${sale.buyer}, ${sale.sold_at}, ${at}, ${at})
    on conflict (listing_id) where undone_at is null do update set
      sold_price_minor = excluded.sold_price_minor, fees_minor = excluded.fees_minor, shipping_cost_minor = excluded.shipping_cost_minor,
      shipping_paid_minor = excluded.shipping_paid_minor, channel = excluded.channel, buyer = excluded.buyer, sold_at = excluded.sold_at,
      updated_at = excluded.updated_at`.execute(db)
  await sql`
    update marketplace.purchase_listing l set status_before_sale = case when status = 'sold' then status_before_sale else status end,
      status = 'sold', ${sums}, version = version + 1, updated_at = ${at}
    where id = ${listingId}`.execute(db)
}

export async function undoSale(db: Db, listingId: string, at: Date): Promise<void> {
  await sql`
    update marketplace.purchase_sale set undone_at = ${at}, updated_at = ${at} where listing_id = ${listingId} and undone_at is null`.execute(
    db,
  )
  await sql`
    update marketplace.purchase_listing l set status = coalesce(status_before_sale, 'owned'), status_before_sale = null, ${sums},
      version = version + 1, updated_at = ${at}
    where id = ${listingId} and status = 'sold'`.execute(db)
}

/** @returns whether it was still there. */
export async function removeListing(db: Db, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update marketplace.purchase_listing set deleted_at = ${at}, version = version + 1, updated_at = ${at}
    where id = ${id} and deleted_at is null returning id`.execute(db)
  return rows.length > 0
}

export const eventKinds = ['created', 'edited', 'sold', 'sale_amended', 'sale_undone', 'removed'] as const
export type EventKind = (typeof eventKinds)[number]

/** So much is kept of what happened to a purchase. */
const mostEvents = 100

/** Adds to the history of a purchase, and lets the oldest of it go that is too much. */
export async function insertEvent(
  db: Db,
  listingId: string,
  event: { kind: EventKind; changes?: Changes },
  at: Date,
): Promise<void> {
  const changes = JSON.stringify(event.changes ?? {})
  await Promise.all([
    sql`
      insert into marketplace.purchase_event (id, listing_id, kind, changes, created_at)
      values (${newId()}, ${listingId}, ${event.kind}, ${changes}::jsonb, ${at})`.execute(db),
    sql`
      delete from marketplace.purchase_event where id in (
        select id from marketplace.purchase_event where listing_id = ${listingId}
        order by created_at desc, id desc offset ${sql.lit(mostEvents)})`.execute(db),
  ])
}

export interface EventRow {
  kind: EventKind
  changes: Changes
  created_at: Date
}

/** What happened to a purchase, in order. */
export async function selectEvents(db: Db, listingId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select kind, changes, created_at from marketplace.purchase_event where listing_id = ${listingId}
    order by created_at, id`.execute(db)
  return rows
}

/** Deletes some of what a person bought, with all that belongs to it. */
export async function deletePurchases(
  db: Db,
  userId: string,
  most: number,
): Promise<{ upload_ids: string[] }[]> {
  const { rows } = await sql<{ upload_ids: string[] }>`
    delete from marketplace.purchase_listing
    where id = any(array(select id from marketplace.purchase_listing where user_id = ${userId} limit ${most}))
    returning upload_ids`.execute(db)
  return rows
}

/** Takes somebody's purchases away, with their sums. @returns the uploads that they kept. */
export async function deletePurchasesOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ upload_ids: string[] }>`
    delete from marketplace.purchase_listing where user_id = ${userId} returning upload_ids`.execute(db)
  await sql`delete from marketplace.purchase_total where user_id = ${userId}`.execute(db)
  return rows.flatMap((row) => row.upload_ids)
}
