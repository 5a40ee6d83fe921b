import { ActionIcon, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import {
  removeCollectionMutation,
  renameCollectionMutation,
  shareCollectionMutation,
  unshareCollectionMutation,
} from '@plaza/client/marketplace/queries'
import { IconDotsVertical, IconPencil, IconShare2, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/collections.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkToShare } from '../../ui/link-to-share.tsx'
import { useServerForm } from '../../ui/server-form.ts'
import { usePersonId } from '../../ui/session.ts'
import { Failed, FormFailure, messageOf, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { useSignInFirst } from '../accounts/sign-in-first.ts'
import { session } from '../session.ts'
import { refreshCollections, useCollections } from './collection-data.ts'

interface CollectionProps {
  collection: { _id: string; name: string }
}

type Open = CollectionProps & { onClose: () => void }

/** What the owner of a collection can do with it. */
export function CollectionMenu({ collection }: CollectionProps) {
  const [opened, setOpened] = useState<'share' | 'rename' | 'remove'>()
  const signInFirst = useSignInFirst()
  const isSignedIn = usePersonId(session) !== ''
  const onClose = () => setOpened(undefined)
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconShare2 aria-hidden size={18} />}
        onClick={() => (isSignedIn ? setOpened('share') : signInFirst())}
      >
        {texts.share}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={texts.menu}>
            <IconDotsVertical aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            mih={44}
            leftSection={<IconPencil aria-hidden size={18} />}
            onClick={() => setOpened('rename')}
          >
            {texts.rename}
          </Menu.Item>
          <Menu.Item
            mih={44}
            leftSection={<IconTrash aria-hidden size={18} />}
            onClick={() => setOpened('remove')}
          >
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened === 'share' && <Sharing collection={collection} onClose={onClose} />}
      {opened === 'rename' && <Renaming collection={collection} onClose={onClose} />}
      {opened === 'remove' && <Removing collection={collection} onClose={onClose} />}
    </Group>
  )
}

function Renaming({ collection: { _id, name }, onClose }: Open) {
  const client = useQueryClient()
  const close = useWhileShown(onClose)
  const form = useServerForm({
    initialValues: { name },
    validate: { name: (typed: string) => (typed.trim() === '' ? texts.newNameMissing : null) },
    mutation: renameCollectionMutation(),
    request: ({ name: typed }) => ({ path: { collection_id: _id }, body: { name: typed.trim() } }),
    onSuccess: async () => {
      await refreshCollections(client)
      close()
    },
  })
  return (
    <Dialog onClose={onClose} title={texts.rename}>
      <Stack component="form" onSubmit={form.submit()}>
        <FormFailure message={form.failure} />
        <TextInput
          label={texts.name}
          maxLength={60}
          dir="auto"
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Button type="submit" loading={form.isSending}>
          {texts.save}
        </Button>
      </Stack>
    </Dialog>
  )
}

function Removing({ collection: { _id, name }, onClose }: Open) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    ...removeCollectionMutation(),
    onSuccess: async () => {
      say(texts.removed(name))
      await navigate({ to: '/favourites', replace: true })
      await refreshCollections(client)
    },
  })
  return (
    <Confirmation
      title={texts.removeTitle(name)}
      hint={texts.removeHint}
      action={texts.remove}
      isGrave
      change={{ ...remove, mutate: () => remove.mutate({ path: { collection_id: _id } }) }}
      onClose={onClose}
    />
  )
}

/** Makes the link of a collection, hands it on, and ends it. */
function Sharing({ collection: { _id }, onClose }: Open) {
  const client = useQueryClient()
  const collections = useCollections()
  const token = collections.data?.find((one) => one._id === _id)?.share_token
  const onSuccess = () => refreshCollections(client)
  const share = useMutation({ ...shareCollectionMutation(), onSuccess })
  const unshare = useMutation({
    ...unshareCollectionMutation(),
    onSuccess: async () => {
      await onSuccess()
      say(texts.linkEnded)
    },
  })
  const error = share.error ?? unshare.error
  const path = { collection_id: _id }
  return (
    <Dialog onClose={onClose} title={texts.shareTitle}>
      <Stack>
        <Text>{texts.shareHint}</Text>
        <FormFailure message={error ? messageOf(error) : undefined} />
        {collections.isPending && <Waiting />}
        {collections.isError && !collections.data && (
          <Failed error={collections.error} retry={() => collections.refetch()} />
        )}
        {token === null && (
          <Button loading={share.isPending} onClick={() => share.mutate({ path })}>
            {texts.makeLink}
          </Button>
        )}
        {token && (
          <>
            <LinkToShare url={`${window.location.origin}/collections/${_id}?link=${token}`} texts={texts} />
            <Button variant="default" loading={unshare.isPending} onClick={() => unshare.mutate({ path })}>
              {texts.endLink}
            </Button>
          </>
        )}
      </Stack>
    </Dialog>
  )
}
