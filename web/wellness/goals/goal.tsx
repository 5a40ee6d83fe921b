import { Button, Group, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import type { GoalDetails } from '@plaza/client/wellness'
import {
  deleteGoalMutation,
  editGoalMutation,
  getGoalDetailsOptions,
  getGoalStreakExplanationOptions,
  restoreGoalMutation,
} from '@plaza/client/wellness/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../texts/goals.ts'
import { calendarDay } from '../../ui/dates.ts'
import { number } from '../../ui/formats.ts'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ofNoun } from '../../ui/queries.ts'
import { Failed, messageOf, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { accent } from '../exercises/accent.ts'
import { dateIn } from '../sessions/day.ts'
import classes from './goal.module.css'
import { useMark } from './marking.ts'

const route = getRouteApi('/inside/goals/$goalId')
const shownDays = 84

/** One goal: its days as a heat-map, how strong the habit is, and why its streak is what it is. */
export function GoalPage() {
  const { goalId } = route.useParams()
  const query = useQuery(
    getGoalDetailsOptions({ path: { goalId }, query: { from: dateIn(1 - shownDays), to: dateIn(0) } }),
  )
  if (query.isPending) return <Waiting />
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  const goal = query.data.data
  const { current, best, unit, freezes } = goal.streak
  return (
    <Stack gap="xl" maw="44rem" mx="auto" style={accent(goal.color)}>
      <TextLink to="/goals">← {texts.title}</TextLink>
      <div>
        <PageTitle>{goal.title}</PageTitle>
        <Text c="var(--ink-soft)">
          {goal.status === 'ACTIVE' ? texts.rhythms[goal.frequency] : texts.statuses[goal.status]}
        </Text>
        {goal.description && <Text dir="auto">{goal.description}</Text>}
      </div>
      <Group gap="xl">
        <strong>{texts.streak(current, unit)}</strong>
        <span>{texts.best(best, unit)}</span>
        <span>{texts.freezes(freezes)}</span>
      </Group>
      <Way goal={goal} />
      <Days goal={goal} />
      <Strength goal={goal} />
      <Why goalId={goalId} />
      <Life goal={goal} />
    </Stack>
  )
}

/** How far it is to the number that it is to arrive at. */
function Way({ goal: { metric, current, target, progress } }: { goal: GoalDetails }) {
  if (metric !== 'VALUE' || !current || !target) return null
  const percent = Math.round((progress ?? 0) * 100)
  return (
    <section aria-labelledby="way">
      <Title order={2} id="way" mb="xs">
        {texts.goal.way}
      </Title>
      <Text mb="xs">{texts.goal.wayAt(number(current.value), number(target.value), target.unit ?? '')}</Text>
      <Progress value={percent} size="lg" radius="xl" aria-label={texts.goal.wayLabel(percent)} />
    </section>
  )
}

/** Each date as a square; what can still be marked is a button. */
function Days({ goal }: { goal: GoalDetails }) {
  const { toggle, statusOf } = useMark()
  return (
    <section aria-labelledby="days">
      <Title order={2} id="days" mb="xs">
        {texts.goal.days}
      </Title>
      <ul className={classes.days}>
        {goal.days.map((day) => {
          const status = statusOf(day)
          const label = texts.goal.day(calendarDay(day.date), texts.goal.statuses[status ?? 'NONE'])
          return (
            <li key={day.date}>
              {day.isBackfillable ? (
                <button
                  type="button"
                  className={classes.day}
                  data-status={status}
                  aria-pressed={status === 'COMPLETED'}
                  aria-label={label}
                  onClick={() => toggle(day)}
                />
              ) : (
                <span className={classes.day} data-status={status ?? 'NONE'}>
                  <VisuallyHidden>{label}</VisuallyHidden>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const width = 280
const height = 72

function Strength({ goal: { strength, strengths } }: { goal: GoalDetails }) {
  const across = Math.max(1, strengths.length - 1)
  const points = strengths
    .map(({ strength: at }, index) => `${(index / across) * width},${height - (at / 100) * height}`)
    .join(' ')
  return (
    <section aria-labelledby="strength">
      <Title order={2} id="strength" mb="xs">
        {texts.goal.strength}
      </Title>
      <Text>{texts.goal.strengthAt(strength)}</Text>
      {strengths.length > 1 && (
        <svg
          role="img"
          aria-label={texts.goal.curve(strengths[0]?.strength ?? 0, strengths.at(-1)?.strength ?? 0)}
          viewBox={`-3 -3 ${width + 6} ${height + 6}`}
          className={classes.curve}
        >
          <polyline points={points} />
        </svg>
      )}
    </section>
  )
}

/** The last units, newest first. */
const shownUnits = 14

function Why({ goalId }: { goalId: string }) {
  const query = useQuery(getGoalStreakExplanationOptions({ path: { goalId } }))
  const units = (query.data?.data.units ?? []).slice(-shownUnits).reverse()
  if (units.length === 0) return null
  return (
    <details className={classes.why}>
      <summary>{texts.goal.why}</summary>
      <ul>
        {units.map(({ from, to, because, current }) => (
          <li key={from}>
            <strong>{from === to ? calendarDay(from) : `${calendarDay(from)} – ${calendarDay(to)}`}</strong>
            <span>
              {texts.goal.because[because]} {texts.goal.streakAfter(current)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Pausing, putting away and deleting, each of which can be taken back. */
function Life({ goal: { id: goalId, status } }: { goal: GoalDetails }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const asked = {
    onError: (error: unknown) => say(messageOf(error), 'bad'),
    onSettled: () => queryClient.invalidateQueries(ofNoun('goals')),
  }
  const edit = useMutation({ ...editGoalMutation(), ...asked })
  const restore = useMutation({ ...restoreGoalMutation(), ...asked })
  const remove = useMutation({
    ...deleteGoalMutation(),
    ...asked,
    onSuccess: async () => {
      await navigate({ to: '/goals' })
      const undo = { label: texts.goal.undo, run: () => restore.mutate({ path: { goalId } }) }
      say(texts.goal.removed, 'good', { action: undo })
    },
  })
  const move = (to: 'ACTIVE' | 'PAUSED' | 'ARCHIVED') =>
    edit.mutate({ path: { goalId }, body: { status: to } })
  const isLive = status === 'ACTIVE' || status === 'SCHEDULED'
  return (
    <Group>
      <ButtonLink to="/goals/$goalId/edit" params={{ goalId }} variant="default">
        {texts.edit.begin}
      </ButtonLink>
      <ButtonLink to="/goals/progress" search={{ goal: goalId }} variant="default">
        {texts.progress.title}
      </ButtonLink>
      {isLive && (
        <Button variant="default" onClick={() => move('PAUSED')}>
          {texts.goal.pause}
        </Button>
      )}
      {!isLive && (
        <Button variant="default" onClick={() => move('ACTIVE')}>
          {status === 'PAUSED' ? texts.goal.resume : texts.goal.reopen}
        </Button>
      )}
      {status !== 'ARCHIVED' && (
        <Button variant="default" onClick={() => move('ARCHIVED')}>
          {texts.goal.archive}
        </Button>
      )}
      <Button variant="subtle" onClick={() => remove.mutate({ path: { goalId } })}>
        {texts.goal.remove}
      </Button>
    </Group>
  )
}
