import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import {
  Id,
  Money,
  Nullable,
  OneOf,
  Shown,
  Text,
  Timestamp,
  Verbatim,
} from '../../platform/operation/schema.ts'
import { conditionIn, conditions } from '../posts/public.ts'
import type { Changes } from './history.ts'
import { linesOf, netOf } from './net.ts'
import { type CostRow, type EventRow, eventKinds, type ListingRow, type TotalsRow } from './queries.ts'

export const statuses = ['owned', 'listed', 'sold', 'removed'] as const

export const Title = Text(1, 200, { example: 'Box of records' })
export const Condition = Text(1, 60, {
  description: 'as listings say it, as people do, or in words of your own',
  example: 'good',
})
export const Amount = Money(0, 1_000_000_000, { description: 'in major units of the currency' })
export const Images = Type.Array(
  Verbatim(8, 2000, {
    pattern: '^https?://\\S+$',
    description: 'https, or one of your uploads',
    example: 'https://pictures.example/records.jpg',
  }),
  { maxItems: 20 },
)

/** A purchase; every amount in major units and, exactly, in minor ones. */
export const PurchaseListing = Type.Object(
  {
    _id: Id,
    __v: Type.Integer(),
    search_id: Shown('8c1f0e'),
    title: Shown('Box of records'),
    price: Type.Number(),
    price_minor: Type.Integer(),
    currency: Shown('EUR'),
    product_image: Type.Array(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp')),
    condition: Shown('good'),
    condition_code: Nullable(OneOf(conditions), 'the same as listings say it; null for other words'),
    notes: Shown('Bought at the flea market.'),
    location_bin: Shown('shelf 3'),
    status: OneOf(statuses),
    isSold: Type.Boolean(),
    channels: Type.Array(Shown('eBay'), { description: 'where it was sold' }),
    costs_total: Type.Number({ description: 'what it cost besides its price' }),
    costs_minor: Type.Integer(),
    net: Nullable(Type.Number({ description: 'null until it is sold' })),
    net_minor: Nullable(Type.Integer()),
    est_net: Nullable(
      Type.Number({
        description:
          'what a sale at the median price of things like it would leave; null once sold, or without such sales',
      }),
    ),
    est_net_minor: Nullable(Type.Integer()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'PurchaseListing' },
)

const line = { kind: Shown('shipping'), amount: Type.Number(), amount_minor: Type.Integer() }

const Sale = Type.Object({
  sold_price: Type.Number(),
  sold_price_minor: Type.Integer(),
  fees: Type.Number(),
  fees_minor: Type.Integer(),
  shipping_cost: Type.Number(),
  shipping_cost_minor: Type.Integer(),
  shipping_paid: Type.Number(),
  shipping_paid_minor: Type.Integer(),
  channel: Shown('eBay'),
  buyer: Shown('Tom'),
  sold_at: Timestamp,
  lines: Type.Array(Type.Object(line), {
    description: 'what came in and what went out; they add up to `net`',
  }),
})

const Comps = Type.Object(
  {
    n: Type.Integer(),
    confidence: OneOf(['low', 'medium', 'high'], { description: 'by how many sales there are' }),
    min: Type.Number(),
    min_minor: Type.Integer(),
    p25: Type.Number(),
    p25_minor: Type.Integer(),
    median: Type.Number(),
    median_minor: Type.Integer(),
    p75: Type.Number(),
    p75_minor: Type.Integer(),
    max: Type.Number(),
    max_minor: Type.Integer(),
  },
  {
    description:
      'prices of the last year for things with a title like this one, found anew once a day: of your own sales, and of those of others where there are at least five by three people',
  },
)

export const PurchaseListingDetail = Type.Object(
  {
    ...PurchaseListing.properties,
    costs: Type.Array(Type.Object({ ...line, note: Shown('new tyres') })),
    sale: Nullable(Sale),
    comps: Nullable(Comps),
    timeline: Type.Array(
      Type.Object({
        event: OneOf(eventKinds),
        at: Timestamp,
        changes: Type.Unsafe<Changes>({
          type: 'object',
          additionalProperties: { type: 'object', properties: { from: {}, to: {} } },
          description:
            'by field, what it was and what it became; of a long text its beginning, of a long list how many `entries` it had',
        }),
      }),
      { description: 'the newest hundred of what happened to it' },
    ),
  },
  { title: 'PurchaseListingDetail' },
)

export const Totals = Type.Array(
  Type.Object({
    currency: Shown('EUR'),
    owned: Type.Integer(),
    listed: Type.Integer(),
    sold: Type.Integer(),
    spent: Type.Number({ description: 'purchases and their costs' }),
    spent_minor: Type.Integer(),
    net_minor: Type.Integer({ description: 'of what was sold' }),
    net: Type.Number(),
  }),
  { description: 'one row per currency, of everything the caller has or sold, whatever the filters' },
)

const unsold = { fees_minor: 0, shipping_cost_minor: 0, shipping_paid_minor: 0 }

/** What is left, or would be, of a purchase with its costs as one sum. */
function netsOf({ price_minor, costs_minor, sale, comps }: ListingRow) {
  const costs = [{ kind: 'costs', amount_minor: costs_minor }]
  const expected = comps && comps.n > 0 ? { ...unsold, sold_price_minor: comps.median } : null
  return {
    net: sale && netOf(linesOf(price_minor, costs, sale)),
    estimate: sale ? null : expected && netOf(linesOf(price_minor, costs, expected)),
  }
}

export function presentListing(row: ListingRow): Static<typeof PurchaseListing> {
  const { net, estimate } = netsOf(row)
  const major = (minor: number | null) => (minor === null ? null : majorOf(minor, row.currency))
  return {
    _id: row.id,
    __v: row.version,
    search_id: row.search_id,
    title: row.title,
    price: majorOf(row.price_minor, row.currency),
    price_minor: row.price_minor,
    currency: row.currency,
    product_image: row.product_image,
    condition: row.condition,
    condition_code: conditionIn(row.condition),
    notes: row.notes,
    location_bin: row.location_bin,
    status: row.deleted_at ? 'removed' : row.status,
    isSold: row.status === 'sold',
    channels: row.sale?.channel ? [row.sale.channel] : [],
    costs_total: majorOf(row.costs_minor, row.currency),
    costs_minor: row.costs_minor,
    net: major(net),
    net_minor: net,
    est_net: major(estimate),
    est_net_minor: estimate,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Adds the amount in major units to a line. */
const withAmount = <Line extends { amount_minor: number }>(line: Line, currency: string) => ({
  ...line,
  amount: majorOf(line.amount_minor, currency),
})

function presentSale(
  { price_minor, currency, sale }: ListingRow,
  costs: readonly CostRow[],
): Static<typeof Sale> | null {
  if (!sale) return null
  return {
    sold_price: majorOf(sale.sold_price_minor, currency),
    sold_price_minor: sale.sold_price_minor,
    fees: majorOf(sale.fees_minor, currency),
    fees_minor: sale.fees_minor,
    shipping_cost: majorOf(sale.shipping_cost_minor, currency),
    shipping_cost_minor: sale.shipping_cost_minor,
    shipping_paid: majorOf(sale.shipping_paid_minor, currency),
    shipping_paid_minor: sale.shipping_paid_minor,
    channel: sale.channel,
    buyer: sale.buyer,
    sold_at: sale.sold_at,
    lines: linesOf(price_minor, costs, sale)
      .filter(({ amount_minor }) => amount_minor !== 0)
      .map((each) => withAmount(each, currency)),
  }
}

function presentComps({ comps, currency }: ListingRow): Static<typeof Comps> | null {
  if (!comps || comps.n === 0) return null
  return {
    n: comps.n,
    confidence: comps.n < 5 ? 'low' : comps.n < 20 ? 'medium' : 'high',
    min: majorOf(comps.min, currency),
    min_minor: comps.min,
    p25: majorOf(comps.p25, currency),
    p25_minor: comps.p25,
    median: majorOf(comps.median, currency),
    median_minor: comps.median,
    p75: majorOf(comps.p75, currency),
    p75_minor: comps.p75,
    max: majorOf(comps.max, currency),
    max_minor: comps.max,
  }
}

export const presentDetail = (
  row: ListingRow,
  costs: readonly CostRow[],
  events: readonly EventRow[],
): Static<typeof PurchaseListingDetail> => ({
  ...presentListing(row),
  costs: costs.map((cost) => withAmount(cost, row.currency)),
  sale: presentSale(row, costs),
  comps: presentComps(row),
  timeline: events.map(({ kind, changes, created_at }) => ({
    event: kind,
    at: created_at.toISOString(),
    changes,
  })),
})

export const presentTotals = (rows: readonly TotalsRow[]): Static<typeof Totals> =>
  rows.map((row) => ({
    ...row,
    spent: majorOf(row.spent_minor, row.currency),
    net: majorOf(row.net_minor, row.currency),
  }))
