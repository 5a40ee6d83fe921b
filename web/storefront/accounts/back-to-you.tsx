import { texts } from '../../texts/accounts.ts'
import { TextLink } from '../../ui/links.tsx'
import { usePersonId } from '../../ui/session.ts'
import { session } from '../session.ts'

/** The way back from a page that somebody comes to by “You”; whoever is not signed in has none. */
export const BackToYou = () =>
  usePersonId(session) !== '' && (
    <TextLink to="/you" py="sm" display="inline-block">
      {texts.you.back}
    </TextLink>
  )
