import { Alert } from '@mantine/core'
import { texts } from '../../texts/posts.ts'
import { date } from '../../ui/dates.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { useProfile } from '../accounts/profile.ts'

/** Says that a decision keeps what one has on offer from everybody else, and where its reasons are. */
export function Limited() {
  const until = useProfile().data?.limited_until
  if (!until) return null
  return (
    <Alert color="yellow" title={texts.limited.title(date(until))} mb="md">
      <ButtonLink to="/notices" variant="default">
        {texts.limited.why}
      </ButtonLink>
    </Alert>
  )
}
