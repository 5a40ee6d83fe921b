import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { WellnessSession } from '@plaza/client/wellness'
import { getCompletedWellnessOptions } from '@plaza/client/wellness/queries'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { texts as goals } from '../../texts/goals.ts'
import { texts } from '../../texts/wellness.ts'
import { calendarDay } from '../../ui/dates.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { useQueue } from '../../ui/queue.ts'
import { Empty, Failed, More, Waiting } from '../../ui/states.tsx'
import { practiceEvents } from '../practice/delivery.ts'
import classes from './history.module.css'
import { historyQuery } from './history-query.ts'
import { SessionList } from './session-list.tsx'

/** All that was practised, newest first, by the days of the person. */
export function History() {
  const sessions = useInfiniteQuery({
    ...historyQuery,
    ...byCursor,
  })
  if (sessions.isPending) return <Waiting />
  const list = rowsOf(sessions.data)
  if (sessions.isError && list.length === 0)
    return <Failed error={sessions.error} retry={() => sessions.refetch()} />
  const totals = sessions.data?.pages[0]?.meta?.totals
  const days = [...Map.groupBy(list, (done) => done.localDate)]
  return (
    <Stack gap="lg">
      <PageTitle>{texts.history.title}</PageTitle>
      <Undelivered />
      {list.length === 0 && <Empty title={texts.history.empty} hint={texts.history.emptyHint} />}
      {list.length > 0 && (
        <div className={classes.page}>
          <aside className={classes.card}>
            {totals && (
              <Group gap="xl" className={classes.totals}>
                <strong>{texts.history.sessions(totals.count)}</strong>
                <strong>{texts.history.minutes(totals.minutes)}</strong>
              </Group>
            )}
            <Month />
            <TextLink to="/goals/progress">{goals.progress.title}</TextLink>
          </aside>
          <Stack gap="lg">
            {days.map(([day, done]) => (
              <Day key={day} day={day} sessions={done} />
            ))}
            <More query={sessions} />
          </Stack>
        </div>
      )}
    </Stack>
  )
}

const Day = ({ day, sessions }: { day: string; sessions: readonly WellnessSession[] }) => (
  <section aria-labelledby={day}>
    <Title order={2} size="h3" id={day}>
      {calendarDay(day)}
    </Title>
    <SessionList sessions={sessions} />
  </section>
)

/** Minutes of each of the last days as bars. */
function Month() {
  const days = useQuery(getCompletedWellnessOptions({ query: { groupBy: 'day' } }))
  const bars = (days.data?.data ?? []).flatMap((bar) =>
    'sessions' in bar && bar.date ? [{ date: bar.date, minutes: bar.minutes }] : [],
  )
  const most = Math.max(1, ...bars.map(({ minutes }) => minutes))
  return (
    <section aria-labelledby="month">
      <Title order={2} size="h3" id="month" mb="xs">
        {texts.history.month}
      </Title>
      <ul className={classes.bars}>
        {bars.map(({ date, minutes }) => (
          <li
            key={date}
            className={classes.bar}
            style={{ height: `${Math.round((minutes / most) * 100)}%` }}
            data-empty={minutes === 0 || undefined}
          >
            <span className={classes.hidden}>{texts.history.dayLabel(calendarDay(date), minutes)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What waits for a connection, and what the server would not take. */
function Undelivered() {
  const waiting = useQueue(practiceEvents)
  if (waiting.length === 0) return null
  return (
    <ul className={classes.waiting}>
      {waiting.map(({ id, item, refusal }) => (
        <li key={id}>
          <strong dir="auto">{item.title}</strong>
          <Text>{refusal ? texts.history.refused(refusal) : texts.history.waiting}</Text>
          {refusal && (
            <Group mt="xs">
              <Button variant="default" onClick={() => practiceEvents.retry(id)}>
                {texts.history.retry}
              </Button>
              <Button variant="subtle" onClick={() => practiceEvents.remove(id)}>
                {texts.history.drop}
              </Button>
            </Group>
          )}
        </li>
      ))}
    </ul>
  )
}
