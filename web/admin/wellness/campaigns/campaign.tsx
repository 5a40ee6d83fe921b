import { Stack, Text, Title } from '@mantine/core'
import type { Campaign, Delivery } from '@plaza/client/wellness'
import {
  adminGetNotificationInfiniteOptions,
  adminGetNotificationOptions,
} from '@plaza/client/wellness/queries'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/wellness/campaigns.ts'
import { dateTime } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor, keptApart } from '../../../ui/queries.ts'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { Facts } from '../../facts.tsx'
import { FilterRow, StatusField } from '../../filters.tsx'
import { type Column, DataTable } from '../../table.tsx'

const route = getRouteApi('/wellness/campaigns/$campaignId')

const columns: Column<Delivery>[] = [
  {
    key: 'address',
    name: texts.delivery.address,
    value: (row) => row.address,
    cell: (row) => row.address,
  },
  {
    key: 'channel',
    name: texts.delivery.channel,
    value: (row) => row.channel,
    cell: (row) => texts.channels[row.channel],
  },
  {
    key: 'status',
    name: texts.delivery.status,
    value: (row) => row.status,
    cell: (row) => texts.deliveryStatuses[row.status],
  },
  {
    key: 'updated',
    name: texts.delivery.updated,
    value: (row) => row.updatedAt,
    cell: (row) => dateTime(row.updatedAt),
  },
]

/** What waits for its hour, or only for the morning of its people, takes long. */
const isUnderWay = ({ status, counters }: Campaign) =>
  status === 'QUEUED' || (status === 'SENDING' && (counters.pending > 0 || counters.deferred === 0))

const everyMs = 3000

/** One campaign with what became of it at each address; while it goes out, it looks again. */
export function CampaignPage() {
  const { campaignId } = route.useParams()
  const query = useQuery({
    ...adminGetNotificationOptions({ path: { id: campaignId }, query: { limit: 1 } }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.data) ? everyMs : false),
  })
  if (query.isPending) return <Waiting />
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const campaign = query.data.data
  return (
    <Stack>
      <TextLink to="/campaigns" py="xs">
        ← {texts.back}
      </TextLink>
      <PageTitle>{campaign.subject}</PageTitle>
      {campaign.isSuspectedRepeat && <Text role="note">{texts.repeat}</Text>}
      <Facts
        facts={[
          [texts.heading.status, texts.statuses[campaign.status]],
          [texts.heading.channel, texts.channels[campaign.notificationType]],
          [texts.heading.audience, texts.audiences[campaign.recipientType]],
          [texts.heading.sent, texts.counted(campaign.counters.sent, campaign.counters.total)],
          [texts.heading.created, dateTime(campaign.createdAt)],
          ...(campaign.scheduledAt ? [[texts.schedule, dateTime(campaign.scheduledAt)] as const] : []),
        ]}
      />
      <section>
        <Title order={2} size="h4">
          {texts.written}
        </Title>
        <Text dir="auto" style={{ whiteSpace: 'pre-line' }} maw={720}>
          {campaign.description}
        </Text>
      </section>
      <Deliveries campaign={campaign} />
    </Stack>
  )
}

function Deliveries({ campaign }: { campaign: Campaign }) {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/campaigns/$campaignId' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const { deliveryStatus } = search
  const deliveries = adminGetNotificationInfiniteOptions({
    path: { id: campaign.id },
    query: { limit: 50, deliveryStatus: deliveryStatus as Delivery['status'] },
  })
  const query = useInfiniteQuery({
    // Every new state of the campaign is a new list.
    ...keptApart(deliveries, campaign.status),
    ...byCursor,
    placeholderData: keepPreviousData,
    // Only the first page is looked at again and again.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && isUnderWay(campaign) ? everyMs : false,
  })
  const pages = query.data?.pages.map(({ data, meta }) => ({ data: data.deliveries, meta }))
  return (
    <section>
      <Title order={2} size="h4">
        {texts.deliveries}
      </Title>
      <FilterRow>
        <StatusField
          words={texts.deliveryStatuses}
          value={deliveryStatus}
          onChange={(chosen) => set({ deliveryStatus: chosen })}
        />
      </FilterRow>
      <DataTable
        caption={texts.deliveries}
        columns={columns}
        query={{ ...query, data: pages && { pages } }}
        rowKey={(row) => `${row.address} ${row.channel}`}
        sort={search.sort}
        serverSorts={['address']}
        onSort={(sort) => set({ sort })}
      />
    </section>
  )
}
