import { Anchor, Text } from '@mantine/core'
import type { WebhookRecord } from '@plaza/client/marketplace'
import {
  adminGetWebhooksInfiniteOptions,
  adminReplayWebhookMutation,
} from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts as all } from '../../../texts/admin/marketplace/payments.ts'
import { dateTime } from '../../../ui/dates.ts'
import { number } from '../../../ui/formats.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor, ofNoun } from '../../../ui/queries.ts'
import { messageOf } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { FilterRow, OneOfField } from '../../filters.tsx'
import { State } from '../../state.tsx'
import { type Column, DataTable } from '../../table.tsx'

const route = getRouteApi('/marketplace/administration/webhooks')
const { inbox: texts } = all
const { heading } = texts

const columns: Column<WebhookRecord>[] = [
  {
    key: 'received',
    name: heading.received,
    value: (row) => row.received_at,
    cell: (row) => dateTime(row.received_at),
  },
  {
    key: 'provider',
    name: heading.provider,
    value: (row) => row.provider,
    cell: (row) => row.provider,
  },
  { key: 'event', name: heading.event, value: (row) => row.event_id, cell: (row) => row.event_id },
  {
    key: 'state',
    name: heading.state,
    value: (row) => row.applied_at ?? '',
    cell: ({ applied_at: at }) => (
      <State tone={at ? 'good' : 'warn'}>{at ? texts.applied : texts.open}</State>
    ),
  },
  { key: 'outcome', name: heading.outcome, cell: (row) => <span dir="auto">{row.outcome}</span> },
  {
    key: 'attempts',
    name: heading.attempts,
    value: (row) => row.attempts,
    cell: (row) => number(row.attempts),
    isNumber: true,
  },
  { key: 'again', name: heading.again, cell: (row) => <Replay webhook={row} /> },
]

function Replay({ webhook: { _id, event_id } }: { webhook: WebhookRecord }) {
  const client = useQueryClient()
  const replay = useMutation({
    ...adminReplayWebhookMutation(),
    onSuccess: () => {
      say(texts.replayed)
      return client.invalidateQueries(ofNoun('payments'))
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      disabled={replay.isPending}
      aria-label={texts.replayOf(event_id)}
      onClick={() => replay.mutate({ body: { webhook_id: _id } })}
    >
      {texts.replay}
    </Anchor>
  )
}

/** What others have told, and whether it was applied; with a way to have it applied again. */
export function Webhooks() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/webhooks' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const isWaiting = search.show === 'waiting'
  const webhooks = useInfiniteQuery({
    ...adminGetWebhooksInfiniteOptions({ query: { limit: 50, ...(isWaiting ? { waiting: true } : {}) } }),
    ...byCursor,
  })
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint}
      </Text>
      <FilterRow>
        <OneOfField
          label={texts.show}
          usual={texts.all}
          words={{ waiting: texts.waiting }}
          value={search.show}
          onChange={(show) => set({ show })}
        />
      </FilterRow>
      <DataTable
        caption={texts.title}
        columns={columns}
        query={webhooks}
        rowKey={(row) => row._id}
        sort={search.sort}
        serverSorts={['-received']}
        onSort={(sort) => set({ sort })}
        none={{ title: isWaiting ? texts.noneWaiting : texts.none }}
      />
    </>
  )
}
