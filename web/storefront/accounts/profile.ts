import { getProfile } from '@plaza/client/marketplace'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../ui/failure.ts'

/** The account of the person who is signed in. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => (await ask(getProfile({ signal }))).data,
})
