import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FavouritePostData, favouritePost } from '@plaza/client/marketplace'
import { favouritePostMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/collections.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ask } from '../../ui/failure.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, messageOf, Waiting } from '../../ui/states.tsx'
import { patchPost } from '../posts/posts.ts'
import { type Collected, endCollecting } from './collecting.ts'
import { refreshCollections, useCollections } from './collection-data.ts'
import classes from './collections.module.css'

/** With fewer of them nobody needs to look for one. */
const searchedFrom = 8

/** In which collections a listing is; whatever is put into one is saved. */
function useMemberships({ _id }: Collected) {
  const client = useQueryClient()
  const queryKey = ['memberships', _id]
  const query = useQuery({
    queryKey,
    // Saved again it stays as it is; the answer says where it is.
    queryFn: async () => (await ask(favouritePost({ body: { post_id: _id, favourite: true } }))).data,
    staleTime: 0,
    gcTime: 0,
  })
  const keep = async (reply: NonNullable<typeof query.data>) => {
    client.setQueryData(queryKey, reply)
    const { favourited, favourite_count } = reply
    await patchPost(client, _id, { favourited, favourite_count })
    await refreshCollections(client)
  }
  return { query, keep }
}

/** Chooses collections of a listing, however many there are, and makes new ones. */
export function CollectionDialog({ post }: { post: Collected }) {
  const collections = useCollections()
  const { query, keep } = useMemberships(post)
  const [words, setWords] = useState('')
  const named = collections.data?.filter(({ is_default }) => !is_default) ?? []
  const shown = named.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()))
  const mutationKey = ['collections', post._id]
  const toggle = useMutation({
    mutationKey,
    scope: { id: `collections-${post._id}` },
    ...favouritePostMutation({ keepalive: true }),
    onSuccess: ({ data }) => keep(data),
  })
  const ticks = useMutationState({
    filters: { mutationKey, status: 'pending' },
    // The key is of the calls above alone.
    select: ({ state }) => (state.variables as Pick<FavouritePostData, 'body'>).body,
  })
  const isPending = collections.isPending || query.isPending
  const error = collections.error ?? query.error
  return (
    <Dialog onClose={endCollecting} title={texts.choose}>
      <Stack>
        <Text c="var(--ink-soft)" dir="auto">
          {post.title}
        </Text>
        {isPending && !error && <Waiting />}
        {error && (
          <Failed error={error} retry={() => void Promise.all([collections.refetch(), query.refetch()])} />
        )}
        {query.data && collections.data && (
          <>
            {named.length >= searchedFrom && (
              <TextInput
                type="search"
                label={texts.filter}
                value={words}
                onChange={(event) => setWords(event.currentTarget.value)}
              />
            )}
            {named.length === 0 && <Text>{texts.noneYet}</Text>}
            {named.length > 0 && shown.length === 0 && <Text>{texts.noneFound}</Text>}
            <FormFailure message={toggle.error ? messageOf(toggle.error) : undefined} />
            <fieldset className={classes.choices} aria-label={texts.title}>
              {shown.map(({ _id, name }) => (
                <Checkbox
                  key={_id}
                  label={<bdi>{name}</bdi>}
                  checked={
                    ticks.findLast((tick) => tick.collection_id === _id)?.favourite ??
                    query.data.collection_ids.includes(_id)
                  }
                  onChange={({ currentTarget: { checked } }) =>
                    toggle.mutate({ body: { post_id: post._id, collection_id: _id, favourite: checked } })
                  }
                />
              ))}
            </fieldset>
            <NewCollection post={post} onMade={keep} />
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={endCollecting}>{texts.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

type Membership = NonNullable<ReturnType<typeof useMemberships>['query']['data']>

function NewCollection({ post, onMade }: { post: Collected; onMade: (reply: Membership) => Promise<void> }) {
  const form = useServerForm({
    initialValues: { name: '' },
    validate: { name: (name: string) => (name.trim() === '' ? texts.newNameMissing : null) },
    mutation: favouritePostMutation({ keepalive: true }),
    request: ({ name }) => ({ body: { post_id: post._id, collection_name: name.trim(), favourite: true } }),
    names: { collection_name: 'name' },
    onSuccess: async ({ data }) => {
      form.reset()
      await onMade(data)
    },
  })
  return (
    <form onSubmit={form.submit()}>
      <FormFailure message={form.failure} />
      <div className={classes.newOne}>
        <TextInput
          label={texts.newName}
          maxLength={60}
          dir="auto"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Button type="submit" variant="default" loading={form.isSending}>
          {texts.create}
        </Button>
      </div>
    </form>
  )
}
