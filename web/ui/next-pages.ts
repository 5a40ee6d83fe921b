import type { Query, QueryClient } from '@tanstack/react-query'

const isNextPage = ({ state }: Query) => Boolean(state.fetchMeta?.fetchMore)

/**
 * Stops the next pages that are on their way to some lists: they would bring back the pages that were
 * there when they were asked for. To be called before a page of such a list is changed; the end of the
 * list, while it is in sight, asks again.
 */
export const stopNextPages = (client: QueryClient, queryKey: readonly unknown[]): Promise<void> =>
  client.cancelQueries({ queryKey, predicate: isNextPage })
