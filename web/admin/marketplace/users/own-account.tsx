import { logout } from '@plaza/client/marketplace'
import { getProfileOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../../texts/admin.ts'
import { ask } from '../../../ui/failure.ts'
import { usePersonId } from '../../../ui/session.ts'
import { Account } from '../../account.tsx'
import { queryClient, session } from '../session.ts'
import { isStaff } from './staff.ts'

/** Who is at work in the marketplace. */
export function MarketplaceAccount() {
  const isSignedIn = usePersonId(session) !== ''
  const { data } = useQuery({ ...getProfileOptions(), enabled: isSignedIn }, queryClient)
  return (
    <Account
      title={texts.signIn.marketplace}
      hint={texts.signIn.marketplaceHint}
      product="marketplace"
      session={session}
      name={data?.data.name}
      note={data && !isStaff(data.data.role) ? texts.signIn.staffOnly : undefined}
      signOut={() => ask(logout({ body: {} }))}
    />
  )
}
