import { Anchor, Button, Tabs, Text } from '@mantine/core'
import type { ContactMessage, Feedback } from '@plaza/client/marketplace'
import {
  adminGetContactMessagesInfiniteOptions,
  adminGetFeedbackInfiniteOptions,
  getSignedUrlOptions,
} from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../../texts/admin/marketplace/support.ts'
import { dateTime } from '../../../ui/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import classes from '../../details.module.css'
import { ChoiceField, FilterRow } from '../../filters.tsx'
import { PrivatePictures } from '../../private-pictures.tsx'
import { type Column, DataTable } from '../../table.tsx'

const route = getRouteApi('/marketplace/administration/feedback')
const { heading } = texts

const Written = ({ children }: { children: string }) => (
  <Text className={classes.text} dir="auto">
    {children}
  </Text>
)

const feedbackColumns: Column<Feedback>[] = [
  { key: 'message', name: heading.message, cell: (row) => <Written>{row.message}</Written> },
  {
    key: 'category',
    name: heading.category,
    value: (row) => row.category,
    cell: (row) => texts.categories[row.category],
  },
  {
    key: 'rating',
    name: heading.rating,
    value: (row) => row.rating ?? 0,
    cell: (row) => row.rating !== null && texts.stars(row.rating),
    isNumber: true,
  },
  {
    key: 'app',
    name: heading.app,
    cell: ({ context }) =>
      [context.screen, context.platform, context.app_version].filter(Boolean).join(' · '),
  },
  {
    key: 'pictures',
    name: heading.pictures,
    cell: ({ upload_ids: ids }) => ids.length > 0 && <FeedbackPictures ids={ids} />,
  },
  {
    key: 'from',
    name: heading.from,
    cell: ({ user_id }) =>
      user_id === null ? (
        texts.stranger
      ) : (
        <TextLink to="/people/$userId" params={{ userId: user_id }} c="inherit" inherit>
          {texts.person}
        </TextLink>
      ),
  },
  {
    key: 'when',
    name: heading.when,
    value: (row) => row.created_at,
    cell: (row) => dateTime(row.created_at),
  },
]

/** Their addresses are good for ten minutes only, so they are asked for when somebody looks. */
function FeedbackPictures({ ids }: { ids: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  const pictures = useQueries({
    queries: ids.map((id) => ({
      ...getSignedUrlOptions({ query: { upload_id: id } }),
      enabled: isOpen,
      retry: false,
    })),
    combine: (signed) =>
      signed.flatMap(({ data, isError }, index) =>
        data || isError ? [{ upload_id: ids[index] ?? '', url: data?.data.url ?? null }] : [],
      ),
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.showPictures(ids.length)}
      </Button>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title={heading.pictures}>
          <PrivatePictures pictures={pictures} />
        </Dialog>
      )}
    </>
  )
}

const answerTo = ({ email, subject }: ContactMessage) =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`

const messageColumns: Column<ContactMessage>[] = [
  {
    key: 'message',
    name: heading.message,
    cell: (row) => (
      <>
        <Text fw={600} dir="auto">
          {row.subject}
        </Text>
        <Written>{row.message}</Written>
      </>
    ),
  },
  {
    key: 'from',
    name: heading.from,
    value: (row) => row.name,
    cell: (row) => (
      <>
        <Text dir="auto">{row.name}</Text>
        <Anchor href={answerTo(row)}>{row.email}</Anchor>
      </>
    ),
  },
  {
    key: 'when',
    name: heading.when,
    value: (row) => row.created_at,
    cell: (row) => dateTime(row.created_at),
  },
]

/** What people think of the place, and what they write to those who run it. */
export function FeedbackPage() {
  const { tab = 'feedback' } = route.useSearch()
  const navigate = useNavigate({ from: '/feedback' })
  return (
    <>
      <PageTitle mb="md">{texts.title}</PageTitle>
      <Tabs value={tab} onChange={(chosen) => navigate({ search: chosen ? { tab: chosen } : {} })}>
        <Tabs.List mb="md">
          <Tabs.Tab value="feedback">{texts.feedback}</Tabs.Tab>
          <Tabs.Tab value="messages">{texts.messages}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="feedback">{tab === 'feedback' && <FeedbackList />}</Tabs.Panel>
        <Tabs.Panel value="messages">{tab === 'messages' && <Messages />}</Tabs.Panel>
      </Tabs>
    </>
  )
}

function FeedbackList() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/feedback' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const feedback = useInfiniteQuery({
    ...adminGetFeedbackInfiniteOptions({
      query: { limit: 50, category: search.category as Feedback['category'] },
    }),
    ...byCursor,
  })
  return (
    <>
      <FilterRow>
        <ChoiceField
          label={texts.category}
          words={texts.categories}
          value={search.category}
          onChange={(category) => set({ category })}
        />
      </FilterRow>
      <DataTable
        caption={texts.feedback}
        columns={feedbackColumns}
        query={feedback}
        rowKey={(row) => row._id}
        sort={search.sort}
        serverSorts={['-when']}
        onSort={(sort) => set({ sort })}
        onClear={search.category ? () => set({ category: undefined }) : undefined}
        none={{ title: texts.noFeedback }}
      />
    </>
  )
}

function Messages() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/feedback' })
  const messages = useInfiniteQuery({
    ...adminGetContactMessagesInfiniteOptions({ query: { limit: 50 } }),
    ...byCursor,
  })
  return (
    <DataTable
      caption={texts.messages}
      columns={messageColumns}
      query={messages}
      rowKey={(row) => row._id}
      sort={search.sort}
      serverSorts={['-when']}
      onSort={(sort) => navigate({ search: (old) => ({ ...old, sort }), replace: true })}
      none={{ title: texts.noMessages }}
    />
  )
}
