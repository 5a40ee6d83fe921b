import { adminLogout } from '@plaza/client/wellness'
import { adminGetProfileOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../../texts/admin.ts'
import { ask } from '../../../ui/failure.ts'
import { usePersonId } from '../../../ui/session.ts'
import { Account } from '../../account.tsx'
import { queryClient, session } from '../session.ts'

/** Who is at work in the wellness app. */
export function WellnessAccount() {
  const isSignedIn = usePersonId(session) !== ''
  const { data } = useQuery({ ...adminGetProfileOptions(), enabled: isSignedIn }, queryClient)
  return (
    <Account
      title={texts.signIn.wellness}
      hint={texts.signIn.wellnessHint}
      product="wellness"
      session={session}
      name={data?.data.name}
      signOut={() => ask(adminLogout())}
    />
  )
}
