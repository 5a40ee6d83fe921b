import { Button, Stack, TextInput } from '@mantine/core'
import { texts } from '../texts/ui.ts'
import { EmailField, PasswordField } from './account-fields.tsx'
import { useServerForm } from './server-form.ts'
import { FormFailure } from './states.tsx'

export interface Credentials {
  email: string
  password: string
  /** The code of an authenticator app; empty unless it was asked for and typed. */
  totp: string
}

interface SignInFormProps {
  signIn: (credentials: Credentials) => Promise<unknown>
  /** Asks for the code of an authenticator app, too. */
  hasSecondFactor?: boolean
}

export function SignInForm({ signIn, hasSecondFactor = false }: SignInFormProps) {
  const form = useServerForm({
    initialValues: { email: '', password: '', totp: '' },
    mutation: { mutationFn: signIn },
    request: (credentials) => credentials,
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <FormFailure message={form.failure} />
        <EmailField {...form.getInputProps('email')} />
        <PasswordField {...form.getInputProps('password')} />
        {hasSecondFactor && (
          <TextInput
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            label={texts.account.totp}
            description={texts.account.totpHint}
            {...form.getInputProps('totp')}
          />
        )}
        <Button type="submit" size="lg" loading={form.isSending}>
          {texts.account.signIn}
        </Button>
      </Stack>
    </form>
  )
}
