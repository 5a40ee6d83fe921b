import { Button, Group, Stack } from '@mantine/core'
import type { GetGoalsResponse, Goal } from '@plaza/client/wellness'
import { getGoalsInfiniteOptions, orderGoalsMutation } from '@plaza/client/wellness/queries'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/goals.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, ofNoun, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, messageOf, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { accent } from '../exercises/accent.ts'
import classes from './goals.module.css'

const all = getGoalsInfiniteOptions({
  query: { limit: 100, status: 'ACTIVE,PAUSED,SCHEDULED,COMPLETED,ARCHIVED' },
})

/** Every goal, in the order of the person, which they can change. */
export function Goals() {
  const goals = useInfiniteQuery({ ...all, ...byCursor })
  const [isOrdering, setOrdering] = useState(false)
  const list = rowsOf(goals.data)
  const move = useMove(list)
  if (goals.isPending) return <Waiting />
  if (goals.isError && list.length === 0) return <Failed error={goals.error} retry={() => goals.refetch()} />
  return (
    <Stack gap="lg" maw="44rem" mx="auto">
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
      {list.length === 0 && <Empty title={texts.empty} hint={texts.emptyHint} />}
      <ul className={classes.list}>
        {list.map((goal, index) => (
          <li key={goal.id} style={accent(goal.color)} className={classes.item}>
            <Row goal={goal} isShort={isOrdering} />
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

/** Puts a goal one place up or down; the page shows it at once. */
function useMove(list: readonly Goal[]) {
  const queryClient = useQueryClient()
  const order = useMutation({
    ...orderGoalsMutation(),
    // One after the other, so that the last order is the one that is kept.
    scope: { id: 'order of goals' },
    onError: (error) => say(messageOf(error), 'bad'),
    onSettled: () => queryClient.invalidateQueries(ofNoun('goals')),
  })
  return (index: number, by: number) => {
    const goals = [...list]
    goals.splice(index + by, 0, ...goals.splice(index, 1))
    queryClient.setQueryData<InfiniteData<GetGoalsResponse>>(
      all.queryKey,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page, at) => ({ ...page, data: at === 0 ? goals : [] })),
        },
    )
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
        <small>{texts.goal.strength}</small>
        <strong>{texts.goal.strengthAt(strength)}</strong>
      </span>
    )}
  </Link>
)
