import { Text } from '@mantine/core'
import type { Order } from '@plaza/client/marketplace'
import { adminGetOrdersInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/orders.ts'
import { texts as shared } from '../../../texts/orders.ts'
import { date } from '../../../ui/dates.ts'
import { money } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { FilterRow, StatusField } from '../../filters.tsx'
import { type Column, DataTable, Named } from '../../table.tsx'
import { Thumb } from '../../thumb.tsx'
import { OrderState } from './status.tsx'

const route = getRouteApi('/marketplace/administration/orders')
const { heading } = texts

const columns: Column<Order>[] = [
  {
    key: 'title',
    name: heading.title,
    value: (row) => row.title,
    cell: (row) => (
      <Named picture={<Thumb url={row.postImage} name={row.title} />}>
        <TextLink to="/orders/$orderId" params={{ orderId: row._id }} search dir="auto" c="inherit" inherit>
          {row.title}
        </TextLink>
      </Named>
    ),
  },
  {
    key: 'total',
    name: heading.total,
    value: (row) => row.total,
    cell: (row) => money(row.total, row.currency),
    isNumber: true,
  },
  {
    key: 'status',
    name: heading.status,
    value: (row) => row.status,
    cell: (row) => <OrderState status={row.status} />,
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
    key: 'ordered',
    name: heading.ordered,
    value: (row) => row.createdAt,
    cell: (row) => date(row.createdAt),
  },
]

/** Everybody's orders, by their status. */
export function Orders() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/orders' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const orders = useInfiniteQuery({
    ...adminGetOrdersInfiniteOptions({ query: { limit: 50, status: search.status as Order['status'] } }),
    ...byCursor,
  })
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint}
      </Text>
      <FilterRow>
        <StatusField words={shared.statuses} value={search.status} onChange={(status) => set({ status })} />
      </FilterRow>
      <DataTable
        caption={texts.title}
        columns={columns}
        query={orders}
        rowKey={(row) => row._id}
        sort={search.sort}
        serverSorts={['-ordered']}
        onSort={(sort) => set({ sort })}
        onClear={search.status ? () => set({ status: undefined }) : undefined}
        none={{ title: texts.none }}
      />
      <Outlet />
    </>
  )
}
