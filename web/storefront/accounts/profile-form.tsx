import {
  Alert,
  Button,
  Fieldset,
  Group,
  NativeSelect,
  Stack,
  Switch,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { currencyCodes } from '@plaza/client/currency-codes'
import { type OwnUser, type Profile, type UserUpdate, updateUser } from '@plaza/client/marketplace'
import { getProfileOptions } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/accounts.ts'
import { PasswordField } from '../../ui/account-fields.tsx'
import { ask } from '../../ui/failure.ts'
import { currencyNames } from '../../ui/formats.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { say } from '../../ui/toasts.tsx'
import type { Place } from '../search/place.ts'
import { MovePlace } from './place-field.tsx'
import { keepProfile } from './profile.ts'
import { signIn } from './sign-in.ts'

const valuesOf = (profile: OwnUser) => ({
  name: profile.name,
  bio: profile.bio ?? '',
  place: profile.address.place,
  zip: profile.address.zip_code,
  moveTo: undefined as Place | undefined,
  currency: profile.has_own_currency ? profile.currency : '',
  birthday: profile.birthday ?? '',
  email: profile.pending_email ?? profile.email ?? '',
  password: '',
  show_online: profile.privacy.show_online,
  discoverable: profile.privacy.discoverable,
  found_by_contacts: profile.privacy.found_by_contacts,
  show_distance: profile.privacy.show_distance,
  tell_birthday: profile.privacy.tell_birthday,
})
type Values = ReturnType<typeof valuesOf>

const baseOf = (profile: OwnUser) => ({ values: valuesOf(profile), version: profile.__v })

/** What differs from the profile; the server keeps the rest as it is. */
function updateOf(values: Values, known: Values): UserUpdate {
  const changed = <Key extends keyof Values>(key: Key) => values[key] !== known[key]
  const { moveTo, show_online, discoverable, found_by_contacts, show_distance, tell_birthday } = values
  const privacy = { show_online, discoverable, found_by_contacts, show_distance, tell_birthday }
  return {
    ...(changed('name') ? { name: values.name } : {}),
    ...(changed('bio') ? { bio: values.bio || null } : {}),
    ...(changed('place') || changed('zip') ? { address: { place: values.place, zip_code: values.zip } } : {}),
    ...(moveTo ? { location: { type: 'Point', coordinates: [moveTo.lng, moveTo.lat] } } : {}),
    ...(changed('currency') ? { currency: values.currency || null } : {}),
    ...(changed('birthday') && values.birthday ? { birthday: values.birthday } : {}),
    ...(changed('email') ? { email: values.email } : {}),
    ...((Object.keys(privacy) as (keyof typeof privacy)[]).some(changed) ? { privacy } : {}),
  }
}

interface Update {
  body: UserUpdate
  headers: { 'If-Match': string }
  /** Empty unless the address changes. */
  password: string
}

const fieldNames = {
  'address.place': 'place',
  'address.zip_code': 'zip',
  location: 'moveTo',
}

const isNewAddress = (email: string, known: OwnUser) => ![known.email, known.pending_email].includes(email)

function currencyChoices() {
  const name = currencyNames()
  const own = currencyCodes.map((value) => ({ value, label: name(value) }))
  return [{ value: '', label: texts.you.currencyOfCountry }, ...own]
}

export function ProfileForm({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useServerForm({
    initialValues: valuesOf(profile),
    base: baseOf(profile),
    reload: async () => baseOf((await client.fetchQuery({ ...getProfileOptions(), staleTime: 0 })).data),
    mutation: {
      mutationFn: async ({ password, ...update }: Update) => {
        if (password !== '') await signIn({ email: profile.email ?? '', password })
        return ask(updateUser(update))
      },
    },
    request: (values, { base }) => ({
      body: updateOf(values, base.values),
      headers: { 'If-Match': String(base.version) },
      password: isNewAddress(values.email, profile) ? values.password : '',
    }),
    names: fieldNames,
    onSuccess: (reply, { fill }) => {
      const { data } = reply
      keepProfile(client, reply)
      fill(baseOf(data))
      say(texts.you.saved)
      if (data.pending_email !== null && data.pending_email !== profile.pending_email)
        void navigate({ to: '/verify', search: { next: '/you' } })
    },
  })
  const [choices] = useState(currencyChoices)
  const props = form.getInputProps
  const failure = form.isRebased ? texts.you.changedElsewhere : form.failure
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <Title order={2} size="h3">
          {texts.you.profile}
        </Title>
        <TextInput
          required
          maxLength={80}
          autoComplete="name"
          dir="auto"
          label={texts.you.name}
          {...props('name')}
        />
        <Textarea
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          dir="auto"
          label={texts.you.bio}
          description={texts.you.bioHint}
          {...props('bio')}
        />
        <Group grow align="flex-start">
          <TextInput
            maxLength={120}
            dir="auto"
            autoComplete="address-level2"
            label={texts.you.place}
            {...props('place')}
          />
          <TextInput maxLength={16} autoComplete="postal-code" label={texts.you.zip} {...props('zip')} />
        </Group>
        <MovePlace
          {...props('moveTo')}
          onChange={(place) => {
            form.setFieldValue('moveTo', place)
            if (place.town === undefined) return
            form.setFieldValue('place', place.town)
            form.setFieldValue('zip', place.zip ?? '')
          }}
        />
        <NativeSelect
          label={texts.you.currency}
          description={texts.you.currencyHint}
          data={choices}
          {...props('currency')}
        />
        <TextInput
          type="date"
          autoComplete="bday"
          label={texts.you.birthday}
          description={texts.you.birthdayHint}
          {...props('birthday')}
        />
        <TextInput
          type="email"
          required
          autoComplete="email"
          label={texts.you.email}
          description={texts.you.emailHint}
          {...props('email')}
        />
        {isNewAddress(form.values.email, profile) && (
          <PasswordField required={false} description={texts.you.emailPassword} {...props('password')} />
        )}
        <Fieldset legend={texts.you.privacy} radius="md">
          <Stack gap={0}>
            <Switch label={texts.you.showOnline} {...props('show_online', { type: 'checkbox' })} />
            <Switch label={texts.you.discoverable} {...props('discoverable', { type: 'checkbox' })} />
            <Switch label={texts.you.foundByContacts} {...props('found_by_contacts', { type: 'checkbox' })} />
            <Switch label={texts.you.showDistance} {...props('show_distance', { type: 'checkbox' })} />
            <Switch label={texts.you.tellBirthday} {...props('tell_birthday', { type: 'checkbox' })} />
          </Stack>
        </Fieldset>
        <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
        <Button type="submit" size="lg" loading={form.isSending}>
          {texts.you.save}
        </Button>
      </Stack>
    </form>
  )
}
