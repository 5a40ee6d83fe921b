import { ActionIcon, Button, Title } from '@mantine/core'
import type { GetPostsResponse } from '@plaza/client/marketplace'
import { getPostsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { IconChevronDown, IconMapPin, IconRefresh } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/storefront.ts'
import { takeRead } from '../../ui/early.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { byCursor, keptApart } from '../../ui/queries.ts'
import { usePersonId } from '../../ui/session.ts'
import { Empty, Failed, More } from '../../ui/states.tsx'
import { PlaceDialog } from '../search/lazy-place-dialog.ts'
import { type Place, placeOf, searchOf, storedPlace, storePlace } from '../search/place.ts'
import { session } from '../session.ts'
import { CardGrid, CardGridSkeleton } from './cards.tsx'
import { feedPath, feedQuery } from './first-sight.ts'
import classes from './home.module.css'
import { cardsOf, listLifetime } from './posts.ts'

/** The newest listings around the place that was picked, or else around the person's home. */
export function Home() {
  const place = placeOf(useSearch({ from: '/' })) ?? storedPlace()
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
  const refresh = () => {
    window.scrollTo({ top: 0 })
    void client.resetQueries({ queryKey: options.queryKey })
  }
  return (
    <>
      <Head place={place} isSignedIn={personId !== ''} refresh={refresh} isLoading={feed.isPending} />
      {feed.isPending && <CardGridSkeleton />}
      {feed.isError && cards.length === 0 && <Failed error={feed.error} retry={() => feed.refetch()} />}
      {feed.isSuccess && cards.length === 0 && <NothingHere isNarrow={personId !== '' || Boolean(place)} />}
      <CardGrid cards={cards} />
      <More query={feed} />
    </>
  )
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
      <Title order={1} size="h2">
        {place ? texts.home.titleAround : isSignedIn ? texts.home.title : texts.home.titleAnywhere}
      </Title>
      <Button
        variant="default"
        radius="xl"
        maw="60vw"
        leftSection={<IconMapPin aria-hidden size={18} />}
        rightSection={<IconChevronDown aria-hidden size={16} />}
        onClick={() => setPicking(true)}
        aria-haspopup="dialog"
      >
        {place
          ? place.name || texts.home.pickedPlace
          : isSignedIn
            ? texts.home.ownPlace
            : texts.home.anyPlace}
      </Button>
      <ActionIcon
        className={classes.refresh}
        aria-label={texts.home.refresh}
        onClick={refresh}
        disabled={isLoading}
      >
        <IconRefresh aria-hidden size={20} />
      </ActionIcon>
      {isPicking && <PlaceDialog place={place} onClose={() => setPicking(false)} onPick={pick} />}
    </div>
  )
}

const NothingHere = ({ isNarrow }: { isNarrow: boolean }) => (
  <Empty title={texts.home.empty} hint={isNarrow ? texts.home.emptyHereHint : texts.home.emptyHint}>
    {isNarrow && (
      <ButtonLink to="/search" variant="default">
        {texts.home.searchEverywhere}
      </ButtonLink>
    )}
    <ButtonLink to="/sell">{texts.nav.sell}</ButtonLink>
  </Empty>
)
