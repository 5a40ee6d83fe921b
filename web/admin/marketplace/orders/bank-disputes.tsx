import type { BankDispute } from '@plaza/client/marketplace'
import { adminGetBankDisputesInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts as ofOrders } from '../../../texts/admin/marketplace/orders.ts'
import { texts as ofPayments } from '../../../texts/admin/marketplace/payments.ts'
import { date } from '../../../ui/dates.ts'
import { TextLink } from '../../../ui/links.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { State, type Tone } from '../../state.tsx'
import { StatusList } from '../../status-list.tsx'
import type { Column } from '../../table.tsx'
import { amountColumn, dayColumn, personColumn, providerColumn } from '../payments/columns.tsx'
import { OrderState } from './status.tsx'

const route = getRouteApi('/marketplace/administration/bank-disputes')
const texts = ofOrders.bank
const { heading } = texts

const tones: Readonly<Record<BankDispute['status'], Tone>> = { open: 'warn', won: 'good', lost: 'bad' }

/** Where what was paid with it is; an order has a page of its own. */
const Paid = ({ row: { order, purpose } }: { row: BankDispute }) =>
  order ? (
    <>
      <TextLink to="/orders/$orderId" params={{ orderId: order._id }} dir="auto" inherit>
        {order.title}
      </TextLink>{' '}
      <OrderState status={order.status} />
    </>
  ) : (
    ofPayments.purposes[purpose]
  )

const columns: Column<BankDispute>[] = [
  amountColumn(heading.amount),
  {
    key: 'status',
    name: heading.status,
    value: (row) => row.status,
    cell: (row) => (
      <State tone={tones[row.status]}>
        {row.status === 'open' && !row.is_withdrawn ? texts.asked : texts.statuses[row.status]}
      </State>
    ),
  },
  {
    key: 'due',
    name: heading.due,
    value: (row) => row.evidence_due_at ?? '',
    cell: (row) => row.status === 'open' && row.evidence_due_at && date(row.evidence_due_at),
  },
  {
    key: 'reason',
    name: heading.reason,
    value: (row) => row.reason,
    cell: (row) => texts.reasons[row.reason] ?? row.reason,
  },
  { key: 'paid', name: heading.paid, value: (row) => row.purpose, cell: (row) => <Paid row={row} /> },
  personColumn('payer', heading.payer, ({ payer: { _id: id, name } }) => ({ id, name })),
  providerColumn(heading.provider, (row) => row.provider_dispute_id),
  dayColumn('opened', heading.opened, (row) => row.createdAt),
]

/** What banks take back, and until when they can be answered. */
export function BankDisputes() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/bank-disputes' })
  const disputes = useInfiniteQuery({
    ...adminGetBankDisputesInfiniteOptions({
      query: { limit: 50, status: search.status as BankDispute['status'] },
    }),
    ...byCursor,
  })
  return (
    <StatusList
      texts={texts}
      columns={columns}
      query={disputes}
      serverSort="-opened"
      search={search}
      onSearch={(change) => navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
    />
  )
}
