import type { AdminRefundRecord } from '@plaza/client/marketplace'
import { adminGetRefundsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts as payments } from '../../../texts/admin/marketplace/payments.ts'
import { byCursor } from '../../../ui/queries.ts'
import { State, type Tone } from '../../state.tsx'
import { StatusList } from '../../status-list.tsx'
import type { Column } from '../../table.tsx'
import { amountColumn, momentColumn, personColumn, providerColumn } from './columns.tsx'
import { Purpose } from './payments.tsx'

const route = getRouteApi('/marketplace/administration/refunds')
const { heading, refunds: texts } = payments

const tones: Readonly<Record<AdminRefundRecord['status'], Tone>> = {
  pending: 'busy',
  succeeded: 'good',
  failed: 'warn',
}

const columns: Column<AdminRefundRecord>[] = [
  amountColumn(heading.amount),
  {
    key: 'status',
    name: heading.status,
    value: (row) => row.status,
    cell: (row) => <State tone={tones[row.status]}>{texts.statuses[row.status]}</State>,
  },
  {
    key: 'purpose',
    name: heading.purpose,
    value: (row) => row.purpose,
    cell: (row) => <Purpose row={row} />,
  },
  personColumn('person', heading.person, ({ user_id: id, name }) => ({ id, name })),
  providerColumn(heading.provider, (row) => row.provider_refund_id),
  momentColumn('asked', heading.asked, (row) => row.createdAt),
]

/** What was given back of payments by card, by how it stands. */
export function Refunds() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/refunds' })
  const refunds = useInfiniteQuery({
    ...adminGetRefundsInfiniteOptions({
      query: { limit: 50, status: search.status as AdminRefundRecord['status'] },
    }),
    ...byCursor,
  })
  return (
    <StatusList
      texts={texts}
      columns={columns}
      query={refunds}
      serverSort="-asked"
      search={search}
      onSearch={(change) => navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
    />
  )
}
