import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { type Profile, updateUser } from '@plaza/client/marketplace'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef } from 'react'
import { texts as shared } from '../../texts/ui.ts'
import { texts } from '../../texts/users.ts'
import { ask, Failure } from '../../ui/failure.ts'
import { FormFailure, messageOf } from '../../ui/states.tsx'
import { isPicture, pictureTypes, uploadPicture } from '../../ui/upload.ts'
import { Face } from './face.tsx'
import { keepProfile } from './profile.ts'

/** The person's photo: a new one is in use as soon as it is there. */
export function PhotoField({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      if (file && !isPicture(file)) throw new Failure(422, 'UPLOAD_REFUSED', shared.uploadRefused)
      const url = file ? (await uploadPicture(file, 'profile')).url : null
      return ask(updateUser({ body: { profile_photo_url: url } }))
    },
    onSuccess: (reply) => keepProfile(client, reply),
  })
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (file) change.mutate(file)
    currentTarget.value = ''
  }
  const url = profile.profile_photo_url
  return (
    <Group gap="md" wrap="nowrap">
      <Face url={url} name={profile.name} size={88} />
      <Stack gap={4} align="flex-start">
        <Text fw={650} size="lg" dir="auto">
          {profile.name}
        </Text>
        <input
          ref={input}
          type="file"
          accept={pictureTypes}
          hidden
          onChange={pick}
          aria-label={texts.you.photo}
        />
        <Group gap="xs">
          <Button variant="default" disabled={change.isPending} onClick={() => input.current?.click()}>
            {url ? texts.you.changePhoto : texts.you.addPhoto}
          </Button>
          {url && (
            <Button variant="subtle" disabled={change.isPending} onClick={() => change.mutate(null)}>
              {texts.you.removePhoto}
            </Button>
          )}
          {change.isPending && <Loader size="sm" role="status" aria-label={texts.you.photoBusy} />}
        </Group>
        <FormFailure message={change.error ? messageOf(change.error) : undefined} />
      </Stack>
    </Group>
  )
}
