import type { AdminPaymentRecord } from '@plaza/client/marketplace'
import { adminGetPaymentsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/payments.ts'
import { TextLink } from '../../../ui/links.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { State, type Tone } from '../../state.tsx'
import { StatusList } from '../../status-list.tsx'
import type { Column } from '../../table.tsx'
import { amountColumn, momentColumn, personColumn, providerColumn } from './columns.tsx'

const route = getRouteApi('/marketplace/administration/payments')
const { heading } = texts

const tones: Readonly<Record<AdminPaymentRecord['status'], Tone>> = {
  processing: 'busy',
  requires_action: 'warn',
  succeeded: 'good',
  failed: 'bad',
}

/** What was paid for; an order has a page of its own. */
export const Purpose = ({ row }: { row: Pick<AdminPaymentRecord, 'purpose' | 'purpose_id'> }) =>
  row.purpose === 'order' ? (
    <TextLink to="/orders/$orderId" params={{ orderId: row.purpose_id }} inherit>
      {texts.purposes.order}
    </TextLink>
  ) : (
    texts.purposes[row.purpose]
  )

const columns: Column<AdminPaymentRecord>[] = [
  amountColumn(heading.amount),
  {
    key: 'status',
    name: heading.status,
    value: (row) => row.status,
    cell: (row) => (
      <State tone={tones[row.status]}>
        {row.decline_code === null ? texts.statuses[row.status] : texts.declined(row.decline_code)}
      </State>
    ),
  },
  {
    key: 'purpose',
    name: heading.purpose,
    value: (row) => row.purpose,
    cell: (row) => <Purpose row={row} />,
  },
  personColumn('person', heading.person, ({ user_id: id, name }) => ({ id, name })),
  providerColumn(heading.provider, (row) => row.provider_payment_id),
  momentColumn('asked', heading.asked, (row) => row.createdAt),
  momentColumn('updated', heading.updated, (row) => row.updatedAt),
]

/** What was charged, by its status. */
export function Payments() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/payments' })
  const payments = useInfiniteQuery({
    ...adminGetPaymentsInfiniteOptions({
      query: { limit: 50, status: search.status as AdminPaymentRecord['status'] },
    }),
    ...byCursor,
  })
  return (
    <StatusList
      texts={texts}
      columns={columns}
      query={payments}
      serverSort="-asked"
      search={search}
      onSearch={(change) => navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
    />
  )
}
