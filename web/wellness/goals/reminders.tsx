import { Stack, Switch, Text, Title } from '@mantine/core'
import type { Goal, Reminder } from '@plaza/client/wellness'
import {
  editGoalMutation,
  getGoalsInfiniteOptions,
  getNextReminderOptions,
} from '@plaza/client/wellness/queries'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/goals.ts'
import { dateTime } from '../../ui/dates.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, ofNoun, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, messageOf, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { accent } from '../exercises/accent.ts'
import areas from '../two-areas.module.css'
import classes from './goals.module.css'
import { valuesOf } from './values.ts'

const t = texts.reminders

/** Every reminder, by its goal, with a switch; times are changed with the goal. */
export function Reminders() {
  const goals = useInfiniteQuery({ ...getGoalsInfiniteOptions({ query: { limit: 100 } }), ...byCursor })
  const next = useQuery(getNextReminderOptions()).data?.data.next
  if (goals.isPending) return <Waiting />
  const list = rowsOf(goals.data)
  if (goals.isError && list.length === 0) return <Failed error={goals.error} retry={() => goals.refetch()} />
  const reminding = list.filter(({ reminders }) => reminders.length > 0)
  return (
    <div className={areas.page}>
      <Stack gap="md" className={areas.head}>
        <TextLink to="/goals">← {texts.title}</TextLink>
        <PageTitle>{t.title}</PageTitle>
        {next && <Text>{t.next(next.title, dateTime(next.at))}</Text>}
      </Stack>
      <div className={areas.main}>
        {reminding.length === 0 && <Empty title={t.empty} hint={t.emptyHint} />}
        <ul className={classes.list}>
          {reminding.map((goal) => (
            <Reminding key={goal.id} goal={goal} />
          ))}
        </ul>
        <More query={goals} />
      </div>
      <aside className={areas.aside}>
        <Others goals={list.filter(({ reminders }) => reminders.length === 0)} />
        <TextLink to="/you/notifications">{t.quiet}</TextLink>
      </aside>
    </div>
  )
}

/** The goals that nothing reminds of, each with the way to a time for it. */
const Others = ({ goals }: { goals: readonly Goal[] }) =>
  goals.length > 0 && (
    <section aria-labelledby="others" className={areas.card}>
      <div>
        <Title order={2} size="h4" id="others">
          {t.others}
        </Title>
        <Text c="var(--ink-soft)">{t.othersHint}</Text>
      </div>
      <ul className={classes.others}>
        {goals.map(({ id, title, color }) => (
          <li key={id} style={accent(color)}>
            <TextLink to="/goals/$goalId/edit" params={{ goalId: id }} dir="auto">
              {title}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )

/** The reminders of a goal, of which one is switched after the other: they are written together. */
function Reminding({ goal }: { goal: Goal }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    ...editGoalMutation(),
    onError: (error) => say(messageOf(error), 'bad'),
    onSettled: () =>
      Promise.all(['goals', 'reminders'].map((noun) => queryClient.invalidateQueries(ofNoun(noun)))),
  })
  const set = (id: string, enabled: boolean) => {
    const reminders = valuesOf(goal).reminders.map((one) => (one.id === id ? { ...one, enabled } : one))
    change.mutate({ path: { goalId: goal.id }, body: { reminders, version: goal.version } })
  }
  const asked = change.isPending ? change.variables.body.reminders : undefined
  return (
    <li style={accent(goal.color)} className={classes.reminders}>
      <TextLink to="/goals/$goalId/edit" params={{ goalId: goal.id }} dir="auto">
        {goal.title}
      </TextLink>
      {goal.reminders.map((reminder) => (
        <OneReminder
          key={reminder.id}
          reminder={reminder}
          isOn={asked?.find(({ id }) => id === reminder.id)?.enabled ?? reminder.enabled}
          isBusy={change.isPending}
          set={(enabled) => set(reminder.id, enabled)}
        />
      ))}
    </li>
  )
}

interface OneReminderProps {
  reminder: Reminder
  isOn: boolean
  isBusy: boolean
  set: (isOn: boolean) => void
}

function OneReminder({ reminder: { time, message, timeZone, nextAt }, isOn, isBusy, set }: OneReminderProps) {
  return (
    <Switch
      checked={isOn}
      disabled={isBusy}
      onChange={({ currentTarget: { checked } }) => set(checked)}
      label={timeZone ? t.timeIn(time, timeZone) : t.time(time)}
      description={[message, nextAt && t.nextAt(dateTime(nextAt))].filter(Boolean).join(' · ') || t.silent}
    />
  )
}
