import { Button, Group, Text, TextInput } from '@mantine/core'
import type { AdminGetAllUsersData, UserAccount } from '@plaza/client/marketplace'
import {
  adminExportUsersMutation,
  adminGetAllUsersInfiniteOptions,
  adminGetPlansOptions,
} from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { texts as all } from '../../../texts/admin/marketplace/user-figures.ts'
import { date } from '../../../ui/dates.ts'
import { number } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { FormFailure, messageOf } from '../../../ui/states.tsx'
import { ChoiceField, FilterRow, SearchField, StatusField } from '../../filters.tsx'
import { State, type Tone } from '../../state.tsx'
import { type Column, DataTable } from '../../table.tsx'

const route = getRouteApi('/marketplace/administration/accounts')
const { accounts: texts } = all
const { heading } = texts

const tones: Readonly<Record<UserAccount['status'], Tone>> = {
  active: 'good',
  suspended: 'bad',
  pending_deletion: 'warn',
  deleted: 'quiet',
  anonymous: 'quiet',
}

const columns: Column<UserAccount>[] = [
  {
    key: 'name',
    name: heading.name,
    value: (row) => row.name,
    cell: (row) => (
      <TextLink to="/people/$userId" params={{ userId: row._id }} dir="auto" c="inherit" inherit>
        {row.name}
      </TextLink>
    ),
  },
  {
    key: 'email',
    name: heading.email,
    value: (row) => row.email ?? '',
    cell: (row) =>
      row.email === null ? '–' : row.is_verified ? row.email : `${row.email}, ${texts.unverified}`,
  },
  {
    key: 'status',
    name: heading.status,
    value: (row) => row.status,
    cell: (row) => <State tone={tones[row.status]}>{texts.statuses[row.status]}</State>,
  },
  { key: 'role', name: heading.role, value: (row) => row.role, cell: (row) => texts.roles[row.role] },
  {
    key: 'trust',
    name: heading.trust,
    value: (row) => row.trust_level,
    cell: (row) => number(row.trust_level),
    isNumber: true,
  },
  {
    key: 'listings',
    name: heading.listings,
    value: (row) => row.listings_open,
    cell: (row) => texts.listings(row.listings_open, row.listings_sold),
    isNumber: true,
  },
  {
    key: 'reports',
    name: heading.reports,
    value: (row) => row.reports,
    cell: (row) => number(row.reports),
    isNumber: true,
  },
  {
    key: 'risk',
    name: heading.risk,
    value: (row) => row.risk,
    cell: (row) => number(row.risk),
    isNumber: true,
  },
  {
    key: 'plans',
    name: heading.plan,
    value: (row) => row.plans.join(' '),
    cell: (row) => row.plans.join(', ') || texts.freePlan,
  },
  {
    key: 'source',
    name: heading.source,
    value: (row) => row.source,
    cell: (row) => all.bySource[row.source] ?? row.source,
  },
  {
    key: 'opened',
    name: heading.opened,
    value: (row) => row.created_at,
    cell: (row) => date(row.created_at),
  },
  {
    key: 'seen',
    name: heading.seen,
    value: (row) => row.last_seen_at ?? '',
    cell: (row) => (row.last_seen_at ? date(row.last_seen_at) : '–'),
  },
]

type Asked = NonNullable<AdminGetAllUsersData['query']>
type Search = ReturnType<typeof route.useSearch>

const sorts: Readonly<Record<string, Asked['sort']>> = {
  opened: 'oldest',
  '-opened': 'newest',
  '-seen': 'last_seen',
  '-risk': 'risk',
}

const queryOf = ({ q, status, role, plan, from, to, sort = '' }: Search): Asked => ({
  limit: 50,
  sort: sorts[sort] ?? 'newest',
  ...(plan && { plan }),
  ...(q && { search: q }),
  ...(status && { status: status as Asked['status'] }),
  ...(role && { role: role as Asked['role'] }),
  ...(from && { from }),
  ...(to && { to }),
})

function PlanField({ value, onChange }: Pick<ComponentProps<typeof ChoiceField>, 'value' | 'onChange'>) {
  const plans = useQuery(adminGetPlansOptions())
  const words = Object.fromEntries((plans.data?.data ?? []).map(({ key, name }) => [key, name]))
  return (
    <ChoiceField
      label={texts.plan}
      words={{ free: texts.freePlan, ...words }}
      value={value}
      onChange={onChange}
    />
  )
}

/** The accounts with their addresses, as only administrators see them. */
export function Accounts() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/accounts' })
  const set = (change: Partial<Search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const accounts = useInfiniteQuery({
    ...adminGetAllUsersInfiniteOptions({ query: queryOf(search) }),
    ...byCursor,
  })
  const { limit: _limit, ...asked } = queryOf(search)
  const exported = useMutation({
    ...adminExportUsersMutation({ parseAs: 'blob' }),
    onSuccess: (file) => saveFile(file as Blob, texts.fileName),
  })
  const { sort: _, ...filters } = search
  const none = {
    ...{ q: undefined, status: undefined, role: undefined, plan: undefined },
    ...{ from: undefined, to: undefined },
  }
  return (
    <>
      <Group justify="space-between">
        <PageTitle>{texts.title}</PageTitle>
        <Button
          variant="default"
          loading={exported.isPending}
          onClick={() => exported.mutate({ body: asked })}
        >
          {all.export}
        </Button>
      </Group>
      <FormFailure message={exported.error ? messageOf(exported.error) : undefined} />
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint}
      </Text>
      <FilterRow>
        <SearchField label={texts.search} value={search.q} onChange={(q) => set({ q })} />
        <StatusField words={texts.statuses} value={search.status} onChange={(status) => set({ status })} />
        <ChoiceField
          label={texts.role}
          words={texts.roles}
          value={search.role}
          onChange={(role) => set({ role })}
        />
        <PlanField value={search.plan} onChange={(plan) => set({ plan })} />
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={texts[end]}
            value={search[end] ?? ''}
            onChange={({ currentTarget }) => set({ [end]: currentTarget.value || undefined })}
          />
        ))}
      </FilterRow>
      <DataTable
        caption={texts.title}
        columns={columns}
        query={accounts}
        rowKey={(row) => row._id}
        sort={search.sort}
        serverSorts={Object.keys(sorts)}
        onSort={(sort) => set({ sort })}
        onClear={Object.values(filters).some(Boolean) ? () => set(none) : undefined}
      />
    </>
  )
}
