import { Outlet } from '@tanstack/react-router'
import { texts } from '../texts/admin.ts'
import { Empty, Waiting } from '../ui/states.tsx'

/** Pages of those who may do what they are for; `isAllowed` is undefined until that is known. */
export const Restricted = ({ isAllowed, to }: { isAllowed: boolean | undefined; to: string }) => {
  if (isAllowed === undefined) return <Waiting />
  return isAllowed ? <Outlet /> : <Empty title={texts.restricted.title(to)} hint={texts.restricted.hint} />
}
