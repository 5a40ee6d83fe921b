import { Alert, Button, Fieldset, Group, Stack, Switch, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Profile, UserUpdate } from '@plaza/client/marketplace'
import { getProfileOptions, updateUserMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/users.ts'
import { Failure } from '../../ui/failure.ts'
import { showFailure } from '../../ui/forms.ts'
import { changedFields, rebase } from '../../ui/merge.ts'
import { say } from '../../ui/toasts.tsx'
import type { Place } from '../search/place.ts'
import { MovePlace } from './place-field.tsx'
import { keepProfile } from './profile.ts'

const valuesOf = (
  profile: Pick<Profile, 'name' | 'bio' | 'address' | 'birthday' | 'email' | 'pending_email' | 'privacy'>,
) => ({
  name: profile.name,
  bio: profile.bio ?? '',
  place: profile.address.place,
  zip: profile.address.zip_code,
  moveTo: undefined as Place | undefined,
  birthday: profile.birthday ?? '',
  email: profile.pending_email ?? profile.email ?? '',
  show_online: profile.privacy.show_online,
  discoverable: profile.privacy.discoverable,
  show_distance: profile.privacy.show_distance,
})
type Values = ReturnType<typeof valuesOf>

/** What differs from the profile; the server keeps the rest as it is. */
function updateOf(values: Values, known: Values): UserUpdate {
  const changed = <Key extends keyof Values>(key: Key) => values[key] !== known[key]
  const { moveTo, show_online, discoverable, show_distance } = values
  return {
    ...(changed('name') ? { name: values.name } : {}),
    ...(changed('bio') ? { bio: values.bio || null } : {}),
    ...(changed('place') || changed('zip') ? { address: { place: values.place, zip_code: values.zip } } : {}),
    ...(moveTo ? { location: { type: 'Point', coordinates: [moveTo.lng, moveTo.lat] } } : {}),
    ...(changed('birthday') && values.birthday ? { birthday: values.birthday } : {}),
    ...(changed('email') ? { email: values.email } : {}),
    ...(changed('show_online') || changed('discoverable') || changed('show_distance')
      ? { privacy: { show_online, discoverable, show_distance } }
      : {}),
  }
}

const fieldNames = {
  'address.place': 'place',
  'address.zip_code': 'zip',
  location: 'moveTo',
}

export function ProfileForm({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const [known, setKnown] = useState({ values: valuesOf(profile), version: profile.__v })
  const form = useForm({ initialValues: known.values })
  // A change of what the form does not show, such as the photo, takes nothing away from it.
  const isAsKnown = changedFields(valuesOf(profile), known.values).length === 0
  const version = isAsKnown ? profile.__v : known.version
  const save = useMutation({
    ...updateUserMutation(),
    onSuccess: (reply) => {
      const { data } = reply
      keepProfile(client, reply)
      setKnown({ values: valuesOf(data), version: data.__v })
      form.setFieldValue('moveTo', undefined)
      say(texts.you.saved)
      if (data.pending_email !== null && data.pending_email !== profile.pending_email)
        void navigate({ to: '/verify', search: { next: '/you' } })
    },
    onError: async (error) => {
      setFailure(showFailure(form, error, fieldNames))
      if (!(error instanceof Failure) || error.code !== 'VERSION_CONFLICT') return
      const { data: now } = await client.fetchQuery({ ...getProfileOptions(), staleTime: 0 })
      form.setValues(rebase(form.getValues(), known.values, valuesOf(now)))
      setKnown({ values: valuesOf(now), version: now.__v })
      setFailure(texts.you.changedElsewhere)
    },
  })
  const props = form.getInputProps
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setFailure(undefined)
        save.mutate({ body: updateOf(values, known.values), headers: { 'If-Match': String(version) } })
      })}
    >
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
        <MovePlace {...props('moveTo')} />
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
        <Fieldset legend={texts.you.privacy} radius="md">
          <Stack gap={0}>
            <Switch label={texts.you.showOnline} {...props('show_online', { type: 'checkbox' })} />
            <Switch label={texts.you.discoverable} {...props('discoverable', { type: 'checkbox' })} />
            <Switch label={texts.you.showDistance} {...props('show_distance', { type: 'checkbox' })} />
          </Stack>
        </Fieldset>
        <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
        <Button type="submit" size="lg" loading={save.isPending}>
          {texts.you.save}
        </Button>
      </Stack>
    </form>
  )
}
