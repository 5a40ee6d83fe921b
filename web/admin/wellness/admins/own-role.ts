import { adminGetProfileOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { usePersonId } from '../../../ui/session.ts'
import { queryClient, session } from '../session.ts'

const writers = ['SUPER', 'CONTENT']
const carers = ['SUPER', 'SUPPORT']

function useHasRole(roles: readonly string[]): boolean | undefined {
  const isSignedIn = usePersonId(session) !== ''
  const own = useQuery({ ...adminGetProfileOptions(), enabled: isSignedIn }, queryClient).data?.data
  return own && roles.includes(own.role)
}

/** Whether whoever is at work in the wellness app writes what its users see; undefined until that is known. */
export const useWritesContent = (): boolean | undefined => useHasRole(writers)

/** Whether they look after its people. */
export const useLooksAfterPeople = (): boolean | undefined => useHasRole(carers)
