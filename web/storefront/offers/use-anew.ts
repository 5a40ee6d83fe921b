import { useQueryClient } from '@tanstack/react-query'
import { ofNoun } from '../../ui/queries.ts'

/** Has everything loaded anew that shows an offer: chats, listings, and what can be bought. */
export function useAnew(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      ['chat', 'offers', 'orders', 'posts'].map((noun) => client.invalidateQueries(ofNoun(noun))),
    )
  }
}
