import { getModerationCountsOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { useIsStaff } from '../accounts/own-role.ts'
import { queryClient } from '../session.ts'

const everyMs = 5 * 60_000

/** What waits for a moderator, looked at again every five minutes; nothing for who is none. */
export function useModerationCounts() {
  const enabled = useIsStaff()
  return useQuery(
    {
      ...getModerationCountsOptions(),
      enabled,
      refetchInterval: everyMs,
    },
    queryClient,
  )
}
