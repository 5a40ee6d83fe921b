import { Group } from '@mantine/core'
import type { Campaign } from '@plaza/client/wellness'
import { adminGetNotificationsInfiniteOptions } from '@plaza/client/wellness/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/wellness/campaigns.ts'
import { dateTime } from '../../../ui/dates.ts'
import { ButtonLink, TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { ChoiceField, FilterRow, StatusField } from '../../filters.tsx'
import { type Column, DataTable } from '../../table.tsx'
import { useWritesContent } from '../admins/own-role.ts'
import { CampaignState } from './status.tsx'

const route = getRouteApi('/wellness/campaigns')
const { heading } = texts

const columns: Column<Campaign>[] = [
  {
    key: 'subject',
    name: heading.subject,
    value: (row) => row.subject,
    cell: (row) => (
      <TextLink
        to="/campaigns/$campaignId"
        params={{ campaignId: row.id }}
        search
        dir="auto"
        c="inherit"
        inherit
      >
        {row.subject}
      </TextLink>
    ),
  },
  {
    key: 'channel',
    name: heading.channel,
    value: (row) => row.notificationType,
    cell: (row) => texts.channels[row.notificationType],
  },
  {
    key: 'audience',
    name: heading.audience,
    value: (row) => row.recipientType,
    cell: (row) => texts.audiences[row.recipientType],
  },
  {
    key: 'status',
    name: heading.status,
    value: (row) => row.status,
    cell: (row) => <CampaignState status={row.status} />,
  },
  {
    key: 'sent',
    name: heading.sent,
    value: (row) => row.counters.sent,
    cell: (row) => texts.counted(row.counters.sent, row.counters.total),
    isNumber: true,
  },
  {
    key: 'created',
    name: heading.created,
    value: (row) => row.createdAt,
    cell: (row) => dateTime(row.createdAt),
  },
]

/** What was sent to the people of the wellness app, and what became of it. */
export function Campaigns() {
  const search = route.useSearch()
  const writesContent = useWritesContent()
  const navigate = useNavigate({ from: '/campaigns' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const campaigns = useInfiniteQuery({
    ...adminGetNotificationsInfiniteOptions({
      query: {
        limit: 50,
        type: search.type as Campaign['notificationType'],
        status: search.status as Campaign['status'],
      },
    }),
    ...byCursor,
  })
  return (
    <>
      <Group justify="space-between" mb="md">
        <PageTitle>{texts.title}</PageTitle>
        {writesContent && <ButtonLink to="/campaigns/new">{texts.compose}</ButtonLink>}
      </Group>
      <FilterRow>
        <ChoiceField
          label={texts.channel}
          words={texts.channels}
          value={search.type}
          onChange={(type) => set({ type })}
        />
        <StatusField words={texts.statuses} value={search.status} onChange={(status) => set({ status })} />
      </FilterRow>
      <DataTable
        caption={texts.title}
        columns={columns}
        query={campaigns}
        rowKey={(row) => row.id}
        sort={search.sort}
        serverSorts={['-created']}
        onSort={(sort) => set({ sort })}
        onClear={search.type || search.status ? () => set({ type: undefined, status: undefined }) : undefined}
        none={{ title: texts.none }}
      />
      <Outlet />
    </>
  )
}
