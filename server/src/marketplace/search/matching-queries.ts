import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { distanceFrom, distanceTo, isLive, type View } from '../posts/public.ts'
import { isVisible, isVisibleOfMany, isVisibleTo } from '../users/public.ts'
import type { Area, Box } from './area.ts'

export interface Filter {
  /** As a tsquery; empty when the words asked for say nothing. */
  words: string | null
  /** A category and all below it; what is filed under any of them fits. */
  categoryIds: readonly string[] | null
  subCategoryIds: readonly string[] | null
  attributes: Record<string, string | number | boolean> | null
  minPriceMinor: number | null
  maxPriceMinor: number | null
  currency: string | null
  conditions: string[] | null
  area: Area | null
  publishedAfter: Date | null
  includesSold: boolean
  /** What a page before has shown out of its place. */
  except?: readonly string[]
}

/** Whether a filter asks for no more than where a listing is, how it is filed and what it says. */
export const isBroad = (filter: Filter) =>
  filter.minPriceMinor === null &&
  filter.maxPriceMinor === null &&
  filter.currency === null &&
  filter.conditions === null &&
  filter.attributes === null &&
  filter.publishedAfter === null

const soldDays = 90

/** Whether a listing is for sale, or was until lately; the first half of each is what an index holds. */
export const stages = {
  open: { isHeld: sql<boolean>`p.status in ('active', 'reserved')`, isShown: isLive },
  sold: {
    isHeld: sql<boolean>`p.status = 'sold'`,
    isShown: (now: Date) => sql<boolean>`p.sold_at > ${new Date(now.getTime() - days(soldDays))}`,
  },
}
export type Stage = keyof typeof stages

/** A box as values or columns of a statement. */
interface Sides {
  west: RawBuilder<unknown>
  south: RawBuilder<unknown>
  east: RawBuilder<unknown>
  north: RawBuilder<unknown>
}

const isBetween = ({ west, east }: Sides) =>
  sql`p.public_longitude between ${west}::float8 and ${east}::float8`
/** Across the 180th meridian. */
const isAround = ({ west, east }: Sides) =>
  sql`(p.public_longitude >= ${west}::float8 or p.public_longitude <= ${east}::float8)`
const isAtHeight = ({ south, north }: Sides) =>
  sql`p.public_latitude between ${south}::float8 and ${north}::float8`

function isInBox({ west, south, east, north }: Box): RawBuilder<boolean> {
  const sides = { west: sql`${west}`, south: sql`${south}`, east: sql`${east}`, north: sql`${north}` }
  return sql<boolean>`(${isAtHeight(sides)} and ${west <= east ? isBetween(sides) : isAround(sides)})`
}

/** Whether something at a public place, in a table `p`, lies in an area. */
export function isInArea({ box, circle }: Area): RawBuilder<boolean> {
  if (!circle) return isInBox(box)
  return sql`(${isInBox(box)} and ${distanceTo(circle.centre)} <= ${circle.radiusKm}::float8)`
}

/** By the one that it stands in: where a top category came to stand below another, its listings have no sub-category. */
const isFiledUnder = (value: RawBuilder<unknown>) => sql`p.leaf_category_id = any(${value}::uuid[])`

/** What a filter may ask of a listing `p`, beside its area: each of a value, or a column, of the statement. */
const asks = {
  categoryIds: isFiledUnder,
  subCategoryIds: isFiledUnder,
  attributes: (value) => sql`p.attributes @> ${value}::jsonb`,
  currency: (value) => sql`p.currency = ${value}`,
  minPriceMinor: (value) => sql`p.price_minor >= ${value}::bigint`,
  maxPriceMinor: (value) => sql`p.price_minor <= ${value}::bigint`,
  conditions: (value) => sql`p.condition = any(${value}::text[])`,
} satisfies Record<string, (value: RawBuilder<unknown>) => RawBuilder<unknown>>

/**
 * Everything that a listing must be, once an index has brought it. The planner does not guess at it: it would
 * expect next to no matches, and plan for that.
 */
