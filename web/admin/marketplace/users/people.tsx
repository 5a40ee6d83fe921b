import { Text } from '@mantine/core'
import type { PublicUser } from '@plaza/client/marketplace'
import { getAllUsersInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/users.ts'
import { date } from '../../../ui/dates.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { FilterRow, SearchField } from '../../filters.tsx'
import { State } from '../../state.tsx'
import { type Column, DataTable, Named } from '../../table.tsx'
import { Thumb } from '../../thumb.tsx'

const route = getRouteApi('/marketplace/people')

const columns: Column<PublicUser>[] = [
  {
    key: 'name',
    name: texts.heading.name,
    value: (row) => row.name,
    cell: (row) => (
      <Named picture={<Thumb url={row.profile_photo_url} name={row.name} isPerson />}>
        <TextLink to="/people/$userId" params={{ userId: row._id }} search dir="auto" c="inherit" inherit>
          {row.name}
        </TextLink>
      </Named>
    ),
  },
  {
    key: 'verified',
    name: texts.heading.verified,
    cell: ({ badges }) =>
      badges.includes('verified') ? (
        <State tone="good">{texts.verified}</State>
      ) : (
        <State>{texts.unverified}</State>
      ),
  },
  {
    key: 'since',
    name: texts.heading.since,
    value: (row) => row.member_since,
    cell: (row) => date(row.member_since),
  },
]

/** The people of the marketplace, found by name. */
export function People() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/people' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const words = (search.q?.length ?? 0) >= 2 ? search.q : undefined
  const people = useInfiniteQuery({
    ...getAllUsersInfiniteOptions({ query: { limit: 50, search: words } }),
    ...byCursor,
  })
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint}
      </Text>
      <FilterRow>
        <SearchField value={search.q} onChange={(q) => set({ q })} />
      </FilterRow>
      <DataTable
        caption={texts.title}
        columns={columns}
        query={people}
        rowKey={(row) => row._id}
        sort={search.sort}
        serverSorts={['name']}
        onSort={(sort) => set({ sort })}
        onClear={search.q ? () => set({ q: undefined }) : undefined}
      />
      <Outlet />
    </>
  )
}
