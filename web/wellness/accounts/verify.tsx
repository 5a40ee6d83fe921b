import { Text } from '@mantine/core'
import { resendOtp, verifyUser } from '@plaza/client/wellness'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/wellness.ts'
import { CodeForm } from '../../ui/code-form.tsx'
import { ask } from '../../ui/failure.ts'
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
  const check = async (otp: string) => {
    const { data } = await ask(
      verifyUser({ body: { email, otp }, headers: { 'Idempotency-Key': requestid } }),
    )
    if (!('accessToken' in data)) return
    session.signedIn(data.user.id, { value: data.accessToken, expiresIn: data.expiresIn })
    await navigate({ to: '/' })
  }
  const resend = async () => {
    const { data } = await ask(resendOtp({ body: { email } }))
    return Math.ceil((Date.parse(data.resendAvailableAt) - Date.now()) / 1000)
  }
  return (
    <Gate title={texts.verify.title}>
      <Text>{texts.verify.hint(email)}</Text>
      <OutboxHint />
      <CodeForm action={texts.verify.submit} check={check} />
      <Resend send={resend} />
    </Gate>
  )
}
