import { Text } from '@mantine/core'
import type { DisputedOrder } from '@plaza/client/marketplace'
import { adminGetDisputesInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/orders.ts'
import { texts as shared } from '../../../texts/orders.ts'
import { date } from '../../../ui/dates.ts'
import { money } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { FilterRow, OneOfField } from '../../filters.tsx'
import { type Column, DataTable, Named } from '../../table.tsx'
import { Thumb } from '../../thumb.tsx'

const route = getRouteApi('/marketplace/administration/disputes')
const { heading } = texts

const columns: Column<DisputedOrder>[] = [
  {
    key: 'title',
    name: heading.title,
    value: (row) => row.title,
    cell: (row) => (
      <Named picture={<Thumb url={row.postImage} name={row.title} />}>
        <TextLink to="/disputes/$orderId" params={{ orderId: row._id }} search dir="auto" c="inherit" inherit>
          {row.title}
        </TextLink>
      </Named>
    ),
  },
  {
    key: 'reason',
    name: heading.reason,
    value: (row) => row.reason,
    cell: (row) => shared.reasons[row.reason],
  },
  {
    key: 'wanted',
    name: heading.wanted,
    value: (row) => row.wanted,
    cell: (row) => money(row.wanted, row.currency),
    isNumber: true,
  },
  {
    key: 'total',
    name: heading.total,
    value: (row) => row.total,
    cell: (row) => money(row.total, row.currency),
    isNumber: true,
  },
  {
    key: 'buyer',
    name: heading.buyer,
    value: (row) => row.buyer.name,
    cell: (row) => <span dir="auto">{row.buyer.name}</span>,
  },
  {
    key: 'seller',
    name: heading.seller,
    value: (row) => row.seller.name,
    cell: (row) => <span dir="auto">{row.seller.name}</span>,
  },
  {
    key: 'opened',
    name: heading.opened,
    value: (row) => row.opened_at,
    cell: (row) => date(row.opened_at),
  },
]
const decided: Column<DisputedOrder> = {
  key: 'decided',
  name: heading.decided,
  value: (row) => row.decided_at ?? '',
  cell: (row) => row.decided_at && date(row.decided_at),
}

/** The disputes that wait for a decision, or those that had one. */
export function Disputes() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/disputes' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const isDecided = search.status === 'decided'
  const disputes = useInfiniteQuery({
    ...adminGetDisputesInfiniteOptions({ query: { limit: 50, status: isDecided ? 'decided' : 'open' } }),
    ...byCursor,
  })
  return (
    <>
      <PageTitle>{texts.disputes}</PageTitle>
      <Text c="var(--ink-soft)" mb="md">
        {texts.disputesHint}
      </Text>
      <FilterRow>
        <OneOfField
          label={texts.show}
          usual={texts.openOnes}
          words={{ decided: texts.decidedOnes }}
          value={search.status}
          onChange={(status) => set({ status })}
        />
      </FilterRow>
      <DataTable
        caption={texts.disputes}
        columns={isDecided ? [...columns, decided] : columns}
        query={disputes}
        rowKey={(row) => row._id}
        sort={search.sort}
        serverSorts={['opened']}
        onSort={(sort) => set({ sort })}
        none={{ title: isDecided ? texts.noneDecided : texts.noDisputes }}
      />
      <Outlet />
    </>
  )
}
