import type { AddPostResponse, GetPostDetailResponse, PostCard } from '@plaza/client/marketplace'
import {
  getFavouritesInfiniteQueryKey,
  getMyPostsInfiniteQueryKey,
  getPostDetailOptions,
  getPostDetailQueryKey,
  getPostsInfiniteQueryKey,
  searchPostsInfiniteQueryKey,
} from '@plaza/client/marketplace/queries'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { takeRead } from '../../ui/early.ts'
import { dataOf, rowsOf, stopNextPages } from '../../ui/queries.ts'
import { postPath } from './first-sight.ts'

/** A list of cards by cursor. */
type CardPages = InfiniteData<{ data: PostCard[] }>

/** Every such list, whatever it was asked for. */
const cardLists = (): QueryKey[] => [
  getPostsInfiniteQueryKey(),
  searchPostsInfiniteQueryKey(),
  getFavouritesInfiniteQueryKey(),
  getMyPostsInfiniteQueryKey(),
]

/** Lists keep their pages as they were, so that going back shows the same cards at the same height. */
export const listLifetime = { staleTime: Number.POSITIVE_INFINITY, gcTime: 30 * 60_000 } as const

export const postQuery = (id: string) => ({
  ...getPostDetailOptions({ path: { post_id: id } }),
  initialData: () => takeRead<GetPostDetailResponse>(postPath(id)),
  select: dataOf<GetPostDetailResponse['data']>,
})

/** The cards of all pages; one that moved to a later page while reading is shown once. */
export function cardsOf<Card extends { _id: string }>(
  pages: InfiniteData<{ data: Card[] }> | undefined,
): Card[] {
  return [...new Map(rowsOf(pages).map((card) => [card._id, card])).values()]
}

/** Changes a listing wherever it is shown. */
export async function patchPost(client: QueryClient, id: string, patch: Partial<PostCard>): Promise<void> {
  const lists = cardLists()
  await Promise.all(lists.map((queryKey) => stopNextPages(client, queryKey)))
  client.setQueryData(
    postQuery(id).queryKey,
    (known) => known && { ...known, data: { ...known.data, ...patch } },
  )
  for (const queryKey of lists)
    client.setQueriesData<CardPages>({ queryKey }, (list) => list && patchCards(list, id, patch))
}

const patchCards = (list: CardPages, id: string, patch: Partial<PostCard>): CardPages => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    data: page.data.map((card) => (card._id === id ? { ...card, ...patch } : card)),
  })),
})

/** The server's reply to a change of a listing: it is shown as it is now, and lists are loaded anew when next seen. */
export function keepPost(client: QueryClient, reply: AddPostResponse): void {
  client.setQueryData(getPostDetailQueryKey({ path: { post_id: reply.data._id } }), reply)
  for (const queryKey of cardLists()) void client.invalidateQueries({ queryKey })
}
