import { type Static, Type } from 'typebox'
import type { Cache } from '../../platform/cache.ts'
import { days } from '../../platform/clock.ts'
import { checkCurrency, minorOf } from '../../platform/money.ts'
import { CommaSeparated, Decimal, Integer, Money, Text } from '../../platform/operation/schema.ts'
import type { Caller } from '../access.ts'
import {
  type Branch,
  branchesOf,
  categoryTree,
  longestText,
  readAttributeFilter,
} from '../categories/public.ts'
import { CategoryId } from '../ids.ts'
import { attributeInvalid, conditions, homeOf, type View } from '../posts/public.ts'
import { type Area, centreOf, circleAround, parseBox } from './area.ts'
import type { Filter } from './matching-queries.ts'
import { currencyRequired, geoInvalid, priceRangeInvalid } from './problems.ts'

const priced = 'in `currency`'

/** The filters that the search and the feed share. */
export const filterFields = {
  category_id: Type.Optional(CategoryId),
  sub_category_id: Type.Optional(CategoryId),
  min_price: Type.Optional(Money(0, 99_999_999.99, { description: priced })),
  max_price: Type.Optional(Money(0, 99_999_999.99, { description: priced })),
  currency: Type.Optional(
    Text(3, 3, {
      pattern: '^[A-Z]{3}$',
      description:
        'ISO 4217, in which prices are meant: your own unless given; whoever is signed out and asks by price must give one, or is told CURRENCY_REQUIRED',
      example: 'EUR',
    }),
  ),
  condition: Type.Optional(CommaSeparated(conditions, 'one or more conditions, comma-separated')),
  lat: Type.Optional(
    Decimal(-90, 90, { description: 'with `lng`, the place to look around; your own unless given' }),
  ),
  lng: Type.Optional(Decimal(-180, 180, { description: 'with `lat`' })),
  radius_km: Type.Optional(
    Decimal(0.1, 500, {
      description:
        'around that place; the feed takes 50 unless given, the search looks everywhere. Where no place is known, the feed does so too, and a radius is refused (GEO_INVALID)',
    }),
  ),
  bbox: Type.Optional(
    Text(7, 100, {
      pattern: '^-?\\d+(\\.\\d+)?(,-?\\d+(\\.\\d+)?){3}$',
      description: 'west,south,east,north; instead of a place with a radius',
      example: '13.0,52.3,13.8,52.7',
    }),
  ),
  attributes: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      maxProperties: 10,
      propertyNames: { maxLength: 40 },
      additionalProperties: Text(0, longestText),
      description: 'attributes of the category, such as `attributes[brand]=Acme`',
    }),
  ),
  posted_within: Type.Optional(Integer(1, 365, { description: 'days' })),
}
const FilterQuery = Type.Object(filterFields)
export type FilterQuery = Static<typeof FilterQuery>

/** @throws GEO_INVALID, PRICE_RANGE_INVALID, PRICE_PRECISION, CURRENCY_REQUIRED, ATTRIBUTE_INVALID */
export async function readFilter(
  cache: Cache,
  query: FilterQuery,
  caller: Caller | null,
  now: Date,
  options: {
    comparesPrices: boolean
    includesSold?: boolean
    defaultRadiusKm?: number
  },
): Promise<{ filter: Filter; view: View }> {
  const centre = centreOf(query)
  const origin = centre ?? homeOf(caller)
  const { category_id: categoryId, sub_category_id: subCategoryId } = query
  const asked = [categoryId, subCategoryId].filter((id) => id !== undefined)
  const tree = asked.length > 0 ? await cache.get(categoryTree) : undefined
  const branches = tree ? branchesOf(tree, asked) : []
  // One that was merged may have gone to another category than the one that it was asked for with.
  const hasMoved = subCategoryId !== undefined && Boolean(tree?.byId.get(subCategoryId)?.moved_to)
  const category = categoryId === undefined || hasMoved ? undefined : branches[0]
  const subCategory = subCategoryId === undefined ? undefined : branches.at(-1)
  return {
    filter: {
      words: null,
      categoryIds: category?.ids ?? null,
      subCategoryIds: subCategory?.ids ?? null,
      attributes: attributesOf(query, subCategory ?? category),
      ...pricesOf(query, caller, options.comparesPrices),
      conditions: query.condition?.split(',') ?? null,
      area: areaOf(query, centre, origin, options.defaultRadiusKm),
      includesSold: options.includesSold ?? false,
      publishedAfter:
        query.posted_within === undefined ? null : new Date(now.getTime() - days(query.posted_within)),
    },
    view: { viewer: caller?.id ?? null, origin, now },
  }
}

function attributesOf({ attributes }: FilterQuery, branch: Branch | undefined): Filter['attributes'] {
  if (!attributes || Object.keys(attributes).length === 0) return null
  const { values, faults } = readAttributeFilter(branch?.definitions ?? [], attributes)
  if (faults.length > 0) throw attributeInvalid({ fields: faults })
  return values
}

function areaOf(
  query: FilterQuery,
  centre: View['origin'],
  origin: View['origin'],
  defaultRadiusKm: number | undefined,
): Area | null {
  const refuse = (path: string, message: string) => geoInvalid({ fields: [{ path, rule: 'geo', message }] })
  if (query.bbox !== undefined) {
    if (centre || query.radius_km !== undefined) throw refuse('query.bbox', 'does not go with a radius')
    return parseBox(query.bbox)
  }
  if (query.radius_km !== undefined) {
    if (!origin) throw refuse('query.radius_km', 'needs lat and lng')
    return circleAround(origin, query.radius_km)
  }
  return origin && defaultRadiusKm !== undefined ? circleAround(origin, defaultRadiusKm) : null
}

function pricesOf(query: FilterQuery, caller: Caller | null, comparesPrices: boolean) {
  const { min_price: min, max_price: max } = query
  if (query.currency !== undefined) checkCurrency(query.currency, 'query.currency')
  // What is given away is so in any currency.
  const isFree = max === 0 && !min
  const compares = comparesPrices || min !== undefined || (max !== undefined && !isFree)
  const currency = query.currency ?? (compares ? caller?.currency : undefined) ?? null
  if (currency === null) {
    if (compares) throw currencyRequired()
    return { currency, minPriceMinor: null, maxPriceMinor: isFree ? 0 : null }
  }
  if (min !== undefined && max !== undefined && min > max) throw priceRangeInvalid()
  return {
    currency,
    minPriceMinor: min === undefined ? null : minorOf(min, currency, 'query.min_price'),
    maxPriceMinor: max === undefined ? null : minorOf(max, currency, 'query.max_price'),
  }
}
