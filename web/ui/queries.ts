import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** How long what was read is shown without asking anew. */
export const freshMs = 30_000

/** Every query of a noun of the server, such as `notifications`. */
export const ofNoun = (noun: string): { queryKey: QueryKey } => ({ queryKey: [{ tags: [noun] }] })

/** For the `select` of a query: what the reply is about. */
export const dataOf = <Data>({ data }: { data: Data }): Data => data

/** Goes with generated `…InfiniteOptions()`: the next page begins at the cursor of the last. */
export const byCursor = {
  // The first page adds nothing to what is asked, whatever a list asks for.
  initialPageParam: {} as never,
  getNextPageParam: ({ meta }: { meta?: { nextCursor: string | null } | undefined }): string | undefined =>
    meta?.nextCursor ?? undefined,
}

/** What was asked for is not there yet; what is shown meanwhile, if anything, is of something else. */
export const isComing = ({
  isPending,
  isPlaceholderData,
}: {
  isPending: boolean
  isPlaceholderData: boolean
}) => isPending || isPlaceholderData

/** The rows of all pages that are loaded. */
export const rowsOf = <Row>(list: { pages: readonly { data: Row[] }[] } | undefined): Row[] =>
  list?.pages.flatMap(dataOf) ?? []

/** The same query, kept apart by something that it does not ask for, such as who asks. */
export const keptApart = <Options extends { queryKey: QueryKey }>(options: Options, by: string): Options => ({
  ...options,
  queryKey: [...options.queryKey, by],
})

const isNextPage = ({ state }: Query) => Boolean(state.fetchMeta?.fetchMore)

/**
 * Stops the next pages that are on their way to some lists: they would bring back the pages that were
 * there when they were asked for. To be called before a page of such a list is changed; the end of the
 * list, while it is in sight, asks again.
 */
export const stopNextPages = (client: QueryClient, queryKey: QueryKey): Promise<void> =>
  client.cancelQueries({ queryKey, predicate: isNextPage })

/** Asks again for what is on its way, next pages apart: it may have been read before a change that was made meanwhile. */
export async function askForLate(client: QueryClient, queryKeys: readonly QueryKey[]): Promise<void> {
  const late = queryKeys.flatMap((queryKey) =>
    client.getQueryCache().findAll({
      queryKey,
      fetchStatus: 'fetching',
      predicate: (query) => !isNextPage(query),
    }),
  )
  const isLate = { predicate: (query: Query) => late.includes(query) }
  await client.cancelQueries(isLate)
  await client.refetchQueries(isLate)
}

/**
 * Has what was out of date before it came read once more. While something is read for the first time, the library takes an
 * invalidation for answered by the reply that is under way, which may have been made before the change.
 */
export function rereadLate(client: QueryClient): void {
  const late = new WeakSet<Query>()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const isFirstReading = query.state.fetchStatus === 'fetching' && query.state.data === undefined
    if (action.type === 'invalidate' && isFirstReading) late.add(query)
    if (action.type === 'success' && late.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  })
}
