import { Stack, Text, Title } from '@mantine/core'
import type { Campaign, Delivery } from '@plaza/client/wellness'
import {
  adminGetNotificationInfiniteOptions,
  adminGetNotificationOptions,
} from '@plaza/client/wellness/queries'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/wellness/campaigns.ts'
import { dateTime } from '../../../ui/dates.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor, keptApart } from '../../../ui/queries.ts'
import { Failed, Waiting } from '../../../ui/states.tsx'
import classes from '../../details.module.css'
import { Facts } from '../../facts.tsx'
import { FilterRow, StatusField } from '../../filters.tsx'
import { SidePanel } from '../../side-panel.tsx'
import { type Column, DataTable } from '../../table.tsx'
import { CampaignState, DeliveryState } from './status.tsx'

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
    cell: (row) => <DeliveryState status={row.status} />,
  },
  {
    key: 'reason',
    name: texts.delivery.reason,
    value: (row) => row.reason ?? '',
    cell: (row) => row.reason,
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

/** One campaign with what became of it at each address, beside the list. */
export function CampaignPage() {
  const { campaignId } = route.useParams()
  const navigate = useNavigate()
  return (
    <SidePanel
      label={texts.one}
      size="56rem"
      onLeave={() => navigate({ to: '/campaigns', search: (old) => old, replace: true })}
    >
      <Details key={campaignId} campaignId={campaignId} />
    </SidePanel>
  )
}

/** While it goes out, it looks again. */
function Details({ campaignId }: { campaignId: string }) {
  const query = useQuery({
    ...adminGetNotificationOptions({ path: { id: campaignId }, query: { limit: 1 } }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.data) ? everyMs : false),
  })
  if (query.isPending) return <Waiting />
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const campaign = query.data.data
  return (
    <Stack>
      <PageTitle>{campaign.subject}</PageTitle>
      {campaign.isSuspectedRepeat && <Text role="note">{texts.repeat}</Text>}
      <Facts
        facts={[
          [texts.heading.status, <CampaignState key="status" status={campaign.status} />],
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
        <Text dir="auto" className={classes.text}>
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
  const set = (change: { deliveryStatus?: string | undefined; deliverySort?: string | undefined }) =>
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
      <FilterRow label={texts.deliveryFilters}>
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
        sort={search.deliverySort}
        serverSorts={['address']}
        onSort={(sort) => set({ deliverySort: sort })}
        onClear={deliveryStatus ? () => set({ deliveryStatus: undefined }) : undefined}
      />
    </section>
  )
}
