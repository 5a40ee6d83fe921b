import type { AdminPayoutRecord } from '@plaza/client/marketplace'
import { adminGetPayoutsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/payouts.ts'
import { date } from '../../../ui/dates.ts'
import { byCursor } from '../../../ui/queries.ts'
import { State, type Tone } from '../../state.tsx'
import { StatusList } from '../../status-list.tsx'
import type { Column } from '../../table.tsx'
import { amountColumn, momentColumn, personColumn, providerColumn } from '../payments/columns.tsx'

const route = getRouteApi('/marketplace/administration/payouts')
const { heading } = texts

const tones: Readonly<Record<AdminPayoutRecord['status'], Tone>> = {
  requested: 'busy',
  in_transit: 'busy',
  paid: 'good',
  failed: 'bad',
  returned: 'warn',
}

const columns: Column<AdminPayoutRecord>[] = [
  amountColumn(heading.amount),
  {
    key: 'status',
    name: heading.status,
    value: (row) => row.status,
    cell: (row) => (
      <State tone={tones[row.status]}>
        {row.failure_code === null
          ? texts.statuses[row.status]
          : texts.failed(texts.statuses[row.status], row.failure_code)}
      </State>
    ),
  },
  personColumn('person', heading.person, ({ user_id: id, name }) => ({ id, name })),
  {
    key: 'bank',
    name: heading.bank,
    cell: (row) => (row.bank_name === null ? texts.bankGone : `${row.bank_name} ·· ${row.last4}`),
  },
  {
    key: 'arrives',
    name: heading.arrives,
    cell: (row) => (row.arrives_at === null ? '–' : date(row.arrives_at)),
  },
  providerColumn(heading.provider, (row) => row.provider_payout_id),
  momentColumn('asked', heading.asked, (row) => row.created_at),
]

/** What went to people's banks, by how it stands. */
export function Payouts() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/payouts' })
  const payouts = useInfiniteQuery({
    ...adminGetPayoutsInfiniteOptions({
      query: { limit: 50, status: search.status as AdminPayoutRecord['status'] },
    }),
    ...byCursor,
  })
  return (
    <StatusList
      texts={texts}
      columns={columns}
      query={payouts}
      serverSort="-asked"
      search={search}
      onSearch={(change) => navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
    />
  )
}
