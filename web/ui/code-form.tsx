import { Button, Stack } from '@mantine/core'
import { texts } from '../texts/ui.ts'
import { CodeInput } from './code-input.tsx'
import { useServerForm } from './server-form.ts'
import { FormFailure } from './states.tsx'

interface CodeFormProps {
  /** What the button says. */
  action?: string
  check: (code: string) => Promise<unknown>
}

/** Asks for the code of a mail. */
export function CodeForm({ action = texts.account.confirm, check }: CodeFormProps) {
  const form = useServerForm({
    initialValues: { otp: '' },
    mutation: { mutationFn: check },
    request: ({ otp }) => otp,
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <CodeInput label={texts.account.code} {...form.getInputProps('otp')} />
        <FormFailure message={form.failure} />
        <Button type="submit" size="lg" disabled={form.values.otp.length < 6} loading={form.isSending}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}
