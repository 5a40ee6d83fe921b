import { Paper, Stack, Text, Title } from '@mantine/core'
import { client } from '@plaza/client/marketplace'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../texts/admin.ts'
import { dateTime } from '../ui/dates.ts'
import { ask, Failure } from '../ui/failure.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { Empty, Failed, Waiting } from '../ui/states.tsx'
import { FilterRow, SearchField } from './filters.tsx'
import classes from './outbox.module.css'

const route = getRouteApi('/outbox')

interface Mail {
  id: string
  recipient: string
  subject: string
  text: string
  product: string
  status: string
  created_at: string
}

/** The newest mails and codes, where the server keeps them; it looks again every few seconds. */
export function Outbox() {
  const { q } = route.useSearch()
  const navigate = useNavigate({ from: '/outbox' })
  const mails = useQuery({
    queryKey: ['outbox', 'mails'],
    queryFn: ({ signal }) => ask(client.get<{ 200: { data: Mail[] } }>({ url: '/outbox.json', signal })),
    refetchInterval: 5000,
  })
  if (mails.isPending) return <Waiting />
  if (mails.isError)
    return mails.error instanceof Failure && mails.error.status === 404 ? (
      <Empty title={texts.outbox.title} hint={texts.outbox.off} />
    ) : (
      <Failed error={mails.error} retry={() => mails.refetch()} />
    )
  const wanted = q?.toLowerCase() ?? ''
  const shown = mails.data.data.filter(({ recipient, subject }) =>
    `${recipient} ${subject}`.toLowerCase().includes(wanted),
  )
  return (
    <Stack maw={760}>
      <PageTitle>{texts.outbox.title}</PageTitle>
      <Text c="var(--ink-soft)">{texts.outbox.hint}</Text>
      <FilterRow>
        <SearchField
          label={texts.outbox.filter}
          value={q}
          onChange={(words) => navigate({ search: words ? { q: words } : {}, replace: true })}
        />
      </FilterRow>
      {shown.length === 0 && <Empty title={texts.outbox.empty} hint={texts.outbox.emptyHint} />}
      {shown.map((mail) => (
        <Paper key={mail.id} withBorder p="md" component="article">
          <Title order={2} size="h5" dir="auto">
            {mail.subject}
          </Title>
          <Text c="var(--ink-soft)">
            {texts.outbox.to(mail.recipient)} · {dateTime(mail.created_at)} · {mail.product} · {mail.status}
          </Text>
          <Text className={classes.text} dir="auto">
            {mail.text}
          </Text>
        </Paper>
      ))}
    </Stack>
  )
}
