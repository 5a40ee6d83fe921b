import { getPurchaseListing, getPurchaseListings } from '@plaza/client/marketplace'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from '../../ui/failure.ts'
import { decimalsOf, money } from '../../ui/formats.ts'
import type { PurchaseSearch } from './search.ts'

/** The person's purchases, with the totals of all of them. */
export const purchasesQuery = (search: PurchaseSearch) =>
  infiniteQueryOptions({
    queryKey: ['purchases', 'list', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      ask(getPurchaseListings({ query: { limit: 20, ...search, ...(cursor ? { cursor } : {}) }, signal })),
    getNextPageParam: (page) => page.meta.nextCursor ?? undefined,
  })

/** One of them with its costs and its sale. */
export const purchaseQuery = (id: string) =>
  queryOptions({
    queryKey: ['purchases', 'detail', id],
    queryFn: async ({ signal }) => (await ask(getPurchaseListing({ path: { id }, signal }))).data,
    staleTime: 0,
  })

export const majorOf = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency)

export const minorMoney = (minor: number, currency: string): string =>
  money(majorOf(minor, currency), currency)
