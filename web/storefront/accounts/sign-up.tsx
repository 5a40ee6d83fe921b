import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { createUserMutation } from '@plaza/client/marketplace/queries'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { texts } from '../../texts/accounts.ts'
import { language } from '../../texts/language.ts'
import { EmailField, NameField, NewPasswordField } from '../../ui/account-fields.tsx'
import { deviceZone } from '../../ui/device-zone.ts'
import { Gate } from '../../ui/gate.tsx'
import { TextLink } from '../../ui/links.tsx'
import { useServerForm } from '../../ui/server-form.ts'
import { FormFailure } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { type Place, storedPlace } from '../search/place.ts'
import { session } from '../session.ts'
import { deviceId } from './device.ts'
import { Invitation, isRefused, useInvitation } from './invitation.tsx'
import { addressOf } from './pick-place.tsx'
import { PlaceField } from './place-field.tsx'
import { SocialButtons } from './social-buttons.tsx'

/** Of letters and signs; the server says the same. */
const leastPassword = 8

interface Values {
  name: string
  email: string
  password: string
  place: Place | undefined
  agree: boolean
}

const accountOf = ({ name, email, password, agree, place }: Values) => ({
  name,
  email,
  password,
  agree: String(agree),
  // A browser takes its notices from the page itself.
  fcm_token: null,
  location: { type: 'Point', coordinates: [place?.lng ?? 0, place?.lat ?? 0] as [number, number] },
  ...(place ? { address: addressOf(place) } : {}),
  device_id: deviceId(),
  timezone: deviceZone(),
  language,
})

export function SignUp() {
  useTitle(texts.signUp.title)
  const navigate = useNavigate()
  const search = useSearch({ from: '/sign-up' })
  const { invite } = search
  const invitation = useInvitation(invite)
  const form = useServerForm({
    initialValues: { name: '', email: '', password: '', place: storedPlace(), agree: false },
    // All of it at once, beside the fields; the browser's own bubbles say one thing at a time.
    validate: {
      name: (name) => (name.trim() === '' ? texts.signUp.nameMissing : null),
      email: (email) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : texts.signUp.emailMissing),
      password: (password) => (password.length < leastPassword ? texts.signUp.passwordShort : null),
      place: (place) => (place ? null : texts.signUp.placeMissing),
      agree: (isAgreed) => (isAgreed ? null : texts.signUp.agreeMissing),
    },
    mutation: createUserMutation(),
    // A guest's token makes a member of the guest; nobody else's is needed.
    request: (values) => ({
      body: { ...accountOf(values), ...(invite && !isRefused(invitation) ? { invite_code: invite } : {}) },
      ...(session.guestId === '' ? { security: [] } : {}),
    }),
    names: { location: 'place', 'address.place': 'place', 'address.zip_code': 'place' },
    onSuccess: ({ data }) => {
      session.signedIn(data.user._id, { value: data.access_token, expiresIn: data.expires_in })
      void navigate({ to: '/verify', search })
    },
  })
  return (
    <Gate title={texts.signUp.title}>
      {invite && <Invitation code={invite} next={search.next} />}
      {session.guestId !== '' && <Text>{texts.signUp.keeps}</Text>}
      <form onSubmit={form.submit()} noValidate>
        <Stack>
          <FormFailure message={form.failure} />
          <NameField description={texts.signUp.nameHint} {...form.getInputProps('name')} />
          <EmailField {...form.getInputProps('email')} />
          <NewPasswordField {...form.getInputProps('password')} />
          <PlaceField {...form.getInputProps('place')} />
          <Checkbox label={texts.signUp.agree} {...form.getInputProps('agree', { type: 'checkbox' })} />
          <Button type="submit" size="lg" loading={form.isSending}>
            {texts.signUp.submit}
          </Button>
        </Stack>
      </form>
      <SocialButtons next={search.next ?? '/'} />
      <Text>
        {texts.signUp.known}{' '}
        <TextLink to="/sign-in" search={search} underline="always">
          {texts.signUp.signIn}
        </TextLink>
      </Text>
    </Gate>
  )
}
