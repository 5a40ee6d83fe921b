import { Button, Tabs, TextInput } from '@mantine/core'
import type { AdminQuestion } from '@plaza/client/wellness'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts as t } from '../../../texts/admin/wellness/questionnaires.ts'
import { date } from '../../../ui/dates.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { useTypedSearch } from '../../../ui/typed-search.ts'
import { FilterRow, StatusField } from '../../filters.tsx'
import { SidePanel } from '../../side-panel.tsx'
import { State } from '../../state.tsx'
import { type Column, DataTable } from '../../table.tsx'
import { useWritesContent } from '../admins/own-role.ts'
import { allQuestionsOptions } from './all-questions.ts'
import { Preview } from './preview.tsx'
import { QuestionForm } from './question-form.tsx'
import { QuestionPanel } from './question-panel.tsx'
import { Versions } from './versions.tsx'

const route = getRouteApi('/wellness/questionnaires')

/** What people are asked: written, seen as they see it, and compared with what it was. */
export function Questionnaires() {
  const { tab = 'questions', instrument = 'onboarding', show } = route.useSearch()
  const navigate = useNavigate({ from: '/questionnaires' })
  const questions = useQuery(allQuestionsOptions(instrument))
  const rows = questions.data ?? []
  const shown = rows.find(({ id }) => id === show)
  return (
    <>
      <PageTitle mb="md">{t.title}</PageTitle>
      <InstrumentField
        key={instrument}
        value={instrument}
        onChange={(name) =>
          navigate({ search: { tab, ...(name ? { instrument: name } : {}) }, replace: true })
        }
      />
      <Tabs
        value={tab}
        onChange={(chosen) => navigate({ search: { instrument, ...(chosen ? { tab: chosen } : {}) } })}
      >
        <Tabs.List my="md">
          <Tabs.Tab value="questions">{t.questions}</Tabs.Tab>
          <Tabs.Tab value="preview">{t.preview}</Tabs.Tab>
          <Tabs.Tab value="versions">{t.versions}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="questions">
          {tab === 'questions' && <Questions instrument={instrument} rows={rows} query={questions} />}
        </Tabs.Panel>
        <Tabs.Panel value="preview">
          {tab === 'preview' &&
            (questions.isPending ? (
              <Waiting />
            ) : questions.isError ? (
              <Failed error={questions.error} retry={() => questions.refetch()} />
            ) : (
              <Preview questions={rows} />
            ))}
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          {tab === 'versions' && rows[0] && (
            <Versions instrument={instrument} newest={rows[0].instrumentVersion} />
          )}
        </Tabs.Panel>
      </Tabs>
      {shown && (
        <SidePanel
          label={t.detail}
          onLeave={() => navigate({ search: (old) => ({ ...old, show: undefined }), replace: true })}
        >
          <QuestionPanel question={shown} others={rows.filter(({ id }) => id !== shown.id)} />
        </SidePanel>
      )}
    </>
  )
}

function InstrumentField({
  value,
  onChange,
}: {
  value: string
  onChange: (value: string | undefined) => void
}) {
  const [typed, setTyped] = useState(value)
  const tell = useTypedSearch((text) => {
    const name = text.trim().toLowerCase()
    if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) onChange(name)
  })
  return (
    <TextInput
      label={t.instrument}
      maw="20rem"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        tell(currentTarget.value)
      }}
    />
  )
}

const columns: Column<AdminQuestion>[] = [
  {
    key: 'order',
    name: t.heading.order,
    value: (row) => row.order,
    cell: (row) => row.order,
    isNumber: true,
  },
  {
    key: 'question',
    name: t.heading.question,
    value: (row) => row.question,
    cell: (row) => (
      <TextLink
        to="/questionnaires"
        search={(old) => ({ ...old, show: row.id })}
        dir="auto"
        c="inherit"
        inherit
      >
        {row.question}
      </TextLink>
    ),
  },
  { key: 'type', name: t.heading.type, value: (row) => t.types[row.type], cell: (row) => t.types[row.type] },
  {
    key: 'status',
    name: t.heading.status,
    value: (row) => row.status,
    cell: (row) => (
      <State tone={row.status === 'ACTIVE' ? 'good' : undefined}>{t.statuses[row.status]}</State>
    ),
  },
  {
    key: 'changed',
    name: t.heading.changed,
    value: (row) => row.updatedAt,
    cell: (row) => date(row.updatedAt),
  },
]

function Questions({
  instrument,
  rows,
  query,
}: {
  instrument: string
  rows: readonly AdminQuestion[]
  query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown }
}) {
  const { sort, status } = route.useSearch()
  const navigate = useNavigate({ from: '/questionnaires' })
  const [isAdding, setAdding] = useState(false)
  const writesContent = useWritesContent()
  const set = (change: { sort?: string | undefined; status?: string | undefined }) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const listed = rows.filter((row) => !status || row.status === status)
  const pages = {
    ...query,
    data: query.isPending || query.isError ? undefined : { pages: [{ data: listed }] },
    hasNextPage: false,
    isFetching: false,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: () => undefined,
  }
  return (
    <>
      {writesContent && (
        <Button mb="md" onClick={() => setAdding(true)}>
          {t.add}
        </Button>
      )}
      <FilterRow>
        <StatusField
          words={{ ACTIVE: t.statuses.ACTIVE, INACTIVE: t.statuses.INACTIVE }}
          value={status}
          onChange={(chosen) => set({ status: chosen })}
        />
      </FilterRow>
      <DataTable
        caption={t.questions}
        columns={columns}
        query={pages}
        rowKey={(row) => row.id}
        sort={sort}
        serverSorts={['order']}
        onSort={(chosen) => set({ sort: chosen })}
        onClear={status ? () => set({ status: undefined }) : undefined}
        none={{ title: t.none, hint: t.noneHint }}
      />
      {isAdding && (
        <QuestionForm
          instrument={instrument}
          question={undefined}
          others={rows}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
