import { type PlaceSearch, readPlaceSearch } from './place.ts'

export const conditions = ['new', 'like_new', 'very_good', 'good', 'fair', 'poor', 'for_parts'] as const
export type Condition = (typeof conditions)[number]
export const sorts = ['relevance', 'newest', 'price_asc', 'price_desc', 'distance'] as const
export type Sort = (typeof sorts)[number]
export const radii = [2, 5, 10, 25, 50, 100] as const
/** Days within which a listing was published. */
export const ages = [1, 3, 7, 30] as const

/** A search as its address says it. */
export interface SearchParams extends PlaceSearch {
  q?: string
  category?: string
  sub?: string
  /** What listings of the category say, by the key of the attribute. */
  attributes?: Record<string, string>
  min?: number
  max?: number
  currency?: string
  /** Conditions with commas between them. */
  condition?: string
  radius?: number
  /** Days since it was published, at most. */
  within?: number
  sort?: Sort
}

const largestPrice = 99_999_999.99

const textOf = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).slice(0, most) || undefined
    : undefined

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) ? value : undefined

const priceOf = (value: unknown): number | undefined => {
  const price = value === undefined || value === '' ? Number.NaN : Number(value)
  return price >= 0 && price <= largestPrice ? price : undefined
}

const mostAttributes = 10

function attributesOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const said = Object.entries(value)
    .map(([key, wanted]) => [key, textOf(wanted, 200)] as const)
    .filter((entry): entry is [string, string] => entry[0].length <= 40 && entry[1] !== undefined)
    .slice(0, mostAttributes)
  return said.length > 0 ? Object.fromEntries(said) : undefined
}

const oneOf = <Value>(known: readonly Value[], value: unknown): Value | undefined =>
  known.find((one) => one === value)

/** Conditions as an address says them; none is none at all. */
export const conditionOf = (wanted: readonly string[]): string | undefined =>
  conditions.filter((condition) => wanted.includes(condition)).join(',') || undefined

export const conditionsOf = ({ condition }: SearchParams): Condition[] =>
  conditions.filter((one) => condition?.split(',').includes(one))

/** The search without what narrows it; its words and its order stay. */
export const unfiltered = {
  category: undefined,
  sub: undefined,
  attributes: undefined,
  min: undefined,
  max: undefined,
  currency: undefined,
  condition: undefined,
  lat: undefined,
  lng: undefined,
  at: undefined,
  radius: undefined,
  within: undefined,
} satisfies Partial<SearchParams>

interface Branch {
  _id: string
  sub_categories: readonly { _id: string }[]
}

/** What a search means: the lower of two categories is chosen below the upper one, and a distance needs a place. */
export function meantBy(
  search: SearchParams,
  { categories, hasOrigin }: { categories: readonly Branch[]; hasOrigin: boolean },
): SearchParams {
  const { category, radius } = search
  const above = categories.find(({ sub_categories }) => sub_categories.some(({ _id }) => _id === category))
  return {
    ...search,
    ...(above && { category: above._id, sub: category }),
    radius: hasOrigin ? radius : undefined,
  }
}

/** Reads an address. What it cannot understand is said to be absent, or the router would pass it on as it stands. */
export function readSearch(search: Record<string, unknown>): SearchParams {
  const condition = conditionOf([search.condition].flat().flatMap((said) => String(said).split(',')))
  const currency = textOf(search.currency, 3)
  const category = idOf(search.category)
  const [min, max, sort] = [priceOf(search.min), priceOf(search.max), oneOf(sorts, search.sort)]
  // Only prices are in a currency: it goes with the last of them, and hides nothing by itself.
  const isFree = max === 0 && !min
  const hasPrices = min !== undefined || (max !== undefined && !isFree) || sort?.startsWith('price')
  return {
    ...readPlaceSearch(search),
    q: textOf(search.q, 200),
    category,
    sub: category && idOf(search.sub),
    attributes: category === undefined ? undefined : attributesOf(search.attributes),
    min,
    max,
    currency: hasPrices && currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    condition,
    radius: oneOf(radii, Number(search.radius)),
    within: oneOf(ages, Number(search.within)),
    sort,
  }
}

export const listingStates = ['active', 'draft', 'sold', 'ended'] as const
export type ListingState = (typeof listingStates)[number]

export const readMyListingsSearch = (search: Record<string, unknown>): { state?: ListingState } => ({
  state: oneOf(listingStates, search.state),
})

/** Another listing of one's own that a new one is to be like. */
export function readSellSearch(search: Record<string, unknown>): { like?: string } {
  const like = idOf(search.like)
  return like === undefined ? {} : { like }
}
