import { Text } from '@mantine/core'
import { forgotPassword, resetPassword } from '@plaza/client/wellness'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/wellness.ts'
import { CodeForm } from '../../ui/code-form.tsx'
import { ask, Failure } from '../../ui/failure.ts'
import { AddressForm, NewPasswordForm } from '../../ui/forgotten-password-form.tsx'
import { OutboxHint } from '../../ui/outbox-hint.tsx'
import { FormFailure } from '../../ui/states.tsx'
import { Gate } from './gate.tsx'

/** Three steps: the address, the mailed code, and the new password, with which the code is looked at. */
export function ForgottenPassword() {
  const navigate = useNavigate()
  const [email, setEmail] = useState<string>()
  const [code, setCode] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const send = async (address: string) => {
    await ask(forgotPassword({ body: { email: address } }))
    setEmail(address)
  }
  const change = async (newPassword: string) => {
    try {
      await ask(resetPassword({ body: { email: email ?? '', otp: code ?? '', newPassword } }))
    } catch (error) {
      if (!(error instanceof Failure) || !error.fields.some(({ path }) => path === 'body.otp')) throw error
      setFailure(error.message)
      return setCode(undefined)
    }
    await navigate({ to: '/sign-in', search: { changed: true } })
  }
  return (
    <Gate title={texts.forgotten.title}>
      {email === undefined && <AddressForm email="" send={send} />}
      {email !== undefined && code === undefined && (
        <>
          <Text>{texts.verify.hint(email)}</Text>
          <OutboxHint />
          <FormFailure message={failure} />
          <CodeForm action={texts.verify.submit} check={async (digits) => setCode(digits)} />
        </>
      )}
      {code !== undefined && <NewPasswordForm field="newPassword" change={change} />}
    </Gate>
  )
}
