import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../texts/ui.ts'
import { EmailField, NewPasswordField } from './account-fields.tsx'
import { showFailure } from './forms.ts'
import { FormFailure } from './states.tsx'

interface AddressFormProps {
  /** What was typed before. */
  email: string
  /** Asks for a code to be mailed to the address. */
  send: (email: string) => Promise<unknown>
}

/** The first step to a new password: whose it is. */
export function AddressForm({ email, send }: AddressFormProps) {
  const [failure, setFailure] = useState<string>()
  const form = useForm({ initialValues: { email } })
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onError: (error) => setFailure(showFailure(form, error)),
  })
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setFailure(undefined)
        mutate(values.email)
      })}
    >
      <Stack>
        <Text>{texts.account.forgottenHint}</Text>
        <FormFailure message={failure} />
        <EmailField {...form.getInputProps('email')} />
        <Button type="submit" size="lg" loading={isPending}>
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
  const [failure, setFailure] = useState<string>()
  const form = useForm({ initialValues: { password: '' } })
  const { mutate, isPending } = useMutation({
    mutationFn: change,
    onError: (error) => setFailure(showFailure(form, error, { [field]: 'password' })),
  })
  return (
    <form
      onSubmit={form.onSubmit(({ password }) => {
        setFailure(undefined)
        mutate(password)
      })}
    >
      <Stack>
        <FormFailure message={failure} />
        <NewPasswordField label={texts.account.newPassword} {...form.getInputProps('password')} />
        {hint && <Text c="var(--ink-soft)">{hint}</Text>}
        <Button type="submit" size="lg" loading={isPending}>
          {texts.account.changePassword}
        </Button>
      </Stack>
    </form>
  )
}
