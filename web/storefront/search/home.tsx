import type { GetPostsResponse } from '@plaza/client/marketplace'
import { getPostsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { IconChevronDown, IconMapPin, IconRefresh } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { texts } from '../../texts/storefront.ts'
import { takeRead } from '../../ui/early.ts'
import { IconButton, PlainButton, plainLink } from '../../ui/plain-button.tsx'
import { byCursor, keptApart } from '../../ui/queries.ts'
import { usePersonId } from '../../ui/session.ts'
import { Empty, Failed, More } from '../../ui/states.tsx'
import { CardGrid, CardGridSkeleton } from '../posts/cards.tsx'
import { feedPath, feedQuery } from '../posts/first-sight.ts'
import { cardsOf, listLifetime } from '../posts/posts.ts'
import { session } from '../session.ts'
import { CategoryStrip } from './category-strip.tsx'
import { keepReading, takeScrolled } from './feed-memory.ts'
import { FreeRail } from './free-rail.tsx'
import classes from './home.module.css'
import { PlaceDialog } from './lazy-place-dialog.ts'
import { type Place, placeOf, searchOf, storedPlace, storePlace } from './place.ts'
import { RankedRails } from './ranked-rails.tsx'
import { SearchField } from './search-field.tsx'

/** What one can look for, what is given away, and the newest listings around a place. */
export function Home() {
  const place = placeOf(useSearch({ from: '/' })) ?? storedPlace()
  return (
    <>
      <h1 className={classes.claim}>{texts.home.claim}</h1>
      <SearchField />
      <CategoryStrip />
      <FreeRail place={place} />
      <Feed place={place} />
    </>
  )
}

/** A screenful or two of what is new comes first. */
const railsAfter = 12

/** The newest listings around the place that was picked, or else around the person's home. */
function Feed({ place }: { place: Place | undefined }) {
  const personId = usePersonId(session)
  const client = useQueryClient()
  const options = keptApart(getPostsInfiniteOptions({ query: feedQuery(place) }), personId)
  const feed = useInfiniteQuery({
    ...options,
    ...byCursor,
    initialData: () => {
      const first = personId === '' ? takeRead<GetPostsResponse>(feedPath(place)) : undefined
      return first && { pages: [first], pageParams: [byCursor.initialPageParam] }
    },
    ...listLifetime,
  })
  const cards = cardsOf(feed.data)
  useReading(place, cards.length)
  const refresh = () => {
    window.scrollTo({ top: 0 })
    void client.resetQueries({ queryKey: options.queryKey })
  }
  return (
    <section aria-labelledby="feed">
      <Head place={place} isSignedIn={personId !== ''} refresh={refresh} isLoading={feed.isPending} />
      {feed.isPending && <CardGridSkeleton />}
      {feed.isError && cards.length === 0 && <Failed error={feed.error} retry={() => feed.refetch()} />}
      {feed.isSuccess && cards.length === 0 && <NothingHere isNarrow={personId !== '' || Boolean(place)} />}
      <CardGrid cards={cards} between={{ after: railsAfter, content: <RankedRails place={place} /> }} />
      <More query={feed} />
    </section>
  )
}

/** Whoever loads the page anew finds as many cards, and is where they were. */
function useReading(place: Place | undefined, cards: number): void {
  useEffect(() => keepReading(place, cards), [place, cards])
  useLayoutEffect(() => {
    if (cards === 0) return
    const scrolled = takeScrolled(place)
    if (scrolled) window.scrollTo({ top: scrolled })
  }, [place, cards])
}

function Head({
  place,
  isSignedIn,
  refresh,
  isLoading,
}: {
  place: Place | undefined
  isSignedIn: boolean
  refresh: () => void
  isLoading: boolean
}) {
  const navigate = useNavigate({ from: '/' })
  const [isPicking, setPicking] = useState(false)
  const pick = (picked: Place | undefined) => {
    storePlace(picked)
    setPicking(false)
    void navigate({ search: searchOf(picked), replace: true })
  }
  return (
    <div className={classes.head}>
      <h2 id="feed">
        {place ? texts.home.titleAround : isSignedIn ? texts.home.title : texts.home.titleAnywhere}
      </h2>
      <span className={classes.where}>
        <PlainButton onClick={() => setPicking(true)} aria-haspopup="dialog">
          <IconMapPin aria-hidden size={18} />
          <span>
            {place
              ? place.name || texts.home.pickedPlace
              : isSignedIn
                ? texts.home.ownPlace
                : texts.home.anyPlace}
          </span>
          <IconChevronDown aria-hidden size={16} />
        </PlainButton>
      </span>
      <IconButton
        className={classes.refresh}
        aria-label={texts.home.refresh}
        onClick={refresh}
        disabled={isLoading}
      >
        <IconRefresh aria-hidden size={20} />
      </IconButton>
      {isPicking && (
        <PlaceDialog place={place} purpose="look" onClose={() => setPicking(false)} onPick={pick} />
      )}
    </div>
  )
}

const NothingHere = ({ isNarrow }: { isNarrow: boolean }) => (
  <Empty title={texts.home.empty} hint={isNarrow ? texts.home.emptyHereHint : texts.home.emptyHint}>
    {isNarrow && (
      <Link to="/search" {...plainLink('default')}>
        {texts.home.searchEverywhere}
      </Link>
    )}
    <Link to="/sell" {...plainLink('filled')}>
      {texts.nav.sell}
    </Link>
  </Empty>
)
