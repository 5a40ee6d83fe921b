import type { AdminPayoutRecord } from '@plaza/client/marketplace'
import { adminGetPayoutsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/payouts.ts'
import { date, dateTime } from '../../../ui/dates.ts'
import { money } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { State, type Tone } from '../../state.tsx'
import { StatusList } from '../../status-list.tsx'
import type { Column } from '../../table.tsx'

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
  {
    key: 'amount',
    name: heading.amount,
    value: (row) => row.amount,
    cell: (row) => money(row.amount, row.currency),
    isNumber: true,
  },
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
  {
    key: 'person',
    name: heading.person,
    value: (row) => row.name,
    cell: (row) => (
      <TextLink to="/people/$userId" params={{ userId: row.user_id }} inherit>
        <bdi>{row.name}</bdi>
      </TextLink>
    ),
  },
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
  {
    key: 'provider',
    name: heading.provider,
    value: (row) => row.provider,
    cell: (row) => (
      <span title={row.provider_payout_id ?? undefined}>
        {row.mode === 'test' ? texts.test(row.provider) : row.provider}
      </span>
    ),
  },
  {
    key: 'asked',
    name: heading.asked,
    value: (row) => row.created_at,
    cell: (row) => dateTime(row.created_at),
  },
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
