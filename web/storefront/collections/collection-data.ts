import type { CollectionRecord } from '@plaza/client/marketplace'
import { getCollectionListOptions, getCollectionListQueryKey } from '@plaza/client/marketplace/queries'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { dataOf } from '../../ui/queries.ts'

/** The person's collections, that of everything first. */
export const useCollections = () =>
  useQuery({ ...getCollectionListOptions(), select: dataOf<CollectionRecord[]>, staleTime: 0 })

/** Asks anew for whatever shows collections or what is in one. */
export const refreshCollections = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: getCollectionListQueryKey() }),
    client.invalidateQueries({ queryKey: [{ _id: 'getPostCollection' }] }),
  ])
