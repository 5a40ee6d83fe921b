import { Button, Divider, Stack } from '@mantine/core'
import { getSocialProvidersOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/accounts.ts'
import { canSignInElsewhere, goToProvider } from './social-sign-in.ts'

interface SocialButtonsProps {
  /** The page to go on to. */
  next: string
  /** Adds a way into the account that somebody is signed in to. */
  isAdding?: boolean
}

/** The ways in by others’ pages; nothing where there are none. */
export function SocialButtons({ next, isAdding = false }: SocialButtonsProps) {
  const { data } = useQuery({ ...getSocialProvidersOptions(), staleTime: Number.POSITIVE_INFINITY })
  const providers = data?.data.providers ?? []
  if (providers.length === 0 || !canSignInElsewhere()) return null
  const say = isAdding ? texts.social.add : texts.social.signIn
  return (
    <Stack gap="sm">
      {!isAdding && <Divider label={texts.social.or} />}
      {providers.map((provider) => (
        <Button key={provider} variant="default" size="lg" onClick={() => void goToProvider(provider, next)}>
          {say(texts.social.names[provider])}
        </Button>
      ))}
    </Stack>
  )
}
