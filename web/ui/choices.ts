import {
  type QueryKey,
  type UseMutationOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { messageOf } from './states.tsx'
import { say } from './toasts.tsx'

interface ChoicesOptions<Reply, Request> {
  /** Of what the choices are kept in. */
  queryKey: QueryKey
  /** Keeps a choice: a generated `…Mutation()`. */
  mutation: Pick<UseMutationOptions<unknown, unknown, Request>, 'mutationFn'>
  /** What is kept, with a choice. */
  show: (known: Reply, request: Request) => Reply
}

/**
 * Choices that show at once and are kept one by one; one that the server refuses is as it was.
 * @returns what makes a choice, and what shows those under way over what is kept: whatever is read meanwhile does not know of them
 */
export function useChoices<Reply, Request>({ queryKey, mutation, show }: ChoicesOptions<Reply, Request>) {
  const client = useQueryClient()
  const mutationKey = ['choices', queryKey]
  const { mutate } = useMutation({
    ...mutation,
    mutationKey,
    // One after the other, so that the last answer is of the last choice.
    scope: { id: JSON.stringify(mutationKey) },
    networkMode: 'online',
    onSuccess: async (_, request: Request) => {
      // What is on its way was read before the choice was kept.
      await client.cancelQueries({ queryKey })
      client.setQueryData<Reply>(queryKey, (known) => (known === undefined ? known : show(known, request)))
    },
    onError: (error) => say(messageOf(error), 'bad'),
    // Once the last choice is made: a reading between two of them knew only the first.
    onSettled: async () => {
      if (client.isMutating({ mutationKey }) === 1) await client.invalidateQueries({ queryKey })
    },
  })
  const underWay = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Request,
  })
  return {
    choose: (request: Request) => mutate(request),
    withChoices: (known: Reply | undefined) => known && underWay.reduce(show, known),
  }
}
