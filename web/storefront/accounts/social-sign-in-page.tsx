import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { exchangeSocialCode, socialLogin } from '@plaza/client/marketplace'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { texts } from '../../texts/accounts.ts'
import { language } from '../../texts/language.ts'
import { NameField } from '../../ui/account-fields.tsx'
import { deviceZone } from '../../ui/device-zone.ts'
import { ask, Failure } from '../../ui/failure.ts'
import { Gate } from '../../ui/gate.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { useServerForm } from '../../ui/server-form.ts'
import { FormFailure, messageOf, Waiting } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { say } from '../../ui/toasts.tsx'
import { type Place, storedPlace } from '../search/place.ts'
import { session } from '../session.ts'
import { ConfirmForm, isTooLongAgo } from './confirm-form.tsx'
import { deviceId } from './device.ts'
import { ownPage } from './next-page.ts'
import { PlaceField } from './place-field.tsx'
import { begun, forgetBegun } from './social-sign-in.ts'

/** Who somebody is elsewhere, as this browser asked for it. */
interface Proof {
  provider: 'google' | 'apple' | 'facebook'
  id_token: string
  nonce: string
}

type Step =
  | { is: 'busy' }
  | { is: 'refused'; why: string }
  | { is: 'new'; proof: Proof; name: string }
  | { is: 'too long ago'; proof: Proof }

/** Where a provider’s page leads back to: signs in with what it said, or opens an account. */
export function SocialSignInPage() {
  useTitle(texts.social.title)
  const router = useRouter()
  const [step, setStep] = useState<Step>({ is: 'busy' })
  const goOn = () => {
    const next = ownPage(begun()?.next) ?? '/'
    forgetBegun()
    router.history.replace(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came back is taken once
  useEffect(() => {
    enter(takeAnswer())
      .then((then) => (then === undefined ? goOn() : setStep(then)))
      .catch((error) => setStep({ is: 'refused', why: messageOf(error) }))
  }, [])
  if (step.is === 'too long ago')
    return (
      <Gate title={texts.social.title}>
        <ConfirmForm onConfirmed={() => signInWith(step.proof, {}).then(goOn)} onClose={goOn} />
      </Gate>
    )
  if (step.is === 'new') return <NewHere proof={step.proof} name={step.name} onDone={goOn} />
  return (
    <Gate title={texts.social.title}>
      {step.is === 'busy' ? (
        <>
          <Waiting />
          <Text>{texts.social.busy}</Text>
        </>
      ) : (
        <>
          <Text role="alert">{step.why}</Text>
          <ButtonLink to="/sign-in" search={{ next: ownPage(begun()?.next) ?? '/' }}>
            {texts.social.back}
          </ButtonLink>
        </>
      )}
    </Gate>
  )
}

/** What stands behind the hash, once: it is gone from the address before anything else happens, and after a reload. */
function takeAnswer(): URLSearchParams {
  const said = new URLSearchParams(window.location.hash.slice(1))
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return said
}

/** @returns what is left to do; undefined when somebody is signed in. */
async function enter(said: URLSearchParams): Promise<Step | undefined> {
  const error = said.get('error')
  const nonce = begun()?.nonce
  if (error === 'declined') return { is: 'refused', why: texts.social.declined }
  const [code, state] = [said.get('code'), said.get('state')]
  if (code === null || state === null || nonce === undefined)
    return { is: 'refused', why: texts.social.failed }
  const { data } = await ask(exchangeSocialCode({ body: { code, state } }))
  const proof = { provider: data.provider, id_token: data.id_token, nonce }
  const name = said.get('name') ?? ''
  try {
    await signInWith(proof, name === '' ? {} : { name })
  } catch (failure) {
    if (failure instanceof Failure && failure.code === 'AGREEMENT_REQUIRED')
      return { is: 'new', proof, name: name || nameIn(proof) }
    if (isTooLongAgo(failure)) return { is: 'too long ago', proof }
    throw failure
  }
  return undefined
}

/** Whoever is signed in adds a way into their account, a guest becomes a member, anybody else signs in. */
async function signInWith(proof: Proof, more: Partial<Parameters<typeof socialLogin>[0]['body']>) {
  const isAdding = session.personId !== ''
  const { data } = await ask(
    socialLogin({
      body: { ...proof, device_id: deviceId(), ...more },
      ...(session.visitorId === '' ? { security: [] } : {}),
    }),
  )
  session.signedIn(data.user._id, { value: data.access_token, expiresIn: data.expires_in })
  if (isAdding) say(texts.social.added)
}

/** What the provider calls them, to begin with. The server reads the token for itself. */
function nameIn({ id_token }: Proof): string {
  const payload = id_token.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )
  return String(JSON.parse(new TextDecoder().decode(bytes)).name ?? '')
}

interface NewHereProps {
  proof: Proof
  name: string
  onDone: () => void
}

function NewHere({ proof, name, onDone }: NewHereProps) {
  const initialValues: { name: string; place: Place | undefined; agree: boolean } = {
    name,
    place: storedPlace(),
    agree: false,
  }
  const form = useServerForm({
    initialValues,
    validate: {
      name: (value) => (value.trim() === '' ? texts.signUp.nameMissing : null),
      place: (place) => (place ? null : texts.signUp.placeMissing),
      agree: (isAgreed) => (isAgreed ? null : texts.signUp.agreeMissing),
    },
    mutation: {
      mutationFn: (values: typeof initialValues) =>
        signInWith(proof, {
          name: values.name,
          agree: String(values.agree),
          location: { type: 'Point', coordinates: [values.place?.lng ?? 0, values.place?.lat ?? 0] },
          timezone: deviceZone(),
          language,
        }),
    },
    request: (values) => values,
    names: { location: 'place' },
    onSuccess: onDone,
  })
  return (
    <Gate title={texts.social.newTitle}>
      <Text>{texts.social.newHint}</Text>
      <form onSubmit={form.submit()} noValidate>
        <Stack>
          <FormFailure message={form.failure} />
          <NameField description={texts.signUp.nameHint} {...form.getInputProps('name')} />
          <PlaceField {...form.getInputProps('place')} />
          <Checkbox label={texts.signUp.agree} {...form.getInputProps('agree', { type: 'checkbox' })} />
          <Button type="submit" size="lg" loading={form.isSending}>
            {texts.signUp.submit}
          </Button>
        </Stack>
      </form>
    </Gate>
  )
}
