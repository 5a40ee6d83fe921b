import { Group, Stack } from '@mantine/core'
import type { Goal } from '@plaza/client/wellness'
import { getGoalsInfiniteOptions } from '@plaza/client/wellness/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/goals.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../ui/states.tsx'
import { accent } from '../exercises/accent.ts'
import classes from './goals.module.css'

/** Every goal, in the order of the person; what is over comes last of all that is asked for. */
export function Goals() {
  const goals = useInfiniteQuery({
    ...getGoalsInfiniteOptions({
      query: { limit: 50, status: 'ACTIVE,PAUSED,SCHEDULED,COMPLETED,ARCHIVED' },
    }),
    ...byCursor,
  })
  if (goals.isPending) return <Waiting />
  const list = rowsOf(goals.data)
  if (goals.isError && list.length === 0) return <Failed error={goals.error} retry={() => goals.refetch()} />
  return (
    <Stack gap="lg" maw="44rem" mx="auto">
      <Group justify="space-between">
        <PageTitle>{texts.title}</PageTitle>
        <ButtonLink to="/goals/new">{texts.add}</ButtonLink>
      </Group>
      {list.length === 0 && <Empty title={texts.empty} hint={texts.emptyHint} />}
      <ul className={classes.list}>
        {list.map((goal) => (
          <li key={goal.id} style={accent(goal.color)}>
            <Row goal={goal} />
          </li>
        ))}
      </ul>
      <More query={goals} />
    </Stack>
  )
}

const Row = ({ goal: { id, title, status, frequency, streak, strength } }: { goal: Goal }) => (
  <Link to="/goals/$goalId" params={{ goalId: id }} className={classes.goal}>
    <span>
      <strong dir="auto">{title}</strong>
      <small>
        {status === 'ACTIVE' ? texts.rhythms[frequency] : texts.statuses[status]}
        {streak.current > 0 && ` · ${texts.streak(streak.current, streak.unit)}`}
      </small>
    </span>
    <span className={classes.strength}>
      <small>{texts.goal.strength}</small>
      <strong>{texts.goal.strengthAt(strength)}</strong>
    </span>
  </Link>
)
