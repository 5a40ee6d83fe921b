import { Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import type { GetGoalsResponse, Goal, OrderGoalsData } from '@plaza/client/wellness'
import { orderGoalsMutation } from '@plaza/client/wellness/queries'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/goals.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, ofNoun, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, messageOf, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { accent } from '../exercises/accent.ts'
import { allGoals } from './all-goals.ts'
import classes from './goals.module.css'
import { useGoalChanges, useNewGoals, withChanges } from './waiting.ts'
import { WaitingGoals } from './waiting-goals.tsx'

/** Every goal, in the order of the person, which they can change. */
export function Goals() {
  const goals = useInfiniteQuery({ ...allGoals, ...byCursor })
  const [isOrdering, setOrdering] = useState(false)
  const changes = useGoalChanges()
  const list = inOrder(rowsOf(goals.data), useLatestOrder())
  const waiting = useNewGoals(list.map(({ id }) => id))
  const move = useMove(list)
  if (goals.isPending && waiting.length === 0) return <Waiting />
  if (goals.isError && list.length + waiting.length === 0)
    return <Failed error={goals.error} retry={() => goals.refetch()} />
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{texts.title}</PageTitle>
        <ButtonLink to="/goals/new">{texts.add}</ButtonLink>
      </Group>
      <Group component="nav" gap="xs" aria-label={texts.more.title}>
        <ButtonLink to="/goals/progress" variant="default">
          {texts.progress.title}
        </ButtonLink>
        <ButtonLink to="/goals/vacation" variant="default">
          {texts.vacation.title}
        </ButtonLink>
        <ButtonLink to="/goals/reminders" variant="default">
          {texts.reminders.title}
        </ButtonLink>
        {list.length > 1 && (
          <Button variant="default" aria-pressed={isOrdering} onClick={() => setOrdering(!isOrdering)}>
            {isOrdering ? texts.order.done : texts.order.begin}
          </Button>
        )}
      </Group>
      {goals.isSuccess && list.length + waiting.length === 0 && (
        <Empty title={texts.empty} hint={texts.emptyHint} />
      )}
      <WaitingGoals goals={waiting} />
      <ul className={`${classes.list} ${isOrdering ? '' : classes.wide}`}>
        {list.map((goal, index) => (
          <li key={goal.id} style={accent(goal.color)} className={classes.item}>
            <Row goal={withChanges(goal, changes)} isShort={isOrdering} />
            {isOrdering && (
              <Steps title={goal.title} index={index} count={list.length} move={(by) => move(index, by)} />
            )}
          </li>
        ))}
      </ul>
      <More query={goals} />
    </Stack>
  )
}

const ordering = ['order of goals']

/** The latest order that is not kept yet, whatever is read meanwhile. */
const useLatestOrder = (): readonly string[] =>
  useMutationState({
    filters: { mutationKey: ordering, status: 'pending' },
    select: ({ state }) => (state.variables as OrderGoalsData).body.goalIds,
  }).at(-1) ?? []

/** Goals that are not in the order come last. */
function inOrder(goals: readonly Goal[], ids: readonly string[]): Goal[] {
  const placeOf = ({ id }: Goal) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return goals.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Puts a goal one place up or down; the page shows it at once. */
function useMove(list: readonly Goal[]) {
  const queryClient = useQueryClient()
  const order = useMutation({
    ...orderGoalsMutation(),
    mutationKey: ordering,
    // One after the other, so that the last order is the one that is kept.
    scope: { id: 'order of goals' },
    networkMode: 'online',
    onSuccess: (_, { body }) =>
      queryClient.setQueryData<InfiniteData<GetGoalsResponse>>(allGoals.queryKey, (known) => {
        const goals = inOrder(rowsOf(known), body.goalIds)
        return (
          known && {
            ...known,
            pages: known.pages.map((page, at) => ({ ...page, data: at === 0 ? goals : [] })),
          }
        )
      }),
    onError: (error) => say(messageOf(error), 'bad'),
    // Once the last order is kept: the next one does not wait for a reading that knows only the ones before.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey: ordering }) === 1)
        await queryClient.invalidateQueries(ofNoun('goals'))
    },
  })
  return (index: number, by: number) => {
    const goals = [...list]
    goals.splice(index + by, 0, ...goals.splice(index, 1))
    order.mutate({ body: { goalIds: goals.map(({ id }) => id) } })
  }
}

interface StepsProps {
  title: string
  index: number
  count: number
  move: (by: number) => void
}

const Steps = ({ title, index, count, move }: StepsProps) => (
  <span className={classes.steps}>
    <button type="button" aria-label={texts.order.up(title)} disabled={index === 0} onClick={() => move(-1)}>
      <IconArrowUp aria-hidden size={20} />
    </button>
    <button
      type="button"
      aria-label={texts.order.down(title)}
      disabled={index === count - 1}
      onClick={() => move(1)}
    >
      <IconArrowDown aria-hidden size={20} />
    </button>
  </span>
)

interface RowProps {
  goal: Goal
  /** Beside the buttons that move it there is little room. */
  isShort: boolean
}

const Row = ({ goal: { id, title, status, frequency, streak, strength }, isShort }: RowProps) => (
  <Link to="/goals/$goalId" params={{ goalId: id }} className={classes.goal}>
    <span>
      <strong dir="auto">{title}</strong>
      <small>
        {status === 'ACTIVE' ? texts.rhythms[frequency] : texts.statuses[status]}
        {streak.current > 0 && ` · ${texts.streak(streak.current, streak.unit)}`}
      </small>
    </span>
    {!isShort && (
      <span className={classes.strength}>
        <svg aria-hidden viewBox="0 0 36 36">
          <circle cx="18" cy="18" r="15" pathLength="100" />
          <circle cx="18" cy="18" r="15" pathLength="100" data-done strokeDasharray={`${strength} 100`} />
          <text x="18" y="22" textAnchor="middle">
            {Math.round(strength)}
          </text>
        </svg>
        <VisuallyHidden>
          {texts.goal.strength}: {texts.goal.strengthAt(strength)}
        </VisuallyHidden>
      </span>
    )}
  </Link>
)
