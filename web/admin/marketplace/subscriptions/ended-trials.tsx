import { Text, TextInput } from '@mantine/core'
import type { CompletedTrial } from '@plaza/client/marketplace'
import { adminGetCompletedTrialsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts as all } from '../../../texts/admin/marketplace/subscriptions.ts'
import { date } from '../../../ui/dates.ts'
import { languages, number } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { Facts } from '../../facts.tsx'
import { ChoiceField, FilterRow } from '../../filters.tsx'
import { State } from '../../state.tsx'
import { type Column, DataTable } from '../../table.tsx'

const { trials: texts } = all
const { heading } = texts
const route = getRouteApi('/marketplace/administration/ended-trials')

const columns: Column<CompletedTrial>[] = [
  {
    key: 'person',
    name: heading.person,
    value: (row) => row.name,
    cell: (row) => (
      <TextLink to="/people/$userId" params={{ userId: row.user_id }} search={{}} dir="auto" inherit>
        {row.name}
      </TextLink>
    ),
  },
  { key: 'email', name: heading.email, value: (row) => row.email ?? '', cell: (row) => row.email },
  { key: 'plan', name: heading.plan, value: (row) => row.plan, cell: (row) => row.plan },
  {
    key: 'started',
    name: heading.started,
    value: (row) => row.started_at,
    cell: (row) => date(row.started_at),
  },
  { key: 'ended', name: heading.ended, value: (row) => row.ended_at, cell: (row) => date(row.ended_at) },
  {
    key: 'uses',
    name: heading.uses,
    value: (row) => row.uses,
    cell: (row) => number(row.uses),
    isNumber: true,
  },
  {
    key: 'converted',
    name: heading.converted,
    value: (row) => String(row.converted),
    cell: ({ converted }) => (
      <State tone={converted ? 'good' : 'quiet'}>{texts.converted[String(converted)]}</State>
    ),
  },
  {
    key: 'reason',
    name: heading.reason,
    value: (row) => row.reason ?? '',
    cell: ({ reason }) => reason && (texts.reasons[reason] ?? reason),
  },
]

const percentFormat = new Intl.NumberFormat(languages, { style: 'percent', maximumFractionDigits: 1 })

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

/** The moment at which a day begins here, or the next one. */
function startOf(day: string | undefined, plusDays = 0): string | undefined {
  if (!isDay(day)) return undefined
  const moment = new Date(`${day}T00:00`)
  if (Number.isNaN(moment.getTime())) return undefined
  moment.setDate(moment.getDate() + plusDays)
  return moment.toISOString()
}

/** Which trials ended, and how many were followed by a payment. */
export function EndedTrials() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/ended-trials' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const { converted, from, to } = search
  const trials = useInfiniteQuery({
    ...adminGetCompletedTrialsInfiniteOptions({
      query: {
        limit: 50,
        from: startOf(from),
        to: startOf(to, 1),
        converted: converted === undefined ? undefined : converted === 'true',
      },
    }),
    ...byCursor,
  })
  const isFiltered = [converted, from, to].some((one) => one !== undefined)
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint}
      </Text>
      <FilterRow>
        <TextInput
          type="date"
          label={texts.from}
          value={from ?? ''}
          max={to}
          onChange={(event) => set({ from: event.currentTarget.value || undefined })}
        />
        <TextInput
          type="date"
          label={texts.to}
          value={to ?? ''}
          min={from}
          onChange={(event) => set({ to: event.currentTarget.value || undefined })}
        />
        <ChoiceField
          label={texts.became}
          words={texts.converted}
          value={converted}
          onChange={(value) => set({ converted: value })}
        />
      </FilterRow>
      {trials.data?.pages[0] && <Totals {...trials.data.pages[0].meta} />}
      <DataTable
        caption={texts.title}
        columns={columns}
        query={trials}
        rowKey={(row) => `${row.user_id} ${row.started_at}`}
        sort={search.sort}
        serverSorts={['-ended']}
        onSort={(sort) => set({ sort })}
        onClear={isFiltered ? () => set({ converted: undefined, from: undefined, to: undefined }) : undefined}
        none={{ title: texts.none }}
      />
    </>
  )
}

const Totals = ({ trials, conversions }: { trials: number; conversions: number }) => (
  <section aria-label={texts.totals}>
    <Facts
      facts={[
        [texts.ended, number(trials)],
        [texts.conversions, number(conversions)],
        ...(trials > 0 ? [[texts.share, percentFormat.format(conversions / trials)] as const] : []),
      ]}
    />
  </section>
)
