import { getCardFormOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'

/** The processor's own form for cards. */
export interface CardForm {
  publishableKey: string
  scriptUrl: string
}

/** Who processes cards here; `form` where pages show theirs, `isLive` where real money moves. */
export function useCardForm() {
  const query = useQuery({ ...getCardFormOptions(), staleTime: Number.POSITIVE_INFINITY })
  const { provider, mode, publishable_key: publishableKey, script_url: scriptUrl } = query.data?.data ?? {}
  const form: CardForm | undefined = publishableKey && scriptUrl ? { publishableKey, scriptUrl } : undefined
  const { isPending, error, refetch } = query
  return { provider, form, isLive: mode === 'live', isPending, error, refetch }
}
