import { Button, Group, NativeSelect, SimpleGrid, Text, TextInput, Title } from '@mantine/core'
import type { AdminGetUserStatsData, UserFigures } from '@plaza/client/marketplace'
import { adminExportUserStatsMutation, adminGetUserStatsOptions } from '@plaza/client/marketplace/queries'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/user-figures.ts'
import { calendarDate } from '../../../ui/dates.ts'
import { deviceZone } from '../../../ui/device-zone.ts'
import { number } from '../../../ui/formats.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Empty, Failed, FormFailure, messageOf, Waiting } from '../../../ui/states.tsx'
import { Facts } from '../../facts.tsx'
import { FilterRow } from '../../filters.tsx'
import { Bars } from './bars.tsx'
import { Cohorts } from './cohorts.tsx'

const route = getRouteApi('/marketplace/administration/figures')
const zone = deviceZone()

type Asked = NonNullable<AdminGetUserStatsData['query']>

/** How many people sign up, are here and come back. */
export function Figures() {
  const { from, to, interval } = route.useSearch()
  const query: Asked = {
    tz: zone,
    ...(from && { from }),
    ...(to && { to }),
    interval: (interval ?? 'day') as Asked['interval'],
  }
  const figures = useQuery({ ...adminGetUserStatsOptions({ query }), placeholderData: keepPreviousData })
  const table = useMutation({
    ...adminExportUserStatsMutation({ parseAs: 'blob' }),
    onSuccess: (file) => saveFile(file as Blob, texts.fileName),
  })
  return (
    <>
      <Group justify="space-between" mb="xs">
        <PageTitle>{texts.title}</PageTitle>
        <Button variant="default" loading={table.isPending} onClick={() => table.mutate({ query })}>
          {texts.export}
        </Button>
      </Group>
      <FormFailure message={table.error ? messageOf(table.error) : undefined} />
      <Period />
      {figures.isPending && <Waiting />}
      {figures.isError && <Failed error={figures.error} retry={() => figures.refetch()} />}
      {figures.data && !figures.isError && <Shown figures={figures.data.data} />}
    </>
  )
}

/** The days that are asked for, kept in the address. */
function Period() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/figures' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  return (
    <FilterRow>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={texts[end]}
          value={search[end] ?? ''}
          onChange={({ currentTarget }) => set({ [end]: currentTarget.value || undefined })}
        />
      ))}
      <NativeSelect
        label={texts.interval}
        value={search.interval ?? 'day'}
        data={Object.entries(texts.intervals).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => set({ interval: currentTarget.value })}
      />
    </FilterRow>
  )
}

const activities = ['daily_active', 'weekly_active', 'monthly_active'] as const

function Shown({ figures }: { figures: UserFigures }) {
  const { series, from, to, tz, cohorts } = figures
  if (series.length === 0) return <Empty title={texts.none} />
  const barsOf = (name: 'sign_ups' | (typeof activities)[number]) =>
    series.map((bucket) => ({ start: bucket.start, count: bucket[name] }))
  return (
    <>
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint(calendarDate(from), calendarDate(to), tz)}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="lg">
        <section aria-label={texts.totals}>
          <Facts
            facts={[
              [texts.signUps, number(figures.sign_ups)],
              [texts.verified, number(figures.verified)],
            ]}
          />
        </section>
        <section aria-label={texts.sources}>
          <Facts
            facts={Object.entries(figures.by_source).map(([source, count]) => [
              texts.bySource[source] ?? source,
              number(count),
            ])}
          />
        </section>
      </SimpleGrid>
      <Bars name={texts.signUps} bars={barsOf('sign_ups')} />
      <Title order={2} size="h4" mt="lg" mb="xs">
        {texts.active}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {activities.map((name) => (
          <Bars key={name} name={texts.lines[name]} bars={barsOf(name)} />
        ))}
      </SimpleGrid>
      <Cohorts cohorts={cohorts} />
    </>
  )
}
