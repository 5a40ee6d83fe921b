import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { Decimal, Id, Nullable, OneOf, Text, Timestamp, Verbatim } from '../../platform/operation/schema.ts'
import type { Changes } from './history.ts'
import { linesOf, netOf } from './net.ts'
import {
  type ComparedRow,
  type CostRow,
  type EventRow,
  eventKinds,
  type ListingRow,
  type TotalsRow,
} from './queries.ts'

export const statuses = ['owned', 'listed', 'sold', 'removed'] as const

export const Title = Text(1, 200)
export const Condition = Text(1, 60)
export const Amount = Decimal(0, 1_000_000_000, { description: 'in major units of the currency' })
export const Images = Type.Array(
  Verbatim(8, 2000, { pattern: '^https?://\\S+$', description: 'https, or one of your uploads' }),
  { maxItems: 20 },
)

const knownConditions = ['New', 'Like new', 'Very good', 'Good', 'Fair', 'Poor', 'For parts']
const plain = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '')

/** One spelling of the usual conditions; any other stays as it was written. */
export const normalCondition = (text: string): string =>
  knownConditions.find((known) => plain(known) === plain(text)) ?? text

/** A purchase; every amount in major units and, exactly, in minor ones. */
export const PurchaseListing = Type.Object(
  {
    _id: Id,
    __v: Type.Integer(),
    search_id: Type.String(),
    title: Type.String(),
    price: Type.Number(),
    price_minor: Type.Integer(),
    currency: Type.String(),
    product_image: Type.Array(Type.String()),
    condition: Type.String(),
    notes: Type.String(),
    location_bin: Type.String(),
    status: OneOf(statuses),
    isSold: Type.Boolean(),
    channels: Type.Array(Type.String(), { description: 'where it was sold' }),
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

const line = { kind: Type.String(), amount: Type.Number(), amount_minor: Type.Integer() }

const Sale = Type.Object({
  sold_price: Type.Number(),
  sold_price_minor: Type.Integer(),
  fees: Type.Number(),
  fees_minor: Type.Integer(),
  shipping_cost: Type.Number(),
  shipping_cost_minor: Type.Integer(),
  shipping_paid: Type.Number(),
  shipping_paid_minor: Type.Integer(),
  channel: Type.String(),
  buyer: Type.String(),
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
  { description: 'prices of the last year for things with a title like this one, your own sales included' },
)

export const PurchaseListingDetail = Type.Object(
  {
    ...PurchaseListing.properties,
    costs: Type.Array(Type.Object({ ...line, note: Type.String() })),
    sale: Nullable(Sale),
    comps: Nullable(Comps),
    timeline: Type.Array(
      Type.Object({
        event: OneOf(eventKinds),
        at: Timestamp,
        changes: Type.Unsafe<Changes>({
          type: 'object',
          additionalProperties: { type: 'object', properties: { from: {}, to: {} } },
          description: 'by field, what it was and what it became',
        }),
      }),
    ),
  },
  { title: 'PurchaseListingDetail' },
)

export const Totals = Type.Array(
  Type.Object({
    currency: Type.String(),
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
function netsOf({ price_minor, costs_minor, sale, comps }: ComparedRow) {
  const costs = [{ kind: 'costs', amount_minor: costs_minor }]
  const expected = comps && comps.n > 0 ? { ...unsold, sold_price_minor: comps.median } : null
  return {
    net: sale && netOf(linesOf(price_minor, costs, sale)),
    estimate: sale ? null : expected && netOf(linesOf(price_minor, costs, expected)),
  }
}

export function presentListing(row: ComparedRow): Static<typeof PurchaseListing> {
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

function presentComps({ comps, currency }: ComparedRow): Static<typeof Comps> | null {
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
  row: ComparedRow,
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
