import { getTestPaymentIdOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '../../ui/failure.ts'

/** Who processes payments here, if it can be tried out; `isLive` where real money moves. */
export function useTestMode() {
  const query = useQuery({ ...getTestPaymentIdOptions(), staleTime: Number.POSITIVE_INFINITY })
  const { error, data, isPending, refetch } = query
  const isLive = error instanceof Failure && error.code === 'NOT_IN_TEST_MODE'
  return { provider: data?.data.provider, isLive, isPending, error: isLive ? null : error, refetch }
}
