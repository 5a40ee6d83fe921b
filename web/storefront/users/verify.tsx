import { Text } from '@mantine/core'
import { forgotPassword, type Profile, updateUser, verifyUser } from '@plaza/client/marketplace'
import { getProfileQueryKey } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useRouter, useSearch } from '@tanstack/react-router'
import { texts } from '../../texts/users.ts'
import { CodeForm } from '../../ui/code-form.tsx'
import { ask } from '../../ui/failure.ts'
import { Gate } from '../../ui/gate.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { OutboxHint } from '../../ui/outbox-hint.tsx'
import { Resend } from '../../ui/resend.tsx'
import { Failed, Waiting } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { say } from '../../ui/toasts.tsx'
import { useProfile } from './profile.ts'

/** The mailed code confirms the account's address, or the one it is about to change to. */
export function Verify() {
  useTitle(texts.verify.title)
  const { next = '/' } = useSearch({ from: '/signed-in/verify' })
  const profile = useProfile()
  if (profile.isPending) return <Waiting />
  if (profile.isError) return <Failed error={profile.error} retry={() => profile.refetch()} />
  const { pending_email, email, is_verified } = profile.data
  const address = pending_email ?? (is_verified ? null : email)
  if (address === null) return <Navigate to={next} replace />
  return <Confirm address={address} profile={profile.data} next={next} />
}

function Confirm({ address, profile, next }: { address: string; profile: Profile; next: string }) {
  const client = useQueryClient()
  const router = useRouter()
  const check = async (otp: string) => {
    await ask(verifyUser({ body: { email: address, otp } }))
    say(texts.verify.done)
    router.history.replace(next)
    await client.invalidateQueries({ queryKey: getProfileQueryKey() })
  }
  const resend = async () => {
    if (profile.pending_email === null) {
      const { data } = await ask(forgotPassword({ body: { email: address, purpose: 'verify' } }))
      return data.resend_in
    }
    await ask(updateUser({ body: { email: address } }))
    return 60
  }
  return (
    <Gate title={texts.verify.title}>
      <Text>{texts.verify.hint(address)}</Text>
      <OutboxHint />
      <CodeForm check={check} />
      <Resend send={resend} />
      <ButtonLink to={next} variant="default">
        {texts.verify.later}
      </ButtonLink>
    </Gate>
  )
}
