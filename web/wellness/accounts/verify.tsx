import { Text } from '@mantine/core'
import { resendOtp, resetPassword, verifyUser } from '@plaza/client/wellness'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/wellness.ts'
import { CodeForm } from '../../ui/code-form.tsx'
import { ask } from '../../ui/failure.ts'
import { NewPasswordForm } from '../../ui/forgotten-password-form.tsx'
import { newId } from '../../ui/ids.ts'
import { OutboxHint } from '../../ui/outbox-hint.tsx'
import { Resend } from '../../ui/resend.tsx'
import { session } from '../session.ts'
import { Gate } from './gate.tsx'

const route = getRouteApi('/verify')

/** The mailed code opens the account. */
export function Verify() {
  const { email } = route.useSearch()
  const navigate = useNavigate()
  // A lost answer is asked for again with the same id and gives the same sign-in.
  const [requestid] = useState(newId)
  const [resetToken, setResetToken] = useState<string>()
  const check = async (otp: string) => {
    const { data } = await ask(
      verifyUser({ body: { email, otp }, headers: { 'Idempotency-Key': requestid } }),
    )
    if (!('accessToken' in data)) return
    if (data.resetToken !== undefined) return setResetToken(data.resetToken)
    session.signedIn(data.user.id, { value: data.accessToken, expiresIn: data.expiresIn })
    await navigate({ to: '/' })
  }
  // Ends every session, the one that the code opened, too.
  const setPassword = async (newPassword: string) => {
    await ask(resetPassword({ body: { email, resetToken, newPassword } }))
    await navigate({ to: '/sign-in', search: { changed: true } })
  }
  const resend = async () => {
    const { data } = await ask(resendOtp({ body: { email } }))
    return Math.ceil((Date.parse(data.resendAvailableAt) - Date.now()) / 1000)
  }
  if (resetToken !== undefined)
    return (
      <Gate title={texts.verify.passwordTitle}>
        <Text>{texts.verify.passwordHint}</Text>
        <NewPasswordForm field="newPassword" change={setPassword} />
      </Gate>
    )
  return (
    <Gate title={texts.verify.title}>
      <Text>{texts.verify.hint(email)}</Text>
      <OutboxHint />
      <CodeForm action={texts.verify.submit} check={check} />
      <Resend send={resend} />
    </Gate>
  )
}
