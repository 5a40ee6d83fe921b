import { Text } from '@mantine/core'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { texts } from '../../texts/wellness.ts'
import { Failure } from '../../ui/failure.ts'
import { TextLink } from '../../ui/links.tsx'
import { type Credentials, SignInForm } from '../../ui/sign-in-form.tsx'
import { Gate } from './gate.tsx'
import { signIn } from './sign-in.ts'

const route = getRouteApi('/sign-in')

export function SignIn() {
  const { next, changed } = route.useSearch()
  const navigate = useNavigate()
  const router = useRouter()
  const enter = async (credentials: Credentials) => {
    try {
      await signIn(credentials)
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'ACCOUNT_NOT_VERIFIED') throw error
      // The code is on its way again: it is asked for next.
      return navigate({ to: '/verify', search: { email: credentials.email } })
    }
    router.history.replace(next ?? '/wellness')
  }
  return (
    <Gate title={texts.signIn.title}>
      {changed && <Text role="status">{texts.forgotten.changed}</Text>}
      <SignInForm signIn={enter} />
      <TextLink to="/forgotten-password" py="xs">
        {texts.signIn.forgotten}
      </TextLink>
      <Text>
        {texts.signIn.newHere}{' '}
        <TextLink to="/sign-up" underline="always">
          {texts.signIn.signUp}
        </TextLink>
      </Text>
    </Gate>
  )
}
