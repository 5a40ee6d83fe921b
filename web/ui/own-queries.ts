import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Session } from './session.ts'

/**
 * What one person's pages loaded is not there for the next one; who comes back finds the page as it was.
 * @param queryKey what the keys of the person's queries begin with.
 */
export function keepOwn(queryClient: QueryClient, session: Session, queryKey: QueryKey = []): void {
  let last = session.personId
  session.subscribe(() => {
    const { personId } = session
    if (personId === '') queryClient.removeQueries({ queryKey, type: 'inactive' })
    else if (personId === last) void queryClient.invalidateQueries({ queryKey })
    else void queryClient.resetQueries({ queryKey })
    if (personId !== '') last = personId
  })
}
