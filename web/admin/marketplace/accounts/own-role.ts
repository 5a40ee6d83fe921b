import { getProfileOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { usePersonId } from '../../../ui/session.ts'
import { queryClient, session } from '../session.ts'
import { isStaff } from './staff.ts'

/** The role of whoever is or was last at work in the marketplace; undefined until it is known. */
function useOwnRole(): string | undefined {
  const isSignedIn = usePersonId(session) !== ''
  return useQuery({ ...getProfileOptions(), enabled: isSignedIn }, queryClient).data?.data.role
}

/**
 * Whether whoever is at work in the marketplace is an administrator; undefined until that is known. It stays
 * when the session ends, so that what was typed is still there for who signs in again.
 */
export function useIsAdministrator(): boolean | undefined {
  const role = useOwnRole()
  return role === undefined ? undefined : role === 'administrator'
}

/** Whether somebody of the staff is signed in to the marketplace now. */
export function useIsStaff(): boolean {
  const role = useOwnRole()
  return usePersonId(session) !== '' && role !== undefined && isStaff(role)
}
