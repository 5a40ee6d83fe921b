import { adminGetProfileOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { usePersonId } from '../../../ui/session.ts'
import { queryClient, session } from '../session.ts'

const writers = ['SUPER', 'CONTENT']

/** Whether whoever is at work in the wellness app writes what its users see; undefined until that is known. */
export function useWritesContent(): boolean | undefined {
  const isSignedIn = usePersonId(session) !== ''
  const own = useQuery({ ...adminGetProfileOptions(), enabled: isSignedIn }, queryClient).data?.data
  return own && writers.includes(own.role)
}
