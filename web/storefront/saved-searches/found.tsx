import { Group, Title } from '@mantine/core'
import { getFoundPostsInfiniteOptions, updateSavedSearchMutation } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { texts } from '../../texts/saved-searches.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { byCursor } from '../../ui/queries.ts'
import { Empty, Failed, More } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { CardGrid, CardGridSkeleton } from '../posts/cards.tsx'
import { cardsOf } from '../posts/posts.ts'
import { listQuery } from './saved-list.ts'
import { searchOf } from './saved-query.ts'

/** What a saved search has found: what is new to the person first. */
export function Found() {
  const { searchId } = useParams({ from: '/signed-in/saved-searches/$searchId' })
  const path = { saved_search_id: searchId }
  const list = useInfiniteQuery({
    ...getFoundPostsInfiniteOptions({ path }),
    ...byCursor,
    // What is new when the page opens is shown as new until it is left.
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const saved = list.data?.pages[0]?.meta?.saved_search
  useTitle(saved?.name ?? texts.title)
  const cards = cardsOf(list.data)
  const seenBefore = useSeenBefore(searchId, list.dataUpdatedAt, saved?.seen_at)
  const isUnseen = ({ found_at }: { found_at: string }) =>
    found_at > (seenBefore ?? saved?.seen_at ?? found_at)
  const newest = seenBefore && cards[0] && isUnseen(cards[0]) ? cards[0].found_at : undefined
  useSeen(searchId, newest)
  const isNew = cards.filter(isUnseen)
  const before = cards.filter((card) => !isUnseen(card))
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1} size="h2" dir="auto">
          {saved?.name ?? texts.title}
        </Title>
        {saved && (
          <ButtonLink to="/search" search={searchOf(saved.query)} variant="default">
            {texts.open}
          </ButtonLink>
        )}
      </Group>
      {list.isPending && <CardGridSkeleton />}
      {list.isError && cards.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && cards.length === 0 && (
        <Empty title={texts.foundNothing} hint={texts.foundNothingHint} />
      )}
      <Part title={texts.foundNew} cards={isNew} />
      <Part title={texts.foundBefore} cards={before} />
      <More query={list} />
    </>
  )
}

function Part({ title, cards }: { title: string; cards: Parameters<typeof CardGrid>[0]['cards'] }) {
  if (cards.length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" my="sm">
        {title}
      </Title>
      <CardGrid cards={cards} />
    </section>
  )
}

/**
 * Until when somebody had seen all when they opened the page: once it has told what it shows, the server says a later
 * moment, also with later pages and whatever is read anew. Undefined before the server was asked.
 */
function useSeenBefore(searchId: string, readAt: number, seenAt: string | undefined): string | undefined {
  const [openedAt] = useState(() => Date.now())
  const [first, setFirst] = useState<{ searchId: string; seenAt: string }>()
  if (first?.searchId === searchId) return first.seenAt
  if (seenAt === undefined || readAt < openedAt) return undefined
  setFirst({ searchId, seenAt })
  return seenAt
}

/** Tells the server what was shown, so that it counts as new no more; the page itself stays as it is. */
function useSeen(searchId: string, until: string | undefined): void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    ...updateSavedSearchMutation({ keepalive: true }),
    networkMode: 'online',
    onSuccess: () => client.invalidateQueries({ queryKey: listQuery.queryKey }),
  })
  useEffect(() => {
    if (until !== undefined) mutate({ path: { saved_search_id: searchId }, body: { seen_until: until } })
  }, [mutate, searchId, until])
}
