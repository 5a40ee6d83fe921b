import type { QueryClient } from '@tanstack/react-query'
import type { Session } from './session.ts'

/** What one person's pages loaded is not there for the next one; who comes back finds the page as it was. */
export function keepOwn(queryClient: QueryClient, session: Session): void {
  let last = session.personId
  session.subscribe(() => {
    const { personId } = session
    if (personId === '') queryClient.removeQueries({ type: 'inactive' })
    else if (personId === last) void queryClient.invalidateQueries()
    else void queryClient.resetQueries()
    if (personId !== '') last = personId
  })
}
