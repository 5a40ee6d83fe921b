import { Button, Drawer, Group, NativeSelect, Title } from '@mantine/core'
import { searchPostsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/posts.ts'
import { byCursor, keptApart } from '../../ui/queries.ts'
import { usePersonId } from '../../ui/session.ts'
import { useTitle } from '../../ui/title.ts'
import { useProfile } from '../accounts/profile.ts'
import { useCategoryNames } from '../categories/categories.ts'
import { listLifetime } from '../posts/posts.ts'
import { SaveSearch } from '../saved-searches/save-search.tsx'
import { session } from '../session.ts'
import { Chips } from './chips.tsx'
import { Filters } from './filters.tsx'
import { placeOf } from './place.ts'
import { Results } from './results.tsx'
import classes from './search.module.css'
import { meantBy, type SearchParams, type Sort, sorts } from './search-params.ts'
import { Words } from './words.tsx'

/** What the server is asked. */
function queryOf(search: SearchParams, hasOrigin: boolean) {
  const { q, category, sub, attributes, min, max, currency, condition, lat, lng, radius, within, sort } =
    search
  return {
    limit: 24,
    q,
    category_id: category,
    sub_category_id: sub,
    attributes,
    min_price: min,
    max_price: max,
    currency,
    condition,
    lat,
    lng,
    radius_km: radius,
    posted_within: within,
    sort: sort === 'distance' && !hasOrigin ? undefined : sort,
  }
}

function useSearchResults(search: SearchParams, hasOrigin: boolean) {
  const personId = usePersonId(session)
  const query = queryOf(search, hasOrigin)
  return useInfiniteQuery({
    ...keptApart(searchPostsInfiniteOptions({ query }), personId),
    ...byCursor,
    placeholderData: keepPreviousData,
    ...listLifetime,
  })
}

/**
 * In which prices are meant: as the address says, or as they are where one looks; of those who were shown nothing, as their
 * account has them. Until it is known no price can be looked for: of another currency there may be none here.
 */
function useCurrency({ currency }: SearchParams, results: ReturnType<typeof useSearchResults>) {
  const isSignedIn = usePersonId(session) !== ''
  const known = currency ?? results.data?.pages[0]?.data[0]?.currency
  const profile = useProfile(isSignedIn && known === undefined && !results.isPending)
  return known ?? profile.data?.currency
}

/** How many filters are set, besides the words and the order. */
const countFilters = ({ category, attributes, min, max, condition, lat, radius, within }: SearchParams) =>
  [category, attributes, min ?? max, condition, lat, radius, within].filter((value) => value !== undefined)
    .length

export function Search() {
  useTitle(texts.search.title)
  const { data: categories = [] } = useCategoryNames()
  const isSignedIn = usePersonId(session) !== ''
  const meant = (said: SearchParams) =>
    meantBy(said, { categories, hasOrigin: isSignedIn || placeOf(said) !== undefined })
  const search = meant(useSearch({ from: '/search' }))
  const navigate = useNavigate({ from: '/search' })
  const results = useSearchResults(search, isSignedIn || placeOf(search) !== undefined)
  const [isOpen, setOpen] = useState(false)
  const change = (changed: Partial<SearchParams>) =>
    void navigate({
      search: (before: SearchParams) => ({ ...meant(before), ...changed }),
      replace: true,
      resetScroll: false,
    })
  const currency = useCurrency(search, results)
  const filters = (
    <Filters
      search={search}
      change={change}
      currency={currency}
      facets={results.data?.pages[0]?.meta?.facets}
    />
  )
  const count = countFilters(search)
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        {texts.search.title}
      </Title>
      <Words words={search.q ?? ''} search={change} key={search.q} />
      <div className={classes.frame}>
        <aside className={classes.side} aria-label={texts.search.filters}>
          {filters}
        </aside>
        <section className={classes.found}>
          <Group mb="md" align="flex-end">
            <Button
              className={classes.opener}
              variant="default"
              leftSection={<IconAdjustmentsHorizontal aria-hidden size={18} />}
              onClick={() => setOpen(true)}
              aria-haspopup="dialog"
            >
              {count > 0 ? texts.search.filtersWith(count) : texts.search.filters}
            </Button>
            <SaveSearch search={search} currency={currency} />
            <Order search={search} change={change} currency={currency} />
          </Group>
          <Chips search={search} change={change} currency={currency} />
          <Results query={results} search={search} change={change} />
        </section>
      </div>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={texts.search.filters}
        position="bottom"
        size="85%"
      >
        {filters}
        <div className={classes.show}>
          <Button fullWidth size="lg" onClick={() => setOpen(false)} loading={results.isPlaceholderData}>
            {showText(results.data?.pages[0]?.meta?.matches)}
          </Button>
        </div>
      </Drawer>
    </>
  )
}

function showText(matches: { count: number; more: boolean } | undefined): string {
  if (!matches) return texts.search.show
  return matches.more ? texts.search.showMany(matches.count) : texts.search.showCount(matches.count)
}

interface OrderProps {
  search: SearchParams
  change: (changed: Partial<SearchParams>) => void
  currency: string | undefined
}

const isOfPrices = (sort: Sort) => sort.startsWith('price')

function Order({ search, change, currency }: OrderProps) {
  const isSignedIn = usePersonId(session) !== ''
  const hasOrigin = isSignedIn || placeOf(search) !== undefined
  const offered = sorts.filter((sort) => sort !== 'distance' || hasOrigin)
  const choose = (sort: Sort) =>
    // Prices compare only within one currency.
    change({
      sort: sort === 'relevance' ? undefined : sort,
      ...(isOfPrices(sort) ? { currency } : {}),
    })
  return (
    <NativeSelect
      className={classes.order}
      label={texts.search.sort}
      value={search.sort ?? 'relevance'}
      onChange={(event) => choose(event.currentTarget.value as Sort)}
      data={offered.map((sort) => ({
        value: sort,
        label: texts.search.sorts[sort],
        disabled: isOfPrices(sort) && currency === undefined,
      }))}
    />
  )
}
