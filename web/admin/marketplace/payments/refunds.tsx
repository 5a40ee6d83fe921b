import type { AdminRefundRecord } from '@plaza/client/marketplace'
import { adminGetRefundsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts as payments } from '../../../texts/admin/marketplace/payments.ts'
import { dateTime } from '../../../ui/dates.ts'
import { money } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { State, type Tone } from '../../state.tsx'
import { StatusList } from '../../status-list.tsx'
import type { Column } from '../../table.tsx'
import { Purpose } from './payments.tsx'

const route = getRouteApi('/marketplace/administration/refunds')
const { heading, refunds: texts } = payments

const tones: Readonly<Record<AdminRefundRecord['status'], Tone>> = {
  pending: 'busy',
  succeeded: 'good',
  failed: 'warn',
}

const columns: Column<AdminRefundRecord>[] = [
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
    cell: (row) => <State tone={tones[row.status]}>{texts.statuses[row.status]}</State>,
  },
  {
    key: 'purpose',
    name: heading.purpose,
    value: (row) => row.purpose,
    cell: (row) => <Purpose row={row} />,
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
    key: 'provider',
    name: heading.provider,
    value: (row) => row.provider,
    cell: (row) => (
      <span title={row.provider_refund_id ?? undefined}>
        {row.mode === 'test' ? payments.test(row.provider) : row.provider}
      </span>
    ),
  },
  {
    key: 'asked',
    name: heading.asked,
    value: (row) => row.createdAt,
    cell: (row) => dateTime(row.createdAt),
  },
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
