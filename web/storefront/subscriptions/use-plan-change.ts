import type { SubscriptionRecord } from '@plaza/client/marketplace'
import { getUserQueryKey } from '@plaza/client/marketplace/queries'
import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ofNoun } from '../../ui/queries.ts'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'

/** Has what the person has, and may use, be asked for again. */
export function useNewStanding(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries(ofNoun('subscriptions')),
      client.invalidateQueries({ queryKey: getUserQueryKey() }),
    ])
}

/** A change of one's subscription by one press: a generated `…Mutation()`, and what to say of it. */
export function usePlanChange<Request>(
  mutation: Pick<UseMutationOptions<{ data: SubscriptionRecord }, unknown, Request>, 'mutationFn'>,
  tell: (subscription: SubscriptionRecord) => void,
) {
  const standsAnew = useNewStanding()
  return useMutation({
    ...mutation,
    onSuccess: async ({ data }) => {
      tell(data)
      await standsAnew()
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
}
