import { Text } from '@mantine/core'
import { texts } from '../../texts/ui.ts'
import { Gate } from '../../ui/gate.tsx'
import { SignInForm } from '../../ui/sign-in-form.tsx'
import { signIn } from './sign-in.ts'

/** Stands before a page whose person was signed out. */
export const SignInAgain = () => (
  <Gate title={texts.account.againTitle}>
    <Text role="alert">{texts.account.againHint}</Text>
    <SignInForm signIn={signIn} />
  </Gate>
)
