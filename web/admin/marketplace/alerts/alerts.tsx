import { Button, Group, Text } from '@mantine/core'
import type { AppAlert } from '@plaza/client/marketplace'
import { adminEndAlertMutation, adminGetAlertsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../texts/admin/marketplace/alerts.ts'
import { Confirmation } from '../../../ui/confirmation.tsx'
import { dateTime } from '../../../ui/dates.ts'
import { list } from '../../../ui/formats.ts'
import { useOneOpen } from '../../../ui/one-open.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor, ofNoun, rowsOf } from '../../../ui/queries.ts'
import { say } from '../../../ui/toasts.tsx'
import { State, type Tone } from '../../state.tsx'
import { type Column, DataTable } from '../../table.tsx'
import { AlertComposer } from './composer.tsx'

type Status = keyof typeof texts.statuses

const tones: Readonly<Record<Status, Tone>> = {
  standing: 'good',
  coming: 'busy',
  over: 'quiet',
  ended: 'quiet',
}

function statusOf({ starts_at, ends_at, ended_at }: AppAlert, now = Date.now()): Status {
  if (ended_at !== null) return 'ended'
  if (ends_at !== null && Date.parse(ends_at) <= now) return 'over'
  return Date.parse(starts_at) > now ? 'coming' : 'standing'
}

const appsOf = ({ platforms }: AppAlert) =>
  platforms.length === 0 ? texts.allPlatforms : list(platforms.map((one) => texts.platformNames[one]))

const whenOf = ({ starts_at, ends_at, ended_at }: AppAlert) => {
  const end = ended_at ?? ends_at
  return end ? texts.between(dateTime(starts_at), dateTime(end)) : texts.from(dateTime(starts_at))
}

const columns = (act: { change: (alert: AppAlert) => void; end: (alert: AppAlert) => void }) =>
  [
    {
      key: 'title',
      name: texts.heading.title,
      cell: (row) => (
        <>
          <Text fw={600} dir="auto">
            {row.title}
          </Text>
          <Text size="sm" c="var(--ink-soft)" dir="auto">
            {row.message}
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      name: texts.heading.status,
      cell: (row) => <State tone={tones[statusOf(row)]}>{texts.statuses[statusOf(row)]}</State>,
    },
    { key: 'kind', name: texts.heading.kind, cell: (row) => texts.kinds[row.kind] },
    { key: 'apps', name: texts.heading.apps, cell: appsOf },
    { key: 'when', name: texts.heading.when, cell: whenOf },
    {
      key: 'act',
      name: texts.heading.act,
      cell: (row) =>
        row.ended_at === null && (
          <Group gap="xs" wrap="nowrap">
            <Button
              variant="default"
              size="sm"
              aria-label={texts.change(row.title)}
              onClick={() => act.change(row)}
            >
              {texts.changeShort}
            </Button>
            <Button
              variant="default"
              size="sm"
              aria-label={texts.end(row.title)}
              onClick={() => act.end(row)}
            >
              {texts.endShort}
            </Button>
          </Group>
        ),
    },
  ] satisfies Column<AppAlert>[]

/** What apps are told at their start, were told and will be. */
export function Alerts() {
  const { opened: written, open: write, close } = useOneOpen<AppAlert | 'new'>()
  const { opened: ending, open: end, close: closeEnding } = useOneOpen<AppAlert>()
  const alerts = useInfiniteQuery({ ...adminGetAlertsInfiniteOptions({ query: { limit: 50 } }), ...byCursor })
  const reload = async (alert: AppAlert) => {
    const { data } = await alerts.refetch({ throwOnError: true })
    return rowsOf(data).find(({ _id }) => _id === alert._id) ?? alert
  }
  return (
    <>
      <Group justify="space-between">
        <PageTitle>{texts.title}</PageTitle>
        {written === undefined && <Button onClick={() => write('new')}>{texts.compose}</Button>}
      </Group>
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint}
      </Text>
      {written !== undefined && (
        <AlertComposer
          key={written === 'new' ? written : `${written._id} ${written.__v}`}
          alert={written === 'new' ? undefined : written}
          reload={written === 'new' ? undefined : () => reload(written)}
          onDone={close}
        />
      )}
      <DataTable
        caption={texts.title}
        columns={columns({ change: write, end })}
        query={alerts}
        rowKey={(row) => row._id}
        sort={undefined}
        serverSorts={[]}
        onSort={() => {}}
        none={{ title: texts.none }}
      />
      {ending && <Ending alert={ending} onClose={closeEnding} />}
    </>
  )
}

function Ending({ alert, onClose }: { alert: AppAlert; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    ...adminEndAlertMutation(),
    onSuccess: async () => {
      say(texts.ended)
      onClose()
      await queryClient.invalidateQueries(ofNoun('alerts'))
    },
  })
  return (
    <Confirmation
      title={texts.endTitle}
      hint={texts.endHint}
      action={texts.endShort}
      isGrave
      change={{ mutate: () => mutate({ path: { alert_id: alert._id } }), isPending, error }}
      onClose={onClose}
    >
      <Text fw={600} dir="auto">
        {alert.title}
      </Text>
    </Confirmation>
  )
}
