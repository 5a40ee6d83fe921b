import { Button, Group, TextInput } from '@mantine/core'
import type { ReferralRecord } from '@plaza/client/wellness'
import { adminGetReferralsInfiniteOptions } from '@plaza/client/wellness/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../../texts/admin/wellness/referrals.ts'
import { dateTime } from '../../../ui/dates.ts'
import { number } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { ChoiceField, FilterRow, StatusField } from '../../filters.tsx'
import { type Column, DataTable } from '../../table.tsx'
import { ReferralState, signalsIn } from './status.tsx'

const route = getRouteApi('/wellness/referrals')
const { heading } = texts

const nameOf = ({ name }: { name: string }) => name || texts.nameless

const Person = ({ person }: { person: ReferralRecord['referee'] }) => (
  <TextLink to="/referrals/$userId" params={{ userId: person.id }} search dir="auto" c="inherit" inherit>
    {nameOf(person)}
  </TextLink>
)

const columns: Column<ReferralRecord>[] = [
  {
    key: 'referee',
    name: heading.referee,
    value: (row) => nameOf(row.referee),
    cell: (row) => <Person person={row.referee} />,
  },
  {
    key: 'referrer',
    name: heading.referrer,
    value: (row) => nameOf(row.referrer),
    cell: (row) => <Person person={row.referrer} />,
  },
  {
    key: 'status',
    name: heading.status,
    value: (row) => row.status,
    cell: (row) => <ReferralState {...row} />,
  },
  { key: 'signals', name: heading.signals, value: signalsIn, cell: signalsIn },
  {
    key: 'points',
    name: heading.points,
    value: (row) => row.points,
    cell: (row) => number(row.points),
    isNumber: true,
  },
  {
    key: 'invited',
    name: heading.invited,
    value: (row) => row.invitedAt,
    cell: (row) => dateTime(row.invitedAt),
  },
]

/** Who came by whom, and what an administrator has to decide about. */
export function Referrals() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/referrals' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const isHeld = search.show === 'held'
  const referrals = useInfiniteQuery({
    ...adminGetReferralsInfiniteOptions({
      query: {
        limit: 50,
        status: search.status as ReferralRecord['status'],
        ...(isHeld ? { isHeld: true as const } : {}),
      },
    }),
    ...byCursor,
  })
  return (
    <>
      <PageTitle mb="md">{texts.title}</PageTitle>
      <FilterRow>
        <ChoiceField
          label={texts.show}
          words={texts.shows}
          value={search.show}
          onChange={(show) => set({ show })}
        />
        <StatusField words={texts.statuses} value={search.status} onChange={(status) => set({ status })} />
        <ById />
      </FilterRow>
      <DataTable
        caption={texts.title}
        columns={columns}
        query={referrals}
        rowKey={(row) => row.id}
        sort={search.sort}
        serverSorts={['-invited']}
        onSort={(sort) => set({ sort })}
        onClear={isHeld || search.status ? () => set({ show: undefined, status: undefined }) : undefined}
        none={{ title: texts.none }}
      />
      <Outlet />
    </>
  )
}

/** A person whom a mail or a ticket names. */
function ById() {
  const [id, setId] = useState('')
  const navigate = useNavigate({ from: '/referrals' })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void navigate({ to: '/referrals/$userId', params: { userId: id.trim() }, search: (old) => old })
      }}
    >
      <Group align="end" gap="xs">
        <TextInput
          required
          dir="ltr"
          label={texts.byId}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {texts.open}
        </Button>
      </Group>
    </form>
  )
}
