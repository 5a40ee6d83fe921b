import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createUserMutation } from '@plaza/client/marketplace/queries'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/users.ts'
import { EmailField, NameField, NewPasswordField } from '../../ui/account-fields.tsx'
import { showFailure } from '../../ui/forms.ts'
import { Gate } from '../../ui/gate.tsx'
import { TextLink } from '../../ui/links.tsx'
import { FormFailure } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { type Place, storedPlace } from '../search/place.ts'
import { session } from '../session.ts'
import { deviceId } from './device.ts'
import { PlaceField } from './place-field.tsx'

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
  device_id: deviceId(),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

export function SignUp() {
  useTitle(texts.signUp.title)
  const navigate = useNavigate()
  const search = useSearch({ from: '/sign-up' })
  const [failure, setFailure] = useState<string>()
  const form = useForm<Values>({
    initialValues: { name: '', email: '', password: '', place: storedPlace(), agree: false },
    validate: {
      place: (place) => (place ? null : texts.signUp.placeMissing),
      agree: (isAgreed) => (isAgreed ? null : texts.signUp.agreeMissing),
    },
  })
  const register = useMutation({
    ...createUserMutation(),
    onSuccess: ({ data }) => {
      session.signedIn(data.user._id, { value: data.access_token, expiresIn: data.expires_in })
      void navigate({ to: '/verify', search })
    },
    onError: (error) => setFailure(showFailure(form, error, { location: 'place' })),
  })
  return (
    <Gate title={texts.signUp.title}>
      <form
        onSubmit={form.onSubmit((values) => {
          setFailure(undefined)
          register.mutate({ body: accountOf(values), security: [] })
        })}
      >
        <Stack>
          <FormFailure message={failure} />
          <NameField description={texts.signUp.nameHint} {...form.getInputProps('name')} />
          <EmailField {...form.getInputProps('email')} />
          <NewPasswordField {...form.getInputProps('password')} />
          <PlaceField {...form.getInputProps('place')} />
          <Checkbox label={texts.signUp.agree} {...form.getInputProps('agree', { type: 'checkbox' })} />
          <Button type="submit" size="lg" loading={register.isPending}>
            {texts.signUp.submit}
          </Button>
        </Stack>
      </form>
      <Text>
        {texts.signUp.known}{' '}
        <TextLink to="/sign-in" search={search} underline="always">
          {texts.signUp.signIn}
        </TextLink>
      </Text>
    </Gate>
  )
}
