import { Button, Text } from '@mantine/core'
import { forgotPassword, resetPassword, validateOtp } from '@plaza/client/marketplace'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { texts } from '../../texts/accounts.ts'
import { CodeForm } from '../../ui/code-form.tsx'
import { ask, Failure } from '../../ui/failure.ts'
import { AddressForm, NewPasswordForm } from '../../ui/forgotten-password-form.tsx'
import { Gate } from '../../ui/gate.tsx'
import { OutboxHint } from '../../ui/outbox-hint.tsx'
import { Resend } from '../../ui/resend.tsx'
import { useTitle } from '../../ui/title.ts'
import { say } from '../../ui/toasts.tsx'
import { session } from '../session.ts'

const askForCode = async (email: string) => (await ask(forgotPassword({ body: { email } }))).data.resend_in

/** What the link of a mail brings: the last step, without the others. */
const tokenInLink = (): string | undefined =>
  new URLSearchParams(window.location.hash.slice(1)).get('token') ?? undefined

/** Three steps: the address, its code, the new password. */
export function ForgottenPassword() {
  useTitle(texts.forgotten.title)
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const [resetToken, setResetToken] = useState(tokenInLink)
  // A link is used from its mail, not from the history.
  useEffect(() => {
    if (tokenInLink() !== undefined)
      window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  const send = async (address: string) => {
    await askForCode(address)
    setEmail(address)
    setSent(true)
  }
  return (
    <Gate title={texts.forgotten.title}>
      {!isSent && resetToken === undefined && <AddressForm email={email} send={send} />}
      {isSent && resetToken === undefined && (
        <Code email={email} onOther={() => setSent(false)} onRight={setResetToken} />
      )}
      {resetToken !== undefined && (
        <NewPassword resetToken={resetToken} onUsedUp={() => setResetToken(undefined)} />
      )}
    </Gate>
  )
}

interface CodeProps {
  email: string
  onOther: () => void
  onRight: (token: string) => void
}

function Code({ email, onOther, onRight }: CodeProps) {
  const check = async (otp: string) => {
    const { data } = await ask(validateOtp({ body: { email, otp, purpose: 'reset' } }))
    onRight(data.reset_token ?? '')
  }
  return (
    <>
      <Text>{texts.forgotten.sent(email)}</Text>
      <OutboxHint />
      <CodeForm check={check} />
      <Resend send={() => askForCode(email)} />
      <Button variant="default" onClick={onOther}>
        {texts.forgotten.otherAddress}
      </Button>
    </>
  )
}

function NewPassword({ resetToken, onUsedUp }: { resetToken: string; onUsedUp: () => void }) {
  const navigate = useNavigate()
  const search = useSearch({ from: '/forgotten-password' })
  const change = async (password: string) => {
    try {
      await ask(resetPassword({ body: { reset_token: resetToken, password } }))
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'RESET_TOKEN_INVALID') throw error
      say(error.message, 'bad')
      return onUsedUp()
    }
    say(texts.forgotten.done)
    await navigate({ to: '/sign-in', search })
    // Every session ended with the old password, one of this browser, too.
    session.signedOut()
  }
  return <NewPasswordForm hint={texts.forgotten.newPasswordHint} change={change} />
}
