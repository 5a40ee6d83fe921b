import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import { distanceTo, isLive, type View } from '../posts/public.ts'
import { isVisible, isVisibleOfMany } from '../users/public.ts'
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
}

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

function isInBox({ west, south, east, north }: Box): RawBuilder<boolean> {
  const isBetween =
    west <= east
      ? sql`p.public_longitude between ${west}::float8 and ${east}::float8`
      : sql`(p.public_longitude >= ${west}::float8 or p.public_longitude <= ${east}::float8)`
  return sql<boolean>`(p.public_latitude between ${south}::float8 and ${north}::float8 and ${isBetween})`
}

function isInArea({ box, circle }: Area): RawBuilder<boolean> {
  if (!circle) return isInBox(box)
  return sql`(${isInBox(box)} and ${distanceTo(circle.centre)} <= ${circle.radiusKm}::float8)`
}

/**
 * Everything that a listing must be, once an index has brought it. The planner does not guess at it: it would
 * expect next to no matches, and plan for that.
 */
export function matches(
  filter: Filter,
  { viewer, now }: View,
  { stage = 'open', isForMany = false }: { stage?: Stage; isForMany?: boolean } = {},
): RawBuilder<boolean> {
  const parts = [stages[stage].isShown(now)]
  if (filter.categoryIds) parts.push(sql`p.leaf_category_id = any(${filter.categoryIds}::uuid[])`)
  if (filter.subCategoryIds) parts.push(sql`p.sub_category_id = any(${filter.subCategoryIds}::uuid[])`)
  if (filter.attributes) parts.push(sql`p.attributes @> ${JSON.stringify(filter.attributes)}::jsonb`)
  if (filter.currency) parts.push(sql`p.currency = ${filter.currency}`)
  if (filter.minPriceMinor !== null) parts.push(sql`p.price_minor >= ${filter.minPriceMinor}::bigint`)
  if (filter.maxPriceMinor !== null) parts.push(sql`p.price_minor <= ${filter.maxPriceMinor}::bigint`)
  if (filter.conditions) parts.push(sql`p.condition = any(${filter.conditions}::text[])`)
  if (filter.publishedAfter) parts.push(sql`p.published_at > ${filter.publishedAfter}`)
  if (filter.area) parts.push(isInArea(filter.area))
  parts.push((isForMany ? isVisibleOfMany : isVisible)(viewer, 'p.author_id'))
  return sql<boolean>`case when ${sql.join(parts, sql` and `)} then true else false end`
}
