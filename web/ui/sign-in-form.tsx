import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../texts/ui.ts'
import { EmailField, PasswordField } from './account-fields.tsx'
import { showFailure } from './forms.ts'
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
  const [failure, setFailure] = useState<string>()
  const form = useForm<Credentials>({ initialValues: { email: '', password: '', totp: '' } })
  const { mutate, isPending } = useMutation({
    mutationFn: signIn,
    onError: (error) => setFailure(showFailure(form, error)),
  })
  return (
    <form
      onSubmit={form.onSubmit((credentials) => {
        setFailure(undefined)
        mutate(credentials)
      })}
    >
      <Stack>
        <FormFailure message={failure} />
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
        <Button type="submit" size="lg" loading={isPending}>
          {texts.account.signIn}
        </Button>
      </Stack>
    </form>
  )
}
