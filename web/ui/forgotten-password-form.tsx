import { Button, Stack, Text } from '@mantine/core'
import { texts } from '../texts/ui.ts'
import { EmailField, NewPasswordField } from './account-fields.tsx'
import { useServerForm } from './server-form.ts'
import { FormFailure } from './states.tsx'

interface AddressFormProps {
  /** What was typed before. */
  email: string
  /** Asks for a code to be mailed to the address. */
  send: (email: string) => Promise<unknown>
}

/** The first step to a new password: whose it is. */
export function AddressForm({ email, send }: AddressFormProps) {
  const form = useServerForm({
    initialValues: { email },
    mutation: { mutationFn: send },
    request: (values) => values.email,
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <Text>{texts.account.forgottenHint}</Text>
        <FormFailure message={form.failure} />
        <EmailField {...form.getInputProps('email')} />
        <Button type="submit" size="lg" loading={form.isSending}>
          {texts.account.sendCode}
        </Button>
      </Stack>
    </form>
  )
}

interface NewPasswordFormProps {
  /** What the new password ends. */
  hint?: string
  /** The field of the request that carries the password. */
  field?: string
  change: (password: string) => Promise<unknown>
}

/** The last step to a new password: itself. */
export function NewPasswordForm({ hint, field = 'password', change }: NewPasswordFormProps) {
  const form = useServerForm({
    initialValues: { password: '' },
    mutation: { mutationFn: change },
    request: ({ password }) => password,
    names: { [field]: 'password' },
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <FormFailure message={form.failure} />
        <NewPasswordField label={texts.account.newPassword} {...form.getInputProps('password')} />
        {hint && <Text c="var(--ink-soft)">{hint}</Text>}
        <Button type="submit" size="lg" loading={form.isSending}>
          {texts.account.changePassword}
        </Button>
      </Stack>
    </form>
  )
}
