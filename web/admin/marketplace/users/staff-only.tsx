import { getProfileOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { texts } from '../../../texts/admin.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { Empty, Failed, Waiting } from '../../../ui/states.tsx'
import { isStaff } from './staff.ts'

/** The marketplace's pages: who is signed in to the storefront may be anybody. */
export function StaffOnly() {
  const person = useQuery(getProfileOptions())
  if (person.isPending) return <Waiting />
  if (!person.data) return <Failed error={person.error} retry={() => person.refetch()} />
  const { name, role } = person.data.data
  if (isStaff(role)) return <Outlet />
  return (
    <Empty title={texts.signIn.staffOnly} hint={texts.signIn.memberHint(name)}>
      <ButtonLink to="/sign-in" search={{ product: 'marketplace' }}>
        {texts.signIn.other}
      </ButtonLink>
    </Empty>
  )
}
