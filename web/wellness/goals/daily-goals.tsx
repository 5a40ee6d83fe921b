import { Skeleton, Text, Title } from '@mantine/core'
import type { DailyGoal } from '@plaza/client/wellness'
import { getDailyGoalsOptions } from '@plaza/client/wellness/queries'
import { IconCheck, IconSnowflake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/goals.ts'
import { number } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { Failed } from '../../ui/states.tsx'
import { accent } from '../exercises/accent.ts'
import classes from './daily-goals.module.css'
import { useMark } from './marking.ts'

/** What is due today, each with one tap to be done, and how much of the day that makes. */
export function DailyGoals() {
  const day = useQuery(getDailyGoalsOptions())
  const { toggle, statusOf, waiting } = useMark()
  if (day.isPending) return <Skeleton h="14rem" radius="xl" />
  if (day.isError) return <Failed error={day.error} retry={() => day.refetch()} />
  const { items, summary } = day.data.data
  return (
    <section aria-labelledby="goals" className={classes.card}>
      <div className={classes.head}>
        <div>
          <Title order={2} id="goals">
            {texts.today.title}
          </Title>
          <Text c="var(--ink-soft)">
            {items.length === 0 ? texts.today.nothing : texts.today.summary(summary.done, summary.due)}
          </Text>
        </div>
        {summary.percent !== null && <Ring percent={summary.percent} />}
      </div>
      {items.length > 0 && (
        <ul className={classes.items}>
          {items.map((item) => (
            <Item
              key={item.dailyGoalId}
              item={item}
              isDone={statusOf(item) === 'COMPLETED'}
              toggle={() => toggle(item)}
            />
          ))}
        </ul>
      )}
      {waiting > 0 && (
        <Text role="status" size="sm" c="var(--ink-soft)">
          {texts.today.waiting(waiting)}
        </Text>
      )}
      <TextLink to={items.length === 0 ? '/goals/new' : '/goals'}>
        {items.length === 0 ? texts.add : texts.today.all}
      </TextLink>
    </section>
  )
}

const radius = 26
const round = 2 * Math.PI * radius

const Ring = ({ percent }: { percent: number }) => (
  <svg role="img" aria-label={texts.today.ring(percent)} viewBox="0 0 64 64" className={classes.ring}>
    <circle cx="32" cy="32" r={radius} />
    <circle
      cx="32"
      cy="32"
      r={radius}
      data-done
      strokeDasharray={`${(round * percent) / 100} ${round}`}
      transform="rotate(-90 32 32)"
    />
    <text x="32" y="37" textAnchor="middle">
      {percent}
    </text>
  </svg>
)

function Item({ item, isDone, toggle }: { item: DailyGoal; isDone: boolean; toggle: () => void }) {
  const { goal, target, value, period } = item
  const { current, unit, freezes } = goal.streak
  const counted = target ? `${number(value ?? 0)} / ${number(target.value)} ${target.unit ?? ''}` : undefined
  const inPeriod = period ? `${number(period.done)} / ${number(period.required)}` : undefined
  return (
    <li className={classes.item} style={accent(goal.color)}>
      <button
        type="button"
        className={classes.check}
        aria-pressed={isDone}
        aria-label={texts.today.mark(goal.title)}
        disabled={!item.isBackfillable}
        onClick={toggle}
      >
        {isDone && <IconCheck aria-hidden size={22} />}
      </button>
      <Link to="/goals/$goalId" params={{ goalId: goal.id }} className={classes.link}>
        <strong dir="auto">{goal.title}</strong>
        <small>
          {[counted ?? inPeriod, current > 0 && texts.streak(current, unit)].filter(Boolean).join(' · ')}
          {freezes > 0 && (
            <span className={classes.freezes}>
              <IconSnowflake aria-hidden size={14} /> {texts.freezes(freezes)}
            </span>
          )}
        </small>
      </Link>
    </li>
  )
}
