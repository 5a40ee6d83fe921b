import type { Post, PostCard } from '@plaza/client/marketplace'
import { getPostDetail } from '@plaza/client/marketplace'
import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { takeRead } from '../ui/early.ts'
import { ask } from '../ui/failure.ts'
import { stopNextPages } from '../ui/next-pages.ts'
import { postPath } from './first-sight.ts'

/** A list of cards by cursor, under a key that begins with `posts`. */
export type CardPages = InfiniteData<{ data: PostCard[] }>

/** Lists keep their pages as they were, so that going back shows the same cards at the same height. */
export const listLifetime = { staleTime: Number.POSITIVE_INFINITY, gcTime: 30 * 60_000 } as const

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: ['post', id],
    queryFn: async ({ signal }) => (await ask(getPostDetail({ path: { post_id: id }, signal }))).data,
    initialData: () => takeRead<{ data: Post }>(postPath(id))?.data,
  })

/** The cards of all pages; one that moved to a later page while reading is shown once. */
export function cardsOf<Card extends { _id: string }>(
  pages: InfiniteData<{ data: Card[] }> | undefined,
): Card[] {
  const cards = pages?.pages.flatMap((page) => page.data) ?? []
  return [...new Map(cards.map((card) => [card._id, card])).values()]
}

/** Changes a listing wherever it is shown. */
export async function patchPost(client: QueryClient, id: string, patch: Partial<PostCard>): Promise<void> {
  await stopNextPages(client, ['posts'])
  client.setQueryData<Post>(['post', id], (post) => post && { ...post, ...patch })
  client.setQueriesData<CardPages>(
    { queryKey: ['posts'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((card) => (card._id === id ? { ...card, ...patch } : card)),
        })),
      },
  )
}

/** A listing changed at the server: it is shown as it is now, and lists are loaded anew when next seen. */
export function keepPost(client: QueryClient, post: Post): void {
  client.setQueryData(['post', post._id], post)
  void client.invalidateQueries({ queryKey: ['posts'] })
}
