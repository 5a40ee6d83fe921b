import { Button, Group, Stack } from '@mantine/core'
import { getProfileOptions } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/accounts.ts'
import { texts as common } from '../../texts/ui.ts'
import { PasswordField } from '../../ui/account-fields.tsx'
import { Failure } from '../../ui/failure.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { FormFailure } from '../../ui/states.tsx'
import { signIn } from './sign-in.ts'

/** Whether the sign-in was too long ago for what was asked. */
export const isTooLongAgo = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'REAUTH_REQUIRED'

interface ConfirmFormProps {
  /** Does what takes a new sign-in. */
  onConfirmed: () => Promise<unknown>
  onClose: () => void
}

/** Signs the person in once more by their password, for what a session alone may not do. */
export function ConfirmForm({ onConfirmed, onClose }: ConfirmFormProps) {
  const client = useQueryClient()
  const form = useServerForm({
    initialValues: { password: '' },
    mutation: {
      mutationFn: async (password: string) => {
        // Whose page this is may be still on its way when the password is there already.
        const { data } = await client.ensureQueryData(getProfileOptions())
        await signIn({ email: data.email ?? '', password })
        await onConfirmed()
      },
    },
    request: ({ password }) => password,
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <FormFailure message={form.failure} />
        <PasswordField description={texts.confirm.hint} {...form.getInputProps('password')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {texts.confirm.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
