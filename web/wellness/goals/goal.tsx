import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { Goal, GoalDetails } from '@plaza/client/wellness'
import {
  deleteGoalMutation,
  getGoalDetailsOptions,
  getGoalStreakExplanationOptions,
  restoreGoalMutation,
} from '@plaza/client/wellness/queries'
import { IconFlame, IconSnowflake, IconTrophy } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../texts/goals.ts'
import { useIsOnline } from '../../ui/connection.tsx'
import { calendarDay } from '../../ui/dates.ts'
import { number } from '../../ui/formats.ts'
import { newId } from '../../ui/ids.ts'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ofNoun } from '../../ui/queries.ts'
import { Failed, messageOf, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { accent } from '../exercises/accent.ts'
import { dateIn } from '../sessions/own-day.ts'
import { useKnownGoal } from './all-goals.ts'
import { changeGoal } from './delivery.ts'
import classes from './goal.module.css'
import { GoalDays } from './goal-days.tsx'
import { useGoalChanges, withChanges } from './waiting.ts'
import { ChangesWaiting } from './waiting-goals.tsx'

const route = getRouteApi('/inside/goals/$goalId')
const shownDays = 84

/** What the page shows of a goal. */
type GoalOnPage = Goal & Pick<GoalDetails, 'days' | 'strengths'>
const unseen = { days: [], strengths: [] }

/** One goal: its days as a heat-map, how strong the habit is, and why its streak is what it is. */
export function GoalPage() {
  const { goalId } = route.useParams()
  const query = useQuery(
    getGoalDetailsOptions({ path: { goalId }, query: { from: dateIn(1 - shownDays), to: dateIn(0) } }),
  )
  const known = useKnownGoal(goalId)
  const changes = useGoalChanges()
  // Its days come with a connection; what the list says of it is there without one.
  const found: GoalOnPage | undefined =
    query.data?.data ?? (known && (query.isPaused || query.isError) ? { ...known, ...unseen } : undefined)
  if (!found)
    return query.isError ? <Failed error={query.error} retry={() => query.refetch()} /> : <Waiting />
  const goal = withChanges(found, changes)
  const { current, best, unit, freezes } = goal.streak
  return (
    <Stack gap="lg" style={accent(goal.color)}>
      <TextLink to="/goals">← {texts.title}</TextLink>
      <div className={classes.head}>
        <div>
          <PageTitle>{goal.title}</PageTitle>
          <Text c="var(--ink-soft)">
            {goal.status === 'ACTIVE' ? texts.rhythms[goal.frequency] : texts.statuses[goal.status]}
          </Text>
          {goal.description && <Text dir="auto">{goal.description}</Text>}
        </div>
        <ButtonLink to="/goals/$goalId/edit" params={{ goalId }} variant="default">
          {texts.edit.begin}
        </ButtonLink>
      </div>
      <ChangesWaiting changes={changes.filter(({ item }) => item.goalId === goalId)} />
      <div className={classes.parts}>
        <Stack gap="lg">
          <ul className={classes.facts}>
            <li data-first>
              <IconFlame aria-hidden />
              <strong>{texts.streak(current, unit)}</strong>
            </li>
            <li>
              <IconTrophy aria-hidden />
              {texts.best(best, unit)}
            </li>
            <li>
              <IconSnowflake aria-hidden />
              {texts.freezes(freezes)}
            </li>
          </ul>
          <Way goal={goal} />
          {goal.days.length > 0 && <GoalDays goal={goal} />}
        </Stack>
        <Stack gap="lg">
          <Strength goal={goal} />
          <Why goalId={goalId} />
          <Life goal={goal} />
        </Stack>
      </div>
    </Stack>
  )
}

/** How far it is to the number that it is to arrive at. */
function Way({ goal: { metric, current, target, progress } }: { goal: Goal }) {
  if (metric !== 'VALUE' || !current || !target) return null
  const percent = Math.round((progress ?? 0) * 100)
  return (
    <section aria-labelledby="way" className={classes.card}>
      <h2 id="way">{texts.goal.way}</h2>
      <Text>{texts.goal.wayAt(number(current.value), number(target.value), target.unit ?? '')}</Text>
      <Progress value={percent} size="lg" radius="xl" aria-label={texts.goal.wayLabel(percent)} />
    </section>
  )
}

const width = 280
const height = 96
const top = 100

/** How strong the habit has become, as a hill between nothing and all of it. */
function Strength({ goal: { strength, strengths } }: { goal: GoalOnPage }) {
  const across = Math.max(1, strengths.length - 1)
  const points = strengths.map(({ strength: at }, index) => ({
    x: (index / across) * width,
    y: height - (at / top) * height,
  }))
  const last = points.at(-1)
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <section aria-labelledby="strength" className={classes.card}>
      <h2 id="strength">{texts.goal.strength}</h2>
      <Text fw={650} size="lg">
        {texts.goal.strengthAt(strength)}
      </Text>
      {strengths.length > 1 && last && (
        <svg
          role="img"
          aria-label={texts.goal.curve(strengths[0]?.strength ?? 0, strengths.at(-1)?.strength ?? 0)}
          viewBox={`-4 -4 ${width + 8} ${height + 8}`}
          className={classes.curve}
        >
          {[0, height / 2, height].map((y) => (
            <path key={y} d={`M0 ${y}H${width}`} className={classes.grid} />
          ))}
          <polygon points={`0,${height} ${line} ${width},${height}`} className={classes.hill} />
          <polyline points={line} />
          <circle cx={last.x} cy={last.y} r="4" />
        </svg>
      )}
      <p className={classes.hint}>{texts.goal.strengthHint}</p>
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

type Moved = 'ACTIVE' | 'PAUSED' | 'ARCHIVED'

/** Pausing, putting away and deleting, each of which can be taken back. */
function Life({ goal: { id: goalId, status } }: { goal: Goal }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const asked = {
    onError: (error: unknown) => say(messageOf(error), 'bad'),
    onSettled: () => queryClient.invalidateQueries(ofNoun('goals')),
  }
  const isOnline = useIsOnline()
  const edit = useMutation({
    mutationFn: (status: Moved) => changeGoal(newId(), goalId, { status }),
    ...asked,
    onSuccess: (sent) => sent === 'waits' && say(texts.waiting.changed),
  })
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
  const move = (to: Moved) => edit.mutate(to)
  const isLive = status === 'ACTIVE' || status === 'SCHEDULED'
  return (
    <Group>
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
      <Button
        variant="subtle"
        disabled={!isOnline}
        loading={remove.isPending}
        onClick={() => remove.mutate({ path: { goalId } })}
      >
        {texts.goal.remove}
      </Button>
    </Group>
  )
}
