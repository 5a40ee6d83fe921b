import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { texts } from '../texts/ui.ts'
import { CodeInput } from './code-input.tsx'
import { FormFailure, messageOf } from './states.tsx'

interface CodeFormProps {
  /** What the button says. */
  action?: string
  check: (code: string) => Promise<unknown>
}

/** Asks for the code of a mail. */
export function CodeForm({ action = texts.account.confirm, check }: CodeFormProps) {
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useMutation({ mutationFn: check })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(code)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <CodeInput label={texts.account.code} value={code} onChange={setCode} />
        <FormFailure message={error ? messageOf(error) : undefined} />
        <Button type="submit" size="lg" disabled={code.length < 6} loading={isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}
