import type {
  AddPostResponse,
  GetMostViewedResponse,
  GetPostDetailResponse,
  GetProfileForWebResponse,
  GetRelatedPostsResponse,
  GetTrendingResponse,
  PostCard,
} from '@plaza/client/marketplace'
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
import { askForLate, dataOf, rowsOf, stopNextPages } from '../../ui/queries.ts'
import { postPath } from './first-sight.ts'

/** A list of cards by cursor. */
type CardPages = InfiniteData<{ data: PostCard[] }>

/** Every query of an operation, whatever it was asked for. */
const ofOperation = (_id: string): QueryKey => [{ _id }]

/** Every such list. */
const cardLists = (): QueryKey[] => [
  [{ _id: 'getPostsOfPerson', _infinite: true }],
  getPostsInfiniteQueryKey(),
  searchPostsInfiniteQueryKey(),
  [{ _id: 'getPostCollection', _infinite: true }],
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

/** Replies that hold cards beside other things, and how the cards of one are changed. */
const cardHolders: [QueryKey, (data: never, patch: PatchCards) => object][] = [
  [
    ofOperation('getRelatedPosts'),
    (data: GetRelatedPostsResponse['data'], patch) => ({
      ...data,
      from_seller: patch(data.from_seller),
      similar: patch(data.similar),
    }),
  ],
  [ofOperation('getTrending'), (data: GetTrendingResponse['data'], patch) => patch(data)],
  [ofOperation('getMostViewed'), (data: GetMostViewedResponse['data'], patch) => patch(data)],
  [
    ofOperation('getProfileForWeb'),
    (data: GetProfileForWebResponse['data'], patch) => ({ ...data, posts: patch(data.posts) }),
  ],
]
type PatchCards = (cards: PostCard[]) => PostCard[]

/** Changes a listing wherever it is shown. */
export async function patchPost(client: QueryClient, id: string, patch: Partial<PostCard>): Promise<void> {
  const lists = cardLists()
  const patched: PatchCards = (cards) => cards.map((card) => (card._id === id ? { ...card, ...patch } : card))
  await Promise.all(lists.map((queryKey) => stopNextPages(client, queryKey)))
  client.setQueryData(
    postQuery(id).queryKey,
    (known) => known && { ...known, data: { ...known.data, ...patch } },
  )
  for (const queryKey of lists)
    client.setQueriesData<CardPages>({ queryKey }, (list) => list && patchPages(list, patched))
  for (const [queryKey, change] of cardHolders)
    client.setQueriesData<{ data: never }>(
      { queryKey },
      (reply) => reply && { ...reply, data: change(reply.data, patched) as never },
    )
}

const patchPages = (list: CardPages, patched: PatchCards): CardPages => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, data: patched(page.data) })),
})

/** Wherever a listing is shown. */
const placesOf = (id: string) => [
  postQuery(id).queryKey,
  ...cardLists(),
  ...cardHolders.map(([queryKey]) => queryKey),
]

/** Asks again for what of a listing is on its way. */
export const askAgain = (client: QueryClient, id: string): Promise<void> => askForLate(client, placesOf(id))

/** Loads a listing anew wherever it is shown, also where it is just being loaded. */
export async function refreshPost(client: QueryClient, id: string): Promise<void> {
  await Promise.all(placesOf(id).map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** A listing as a list showed it, for its page to begin with. */
export function knownCard(client: QueryClient, id: string): PostCard | undefined {
  for (const queryKey of cardLists())
    for (const [, list] of client.getQueriesData<CardPages>({ queryKey })) {
      const card = rowsOf(list).find(({ _id }) => _id === id)
      if (card) return card
    }
  return undefined
}

/** The server's reply to a change of a listing: it is shown as it is now, and lists are loaded anew when next seen. */
export function keepPost(client: QueryClient, reply: AddPostResponse): void {
  client.setQueryData(getPostDetailQueryKey({ path: { post_id: reply.data._id } }), reply)
  for (const queryKey of cardLists()) void client.invalidateQueries({ queryKey })
}
