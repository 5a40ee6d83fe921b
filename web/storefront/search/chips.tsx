import { IconX } from '@tabler/icons-react'
import { texts } from '../../texts/posts.ts'
import { distance, money, number } from '../../ui/formats.ts'
import { attributesOf, type Category, useCategories } from '../categories/categories.ts'
import { placeOf } from './place.ts'
import classes from './search.module.css'
import { conditionOf, conditionsOf, type SearchParams, unfiltered } from './search-params.ts'

interface Chip {
  key: string
  label: string
  /** What the search is without it. */
  without: Partial<SearchParams>
}

const priceLabel = (
  min: number | undefined,
  max: number | undefined,
  currency: string | undefined,
): string => {
  const { free, priceFrom, priceTo, priceBetween } = texts.search.chips
  const said = (price: number) => (currency === undefined ? number(price) : money(price, currency))
  if (max === 0) return free
  if (min === undefined) return priceTo(said(max ?? 0))
  return max === undefined ? priceFrom(said(min)) : priceBetween(said(min), said(max))
}

function attributeChips(search: SearchParams, categories: readonly Category[]): Chip[] {
  const definitions = attributesOf(categories, search.category, search.sub)
  return Object.entries(search.attributes ?? {}).map(([key, value]) => {
    const { label = key, unit = '', type } = definitions.find((one) => one.key === key) ?? {}
    const { [key]: _gone, ...others } = search.attributes ?? {}
    const said = type === 'bool' ? (value === 'true' ? texts.listing.yes : texts.listing.no) : value
    return {
      key: `attribute ${key}`,
      label: texts.search.chips.attribute(label, [said, unit].filter(Boolean).join(' ')),
      without: { attributes: Object.keys(others).length > 0 ? others : undefined },
    }
  })
}

/** Everything that narrows a search, one by one. */
export function chipsOf(
  search: SearchParams,
  categories: readonly Category[],
  currency: string | undefined,
): Chip[] {
  const { category, sub, min, max, radius, within } = search
  const chosen = categories.find(({ _id }) => _id === category)
  const chosenSub = chosen?.sub_categories.find(({ _id }) => _id === sub)
  const place = placeOf(search)
  const conditions = conditionsOf(search)
  const chip = (isSet: boolean, key: string, label: string, without: Partial<SearchParams>): Chip[] =>
    isSet ? [{ key, label, without }] : []
  return [
    ...chip(category !== undefined, 'category', chosen?.name ?? texts.search.category, {
      category: undefined,
      sub: undefined,
      attributes: undefined,
    }),
    ...chip(sub !== undefined, 'sub', chosenSub?.name ?? texts.search.category, {
      sub: undefined,
      attributes: undefined,
    }),
    ...attributeChips(search, categories),
    ...chip(min !== undefined || max !== undefined, 'price', priceLabel(min, max, currency), {
      min: undefined,
      max: undefined,
    }),
    ...conditions.map((condition) => ({
      key: `condition ${condition}`,
      label: texts.conditions[condition],
      without: { condition: conditionOf(conditions.filter((other) => other !== condition)) },
    })),
    ...chip(place !== undefined, 'place', place?.name || texts.search.chips.place, {
      lat: undefined,
      lng: undefined,
      at: undefined,
    }),
    ...chip(radius !== undefined, 'radius', texts.search.within(distance(radius ?? 0)), {
      radius: undefined,
    }),
    ...chip(within !== undefined, 'within', texts.search.postedWithin(within ?? 0), { within: undefined }),
  ]
}

interface ChipsProps {
  search: SearchParams
  change: (changed: Partial<SearchParams>) => void
  currency: string | undefined
}

/** What narrows the search, to be taken away with one press. */
export function Chips({ search, change, currency }: ChipsProps) {
  const { data: categories = [] } = useCategories()
  const chips = chipsOf(search, categories, currency)
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={texts.search.chips.title}>
      {chips.map(({ key, label, without }) => (
        <li key={key}>
          <button
            type="button"
            className={classes.chip}
            aria-label={texts.search.chips.remove(label)}
            onClick={() => change(without)}
          >
            <span dir="auto">{label}</span>
            <IconX aria-hidden size={16} />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button type="button" className={classes.clear} onClick={() => change(unfiltered)}>
            {texts.search.reset}
          </button>
        </li>
      )}
    </ul>
  )
}
