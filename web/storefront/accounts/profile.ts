import type { GetProfileResponse, UpdateUserResponse } from '@plaza/client/marketplace'
import { getProfileOptions } from '@plaza/client/marketplace/queries'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { dataOf } from '../../ui/queries.ts'

/** The account of the person who is signed in. */
export const useProfile = (enabled = true) =>
  useQuery({ ...getProfileOptions(), enabled, select: dataOf<GetProfileResponse['data']> })

/** The account was changed: it is shown as it is now. */
export const keepProfile = (client: QueryClient, { data }: UpdateUserResponse): void => {
  client.setQueryData(
    getProfileOptions().queryKey,
    (known) => known && { ...known, data: { ...known.data, ...data } },
  )
}
