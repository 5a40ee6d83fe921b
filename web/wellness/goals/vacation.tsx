import { Button, Checkbox, Group, Radio, Stack, Text, TextInput, Title } from '@mantine/core'
import type { Goal, Vacation } from '@plaza/client/wellness'
import {
  getGoalsOptions,
  getVacationsOptions,
  pauseGoalsMutation,
  resumeGoalsMutation,
} from '@plaza/client/wellness/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/goals.ts'
import { calendarDay } from '../../ui/dates.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { dataOf, ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Empty, Failed, FormFailure, messageOf, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { dateIn } from '../sessions/own-day.ts'
import areas from '../two-areas.module.css'
import classes from './goals.module.css'

const t = texts.vacation

/** Every goal that is not over: there are no more than a page has. */
const goalsToRest = { ...getGoalsOptions({ query: { limit: 100 } }), select: dataOf<Goal[]> }

/** Planned time off: nothing is due, and no streak ends. */
export function VacationPage() {
  const vacations = useQuery(getVacationsOptions())
  const goals = useQuery(goalsToRest).data ?? []
  if (vacations.isPending) return <Waiting />
  if (vacations.isError && !vacations.data)
    return <Failed error={vacations.error} retry={() => vacations.refetch()} />
  const planned = vacations.data.data
  return (
    <div className={areas.page}>
      <Stack gap="md" className={areas.head}>
        <TextLink to="/goals">← {texts.title}</TextLink>
        <div>
          <PageTitle>{t.title}</PageTitle>
          <Text c="var(--ink-soft)">{t.hint}</Text>
        </div>
      </Stack>
      <section
        aria-labelledby="planned"
        className={`${areas.main} ${planned.length > 0 ? '' : areas.beside}`}
      >
        <Title order={2} id="planned">
          {t.planned}
        </Title>
        {planned.length === 0 && <Empty title={t.none} hint={t.noneHint} />}
        <ul className={classes.list}>
          {planned.map((vacation) => (
            <Planned key={vacation.id} vacation={vacation} goals={goals} />
          ))}
        </ul>
      </section>
      <div className={areas.aside}>
        <Plan goals={goals} />
      </div>
    </div>
  )
}

interface PlannedProps {
  vacation: Vacation
  goals: readonly Goal[]
}

function Planned({ vacation: { id, from, to, isAll, goalIds }, goals }: PlannedProps) {
  const queryClient = useQueryClient()
  const end = useMutation({
    ...resumeGoalsMutation(),
    onError: (error) => say(messageOf(error), 'bad'),
    onSettled: () => queryClient.invalidateQueries(ofNoun('goals')),
  })
  const titles = goals.filter((goal) => goalIds.includes(goal.id)).map(({ title }) => title)
  // Some may have been deleted meanwhile.
  const some = titles.length === goalIds.length ? titles.join(', ') : t.some(goalIds.length)
  return (
    <li className={classes.vacation}>
      <span>
        <strong>{to ? t.span(calendarDay(from), calendarDay(to)) : t.open(calendarDay(from))}</strong>
        <small dir="auto">{isAll ? t.all : some}</small>
      </span>
      <Button
        variant="default"
        loading={end.isPending}
        onClick={() => end.mutate({ query: { pauseId: id } })}
      >
        {from > dateIn(0) ? t.cancel : t.end}
      </Button>
    </li>
  )
}

function Plan({ goals }: { goals: readonly Goal[] }) {
  const queryClient = useQueryClient()
  const form = useServerForm({
    initialValues: { from: dateIn(0), to: dateIn(7), which: 'all', goalIds: [] as string[] },
    validate: {
      goalIds: (ids, { which }) => (which === 'some' && ids.length === 0 ? t.someNeeded : null),
    },
    mutation: pauseGoalsMutation(),
    request: ({ from, to, which, goalIds }) => ({
      body: { from, ...(to ? { to } : {}), ...(which === 'some' ? { goalIds } : {}) },
    }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(ofNoun('goals'))
      say(t.saved)
    },
  })
  return (
    <form onSubmit={form.submit()} className={areas.card} data-bare>
      <Stack>
        <Title order={2}>{t.plan}</Title>
        <FormFailure message={form.failure} />
        <Group grow align="start">
          <TextInput type="date" required min={dateIn(0)} label={t.from} {...form.getInputProps('from')} />
          <TextInput type="date" min={form.values.from} label={t.to} {...form.getInputProps('to')} />
        </Group>
        <Text size="sm" c="var(--ink-soft)">
          {t.openHint}
        </Text>
        {goals.length > 1 && <Which goals={goals} form={form} />}
        <Button type="submit" loading={form.isSending}>
          {t.submit}
        </Button>
      </Stack>
    </form>
  )
}

interface WhichProps {
  goals: readonly Goal[]
  form: { values: { which: string }; getInputProps: (field: 'which' | 'goalIds') => object }
}

/** All of them rest, or some. */
const Which = ({ goals, form }: WhichProps) => (
  <>
    <Radio.Group label={t.which} {...form.getInputProps('which')}>
      <Stack gap="xs" mt="xs">
        <Radio value="all" label={t.all} />
        <Radio value="some" label={t.onlySome} />
      </Stack>
    </Radio.Group>
    {form.values.which === 'some' && (
      <Checkbox.Group label={t.these} {...form.getInputProps('goalIds')}>
        <Stack gap="xs" mt="xs">
          {goals.map(({ id, title }) => (
            <Checkbox key={id} value={id} label={<span dir="auto">{title}</span>} />
          ))}
        </Stack>
      </Checkbox.Group>
    )}
  </>
)
