import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { addSavedSearchMutation } from '@plaza/client/marketplace/queries'
import { IconBookmarkPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/saved-searches.ts'
import { texts as common } from '../../texts/ui.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useServerForm } from '../../ui/server-form.ts'
import { usePersonId } from '../../ui/session.ts'
import { FormFailure, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { type Category, useCategories } from '../categories/categories.ts'
import { chipsOf } from '../search/chips.tsx'
import type { SearchParams } from '../search/search-params.ts'
import { session } from '../session.ts'
import { cadenceOf, cadenceOptions } from './cadence.ts'
import { listQuery } from './saved-list.ts'
import { canBeSaved, savedQueryOf } from './saved-query.ts'

interface SaveSearchProps {
  search: SearchParams
  currency: string | undefined
}

/** Keeps the search that is shown; nothing where it asks for everything there is. */
export function SaveSearch({ search, currency }: SaveSearchProps) {
  const isSignedIn = usePersonId(session) !== ''
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const next = useLocation({ select: ({ publicHref }) => publicHref })
  if (!canBeSaved(search, isSignedIn)) return null
  const open = () => (isSignedIn ? setOpen(true) : void navigate({ to: '/sign-in', search: { next } }))
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBookmarkPlus aria-hidden size={18} />}
        onClick={open}
        aria-haspopup={isSignedIn ? 'dialog' : undefined}
      >
        {texts.save}
      </Button>
      {isOpen && <SaveDialog search={search} currency={currency} onClose={() => setOpen(false)} />}
    </>
  )
}

const longestName = 80

function SaveDialog({ search, currency, onClose }: SaveSearchProps & { onClose: () => void }) {
  const { data = [], isPending } = useCategories()
  // Its name says what the category is called.
  const isReady = !isPending || search.category === undefined
  return (
    <Dialog onClose={onClose} title={texts.saveTitle}>
      {isReady ? (
        <Form search={search} currency={currency} categories={data} onClose={onClose} />
      ) : (
        <Waiting />
      )}
    </Dialog>
  )
}

interface FormProps extends SaveSearchProps {
  categories: readonly Category[]
  onClose: () => void
}

function Form({ search, currency, categories, onClose }: FormProps) {
  const client = useQueryClient()
  const close = useWhileShown(onClose)
  const said = [search.q, ...chipsOf(search, categories, currency).map(({ label }) => label)]
  const form = useServerForm({
    initialValues: { name: said.filter(Boolean).join(', ').slice(0, longestName), cadence: 'daily' },
    mutation: addSavedSearchMutation(),
    request: ({ name, cadence }) => ({
      body: { name, cadence: cadenceOf(cadence), query: savedQueryOf(search, true) },
    }),
    onSuccess: async () => {
      say(texts.saved)
      close()
      await client.invalidateQueries({ queryKey: listQuery.queryKey })
    },
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <Text>{texts.saveHint}</Text>
        <FormFailure message={form.failure} />
        <TextInput
          required
          data-autofocus
          label={texts.name}
          maxLength={longestName}
          dir="auto"
          {...form.getInputProps('name')}
        />
        <NativeSelect label={texts.cadence} data={cadenceOptions} {...form.getInputProps('cadence')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
