import { Text } from '@mantine/core'
import type { ErrorGroup } from '@plaza/client/marketplace'
import { adminGetErrorGroupsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/error-reports.ts'
import { dateTime } from '../../../ui/dates.ts'
import { number } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { ChoiceField, FilterRow } from '../../filters.tsx'
import { type Column, DataTable } from '../../table.tsx'
import { Level } from './level.tsx'

const route = getRouteApi('/marketplace/administration/errors')
const { heading } = texts

const columns: Column<ErrorGroup>[] = [
  {
    key: 'message',
    name: heading.message,
    value: (row) => row.message,
    cell: (row) => (
      <TextLink to="/errors/$groupId" params={{ groupId: row._id }} search dir="auto" c="inherit" inherit>
        {row.message}
      </TextLink>
    ),
  },
  {
    key: 'level',
    name: heading.level,
    value: (row) => row.level,
    cell: (row) => <Level level={row.level} />,
  },
  {
    key: 'times',
    name: heading.times,
    value: (row) => row.times_seen,
    cell: (row) => number(row.times_seen),
    isNumber: true,
  },
  {
    key: 'app',
    name: heading.app,
    value: (row) => texts.app(row.platform, row.app_version),
    cell: (row) => texts.app(row.platform, row.app_version),
  },
  {
    key: 'first',
    name: heading.first,
    value: (row) => row.first_seen_at,
    cell: (row) => dateTime(row.first_seen_at),
  },
  {
    key: 'last',
    name: heading.last,
    value: (row) => row.last_seen_at,
    cell: (row) => dateTime(row.last_seen_at),
  },
]

/** What went wrong in the apps, alike reports as one. */
export function ErrorGroups() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/errors' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const groups = useInfiniteQuery({
    ...adminGetErrorGroupsInfiniteOptions({
      query: { limit: 50, level: search.level as ErrorGroup['level'] },
    }),
    ...byCursor,
  })
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint}
      </Text>
      <FilterRow>
        <ChoiceField
          label={texts.level}
          words={texts.levels}
          value={search.level}
          onChange={(level) => set({ level })}
        />
      </FilterRow>
      <DataTable
        caption={texts.title}
        columns={columns}
        query={groups}
        rowKey={(row) => row._id}
        sort={search.sort}
        serverSorts={['-first']}
        onSort={(sort) => set({ sort })}
        onClear={search.level ? () => set({ level: undefined }) : undefined}
        none={{ title: texts.none }}
      />
      <Outlet />
    </>
  )
}
