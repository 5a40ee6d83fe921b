import { Stack, Text } from '@mantine/core'
import { useRouter, useSearch } from '@tanstack/react-router'
import { texts } from '../../texts/accounts.ts'
import { texts as support } from '../../texts/support.ts'
import { Gate } from '../../ui/gate.tsx'
import { TextLink } from '../../ui/links.tsx'
import { SignInForm } from '../../ui/sign-in-form.tsx'
import { useTitle } from '../../ui/title.ts'
import { signIn } from './sign-in.ts'
import { SocialButtons } from './social-buttons.tsx'

export function SignIn() {
  useTitle(texts.signIn.title)
  const router = useRouter()
  const search = useSearch({ from: '/sign-in' })
  return (
    <Gate title={texts.signIn.title}>
      <SignInForm
        signIn={async (credentials) => {
          await signIn(credentials)
          router.history.replace(search.next ?? '/')
        }}
      />
      <SocialButtons next={search.next ?? '/'} />
      <Stack gap="xs">
        <TextLink to="/forgotten-password" search={search} underline="always" py="sm">
          {texts.signIn.forgotten}
        </TextLink>
        <Text>
          {texts.signIn.isNew}{' '}
          <TextLink to="/sign-up" search={search} underline="always">
            {texts.signIn.signUp}
          </TextLink>
        </Text>
        <TextLink to="/help" underline="always" py="sm">
          {support.title}
        </TextLink>
      </Stack>
    </Gate>
  )
}
