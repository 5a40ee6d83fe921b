import { type Static, Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { minorOf } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Id, Instant, Text } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { member } from '../access.ts'
import { readDetail } from './detail.ts'
import { saleRecorded } from './events.ts'
import { changesBetween, hasChanges } from './history.ts'
import { compareAlikePurchases } from './jobs.ts'
import { alreadySold, noSuchListing, pricePrecision, undoTooLate } from './problems.ts'
import { insertEvent, type ListingRow, lockListing, type SaleValues, saveSale, undoSale } from './queries.ts'
import { Amount, PurchaseListingDetail } from './shapes.ts'

const undoWindow = days(30)

const Body = Type.Object({
  listing_id: Id,
  sold_price: Type.Optional(Amount),
  sold_at: Type.Optional(Instant),
  channel: Type.Optional(Text(0, 60, { example: 'eBay' })),
  fees: Type.Optional(Amount),
  shipping_cost: Type.Optional(Amount),
  shipping_paid: Type.Optional(Amount),
  buyer: Type.Optional(Text(0, 120, { example: 'Tom' })),
  amend: Type.Optional(
    Type.Boolean({ description: 'change what is recorded of the sale; what is left out stays' }),
  ),
  undo: Type.Optional(Type.Boolean({ description: 'take the sale back, within 30 days' })),
})

/** @throws when the price is missing, an amount too precise, or the time not past. */
function saleOf(
  body: Static<typeof Body>,
  currency: string,
  now: Date,
  known: SaleValues | null,
): SaleValues {
  if (body.sold_price === undefined && !(known && body.amend))
    throw invalidField('body.sold_price', 'required', 'is required')
  // What is left out is meant as it is recorded.
  const soldAt = body.sold_at === undefined ? new Date(known?.sold_at ?? now) : new Date(body.sold_at)
  if (body.sold_at !== undefined && soldAt > now)
    throw invalidField('body.sold_at', 'past', 'must not be in the future')
  const minor = (field: 'sold_price' | 'fees' | 'shipping_cost' | 'shipping_paid') => {
    const amount = body[field]
    return amount === undefined
      ? (known?.[`${field}_minor`] ?? 0)
      : minorOf(amount, currency, `body.${field}`)
  }
  return {
    sold_price_minor: minor('sold_price'),
    fees_minor: minor('fees'),
    shipping_cost_minor: minor('shipping_cost'),
    shipping_paid_minor: minor('shipping_paid'),
    channel: body.channel ?? known?.channel ?? '',
    buyer: body.buyer ?? known?.buyer ?? '',
    sold_at: soldAt.toISOString(),
  }
}

/** @returns whether there was a sale to take back. */
async function undo({ db, clock, enqueue }: Work, { id, sale }: ListingRow): Promise<boolean> {
  const now = clock.now()
  if (!sale) return false
  if (now.getTime() - new Date(sale.recorded_at).getTime() > undoWindow) throw undoTooLate()
  await undoSale(db, id, now)
  await insertEvent(db, id, { kind: 'sale_undone' }, now)
  await enqueue(compareAlikePurchases, { listingId: id })
  return true
}

/** Records a sale once; the same one again changes nothing. @throws ALREADY_SOLD for another that is no amendment. */
async function record(
  work: Work,
  listing: ListingRow,
  body: Static<typeof Body>,
  userId: string,
): Promise<void> {
  const { id, sale: known } = listing
  const now = work.clock.now()
  const sale = saleOf(body, listing.currency, now, known)
  const changes = known ? changesBetween(known, sale) : {}
  if (known && !hasChanges(changes)) return
  if (known && !body.amend) throw alreadySold()
  await saveSale(work.db, id, sale, now)
  await insertEvent(work.db, id, { kind: known ? 'sale_amended' : 'sold', changes }, now)
  await work.enqueue(compareAlikePurchases, { listingId: id })
  work.publish(saleRecorded, { recipientId: userId, data: { _id: id } })
}

export const markPurchaseListingSold = operation({
  key: 'M168',
  source: 'named in the specification with POST; path, body, amending and undoing chosen here',
  method: 'POST',
  path: '/purchase-tool/mark-as-sold',
  summary: 'Record the sale of one of your purchases, change it, or take it back',
  access: member,
  body: Body,
  replies: { 200: { message: 'Purchase marked as sold successfully', data: PurchaseListingDetail } },
  problems: [noSuchListing, alreadySold, undoTooLate, pricePrecision],

  async handle({ body, caller, ...work }) {
    const { db } = work
    const listing = await lockListing(db, body.listing_id, caller.id)
    if (!listing || listing.deleted_at) throw noSuchListing()
    if (!body.undo) {
      await record(work, listing, body, caller.id)
      return readDetail(work, listing.id, caller.id)
    }
    const message = (await undo(work, listing)) ? 'Sale taken back successfully' : 'No sale is recorded'
    return reply({ data: await readDetail(work, listing.id, caller.id), message })
  },
})
