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
    <Alert color="yellow" mb="md">
      <p>{texts.limited.title(date(until))}</p>
      <ButtonLink to="/notices" variant="default" mt="sm">
        {texts.limited.why}
      </ButtonLink>
    </Alert>
  )
}