export function matches(
  filter: Filter,
  { viewer, now }: View,
  { stage = 'open', isForMany = false }: { stage?: Stage; isForMany?: boolean } = {},
): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [stages[stage].isShown(now)]
  if (filter.categoryIds) parts.push(asks.categoryIds(sql`${filter.categoryIds}`))
  if (filter.subCategoryIds) parts.push(asks.subCategoryIds(sql`${filter.subCategoryIds}`))
  if (filter.attributes) parts.push(asks.attributes(sql`${JSON.stringify(filter.attributes)}`))
  if (filter.currency) parts.push(asks.currency(sql`${filter.currency}`))
  if (filter.minPriceMinor !== null) parts.push(asks.minPriceMinor(sql`${filter.minPriceMinor}`))
  if (filter.maxPriceMinor !== null) parts.push(asks.maxPriceMinor(sql`${filter.maxPriceMinor}`))
  if (filter.conditions) parts.push(asks.conditions(sql`${filter.conditions}`))
  if (filter.publishedAfter) parts.push(sql`p.published_at > ${filter.publishedAfter}`)
  if (filter.area) parts.push(isInArea(filter.area))
  if (filter.except && filter.except.length > 0) parts.push(sql`p.id <> all(${[...filter.except]}::uuid[])`)
  parts.push((isForMany ? isVisibleOfMany : isVisible)(viewer, 'p.author_id'))
  return sql<boolean>`case when ${sql.join(parts, sql` and `)} then true else false end`
}

/** A search of somebody, to be compared with one listing. */
export interface Searching {
  id: string
  userId: string
  filter: Filter
}

const column = (name: string): RawBuilder<unknown> => sql.ref(`s.${name}`)
const sides: Sides = {
  west: column('west'),
  south: column('south'),
  east: column('east'),
  north: column('north'),
}

/** Those of some people's searches that find an open listing, by the same conditions as each search for itself. */
export async function selectFinding(
  db: Db,
  postId: string,
  searches: readonly Searching[],
  now: Date,
): Promise<string[]> {
  const asked = searches.map(({ id, userId, filter: { area, categoryIds, subCategoryIds, ...filter } }) => ({
    id,
    user_id: userId,
    words: filter.words,
    category_ids: categoryIds,
    sub_category_ids: subCategoryIds,
    attributes: filter.attributes,
    currency: filter.currency,
    min_price_minor: filter.minPriceMinor,
    max_price_minor: filter.maxPriceMinor,
    conditions: filter.conditions,
    ...area?.box,
    latitude: area?.circle?.centre.latitude,
    longitude: area?.circle?.centre.longitude,
    radius_km: area?.circle?.radiusKm,
  }))
  const ifAsked = (name: string, holds: (value: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`(${column(name)} is null or ${holds(column(name))})`
  const { rows } = await sql<{ id: string }>`
    select s.id
    from jsonb_to_recordset((select ${JSON.stringify(asked)}::jsonb)) as s (id uuid, user_id uuid, words tsquery, category_ids uuid[],
      sub_category_ids uuid[], attributes jsonb, currency text, min_price_minor bigint, max_price_minor bigint, conditions text[],
      west float8, south float8, east float8, north float8, latitude float8, longitude float8, radius_km float8)
    cross join marketplace.post p
    where p.id = ${postId} and ${isLive(now)}
      and ${ifAsked('category_ids', asks.categoryIds)} and ${ifAsked('sub_category_ids', asks.subCategoryIds)}
      and ${ifAsked('currency', asks.currency)} and ${ifAsked('min_price_minor', asks.minPriceMinor)}
      and ${ifAsked('max_price_minor', asks.maxPriceMinor)} and ${ifAsked('conditions', asks.conditions)}
      and ${ifAsked('attributes', asks.attributes)}
      and ${ifAsked('west', () => sql`(${isAtHeight(sides)} and case when s.west <= s.east then ${isBetween(sides)} else ${isAround(sides)} end)`)}
      and ${ifAsked('radius_km', (radius) => sql`${distanceFrom(column('latitude'), column('longitude'))} <= ${radius}`)}
      and ${ifAsked('words', (words) => sql`p.search @@ ${words}`)}
      and ${isVisibleTo(column('user_id'), 'p.author_id')}`.execute(db)
  return rows.map(({ id }) => id)
}
