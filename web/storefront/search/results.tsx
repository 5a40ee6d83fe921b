import { Anchor, Button, Text, VisuallyHidden } from '@mantine/core'
import type { SearchPostsResponses } from '@plaza/client/marketplace'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { texts } from '../../texts/posts.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Empty, Failed, More } from '../../ui/states.tsx'
import { CardGrid, CardGridSkeleton } from '../posts/cards.tsx'
import { cardsOf } from '../posts/posts.ts'
import classes from './search.module.css'
import type { SearchParams } from './search-params.ts'

type Page = SearchPostsResponses[200]
type Change = (changed: Partial<SearchParams>) => void

interface ResultsProps {
  query: UseInfiniteQueryResult<InfiniteData<Page>, unknown>
  search: SearchParams
  change: Change
}

export function Results({ query, search, change }: ResultsProps) {
  const cards = cardsOf(query.data)
  if (query.isPending) return <CardGridSkeleton />
  if (query.isError && cards.length === 0) return <Failed error={query.error} retry={() => query.refetch()} />
  return (
    <div className={query.isPlaceholderData ? classes.stale : undefined} aria-busy={query.isPlaceholderData}>
      <Summary page={query.data?.pages[0]} search={search} change={change} />
      {cards.length === 0 ? <Nothing search={search} change={change} /> : <CardGrid cards={cards} />}
      <More query={query} />
    </div>
  )
}

function Summary({ page, search, change }: { page: Page | undefined; search: SearchParams; change: Change }) {
  const suggestion = page?.meta?.did_you_mean
  const matches = page?.meta?.matches
  return (
    <div role="status">
      {page?.meta?.fallback && (
        <Text className={classes.status} dir="auto">
          {texts.search.fallback(search.q ?? '')}
        </Text>
      )}
      {suggestion && (
        <Text mb="sm">
          {texts.search.didYouMean}{' '}
          <Anchor
            component="button"
            type="button"
            fz="md"
            py={12}
            dir="auto"
            onClick={() => change({ q: suggestion })}
          >
            {suggestion}
          </Anchor>
          ?
        </Text>
      )}
      {page && !page.meta?.fallback && matches !== undefined && matches.count > 0 && (
        <Text className={classes.status}>
          {matches.more ? texts.search.foundMany(matches.count) : texts.search.found(matches.count)}
        </Text>
      )}
      {page?.data.length === 0 && <VisuallyHidden>{texts.search.empty}</VisuallyHidden>}
    </div>
  )
}

/** What to take away from a search, one thing at a time. */
const widenings: [
  keyof typeof texts.search.without,
  (search: SearchParams) => boolean,
  Partial<SearchParams>,
][] = [
  ['radius', ({ radius }) => radius !== undefined, { radius: undefined }],
  ['price', ({ min, max }) => min !== undefined || max !== undefined, { min: undefined, max: undefined }],
  ['within', ({ within }) => within !== undefined, { within: undefined }],
  ['condition', ({ condition }) => condition !== undefined, { condition: undefined }],
  ['attributes', ({ attributes }) => attributes !== undefined, { attributes: undefined }],
  [
    'category',
    ({ category }) => category !== undefined,
    { category: undefined, sub: undefined, attributes: undefined },
  ],
  ['q', ({ q }) => q !== undefined, { q: undefined }],
]

function Nothing({ search, change }: { search: SearchParams; change: Change }) {
  const possible = widenings.filter(([, isSet]) => isSet(search))
  if (possible.length === 0)
    return (
      <Empty title={texts.search.nothingYet} hint={texts.search.nothingYetHint}>
        <ButtonLink to="/sell">{texts.mine.sell}</ButtonLink>
      </Empty>
    )
  return (
    <Empty title={texts.search.empty} hint={texts.search.emptyHint}>
      {possible.map(([name, , without]) => (
        <Button key={name} variant="default" onClick={() => change(without)}>
          {texts.search.without[name]}
        </Button>
      ))}
    </Empty>
  )
}
