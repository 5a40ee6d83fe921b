import { ActionIcon, Badge, NativeSelect, Title } from '@mantine/core'
import type { SavedSearchRecord } from '@plaza/client/marketplace'
import { removeSavedSearchMutation, updateSavedSearchMutation } from '@plaza/client/marketplace/queries'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/saved-searches.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Empty, Failed, messageOf, Waiting } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { say } from '../../ui/toasts.tsx'
import { BackToYou } from '../accounts/back-to-you.tsx'
import { useCategories } from '../categories/categories.ts'
import { chipsOf } from '../search/chips.tsx'
import { cadenceOf, cadenceOptions } from './cadence.ts'
import { listQuery, newsOf } from './saved-list.ts'
import { searchOf } from './saved-query.ts'
import classes from './saved-searches.module.css'

/** What the person is looking for, and how much of it is new. */
export function SavedSearches() {
  useTitle(texts.title)
  const list = useQuery(listQuery)
  return (
    <>
      <BackToYou />
      <Title order={1} size="h2" mb="md">
        {texts.title}
      </Title>
      {list.isPending && <Waiting />}
      {list.isError && !list.data && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.data?.length === 0 && (
        <Empty title={texts.empty} hint={texts.emptyHint}>
          <ButtonLink to="/search" mt="sm">
            {texts.look}
          </ButtonLink>
        </Empty>
      )}
      <ul className={classes.list}>
        {list.data?.map((saved) => (
          <li key={saved._id} className={classes.row}>
            <Saved saved={saved} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Saved({ saved }: { saved: SavedSearchRecord }) {
  const { data: categories = [] } = useCategories()
  const { _id, name, query, new_count } = saved
  const asked = [
    query.q,
    ...chipsOf(searchOf(query), categories, query.currency ?? 'EUR').map(({ label }) => label),
  ]
  return (
    <>
      <Link to="/saved-searches/$searchId" params={{ searchId: _id }} className={classes.link}>
        <strong dir="auto">{name}</strong>
        <span className={classes.soft} dir="auto">
          {asked.filter(Boolean).join(' · ')}
        </span>
        <span>
          <Badge
            color={new_count > 0 ? 'teal' : 'dark'}
            variant="light"
            tt="none"
            size="lg"
            component="span"
            c="var(--ink)"
          >
            {newsOf(saved)}
          </Badge>
        </span>
      </Link>
      <CadenceChoice saved={saved} />
      <RemoveButton saved={saved} />
    </>
  )
}

function CadenceChoice({ saved: { _id, name, cadence } }: { saved: SavedSearchRecord }) {
  const client = useQueryClient()
  const change = useMutation({
    ...updateSavedSearchMutation(),
    onSuccess: () => say(texts.changed),
    onError: (error) => say(messageOf(error), 'bad'),
    onSettled: () => client.invalidateQueries({ queryKey: listQuery.queryKey }),
  })
  const asked = change.isPending ? change.variables.body?.cadence : undefined
  return (
    <NativeSelect
      aria-label={texts.cadenceOf(name)}
      data={cadenceOptions}
      value={asked ?? cadence}
      onChange={({ currentTarget: { value } }) =>
        change.mutate({ path: { saved_search_id: _id }, body: { cadence: cadenceOf(value) } })
      }
    />
  )
}

function RemoveButton({ saved: { _id, name } }: { saved: SavedSearchRecord }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    ...removeSavedSearchMutation(),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: listQuery.queryKey })
      say(texts.removed)
    },
  })
  return (
    <>
      <ActionIcon aria-label={texts.removeOf(name)} c="var(--ink-soft)" onClick={() => setAsking(true)}>
        <IconTrash aria-hidden size={18} />
      </ActionIcon>
      {isAsking && (
        <Confirmation
          title={texts.removeOf(name)}
          hint={texts.removeHint}
          action={texts.remove}
          change={{ ...remove, mutate: () => remove.mutate({ path: { saved_search_id: _id } }) }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
