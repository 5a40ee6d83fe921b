import { SimpleGrid, Text, Title } from '@mantine/core'
import type { MailingSubscription } from '@plaza/client/marketplace'
import {
  adminGetMailingCountsOptions,
  adminGetSubscribersInfiniteOptions,
} from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/mailing-list.ts'
import { date } from '../../../ui/dates.ts'
import { number } from '../../../ui/formats.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { Facts } from '../../facts.tsx'
import { ChoiceField, FilterRow, StatusField } from '../../filters.tsx'
import { State, type Tone } from '../../state.tsx'
import { type Column, DataTable } from '../../table.tsx'

const route = getRouteApi('/marketplace/administration/mailing-lists')
const { heading } = texts

const tones: Readonly<Record<MailingSubscription['state'], Tone>> = {
  active: 'good',
  pending: 'busy',
  suppressed: 'quiet',
}

const columns: Column<MailingSubscription>[] = [
  {
    key: 'email',
    name: heading.email,
    value: (row) => row.email ?? '',
    cell: (row) => row.email ?? texts.forgotten,
  },
  {
    key: 'list',
    name: heading.list,
    value: (row) => row.list,
    cell: (row) => texts.lists[row.list] ?? row.list,
  },
  {
    key: 'state',
    name: heading.state,
    value: (row) => row.state,
    cell: (row) => <State tone={tones[row.state]}>{texts.states[row.state]}</State>,
  },
  {
    key: 'language',
    name: heading.language,
    value: (row) => row.language,
    cell: (row) => row.language,
  },
  {
    key: 'asked',
    name: heading.asked,
    value: (row) => row.created_at,
    cell: (row) => date(row.created_at),
  },
  {
    key: 'confirmed',
    name: heading.confirmed,
    value: (row) => row.confirmed_at ?? '',
    cell: (row) => row.confirmed_at && date(row.confirmed_at),
  },
]

/** How many people each list reaches, and who they are. */
export function MailingLists() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/mailing-lists' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const subscribers = useInfiniteQuery({
    ...adminGetSubscribersInfiniteOptions({
      query: {
        limit: 50,
        list: search.list as MailingSubscription['list'],
        state: search.state as MailingSubscription['state'],
      },
    }),
    ...byCursor,
  })
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint}
      </Text>
      <Counts />
      <Title order={2} size="h4" mb="sm">
        {texts.subscriptions}
      </Title>
      <FilterRow>
        <ChoiceField
          label={texts.list}
          words={texts.lists}
          value={search.list}
          onChange={(list) => set({ list })}
        />
        <StatusField words={texts.states} value={search.state} onChange={(state) => set({ state })} />
      </FilterRow>
      <DataTable
        caption={texts.subscriptions}
        columns={columns}
        query={subscribers}
        rowKey={(row) => row._id}
        sort={search.sort}
        serverSorts={['-asked']}
        onSort={(sort) => set({ sort })}
        onClear={search.list || search.state ? () => set({ list: undefined, state: undefined }) : undefined}
        none={{ title: texts.none }}
      />
    </>
  )
}

function Counts() {
  const query = useQuery(adminGetMailingCountsOptions())
  if (query.isPending) return <Waiting />
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  return (
    <section aria-label={texts.counts}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="lg">
        {query.data.data.map(({ list, active, pending, suppressed }) => (
          <div key={list}>
            <Title order={2} size="h4" mb="xs">
              {texts.lists[list] ?? list}
            </Title>
            <Facts
              facts={Object.entries({ active, pending, suppressed }).map(
                ([state, count]) => [texts.states[state] ?? state, number(count)] as const,
              )}
            />
          </div>
        ))}
      </SimpleGrid>
    </section>
  )
}
