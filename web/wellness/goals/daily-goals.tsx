import { Skeleton, Text, Title } from '@mantine/core'
import type { DailyGoal } from '@plaza/client/wellness'
import { getGoalsHomeOptions } from '@plaza/client/wellness/queries'
import { IconBell, IconCheck, IconPlus, IconSnowflake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/goals.ts'
import { calendarDay, timeOfDay } from '../../ui/dates.ts'
import { number } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { Failed } from '../../ui/states.tsx'
import { accent } from '../exercises/accent.ts'
import { calendarDateOf } from '../sessions/day.ts'
import { dateIn } from '../sessions/own-day.ts'
import classes from './daily-goals.module.css'
import { useMark } from './marking.ts'
import { todayOf, useNewGoals } from './waiting.ts'

/** What is due today, each with one tap to be done, and how much of the day that makes. */
export function DailyGoals() {
  const home = useQuery(getGoalsHomeOptions())
  const marking = useMark()
  const waiting = useNewGoals((home.data?.data.items ?? []).map(({ goal }) => goal.id)).filter(
    ({ refusal }) => refusal === undefined,
  )
  if (home.isPending) return <Skeleton h="14rem" radius="xl" />
  if (home.isError && !home.data) return <Failed error={home.error} retry={() => home.refetch()} />
  const { closesAt, nextReminder, vacation } = home.data.data
  // What was kept of another day says nothing of this one.
  if (Date.parse(closesAt) < Date.now())
    return (
      <section className={classes.card}>
        <Text c="var(--ink-soft)">{texts.today.unknown}</Text>
      </section>
    )
  const items = [...home.data.data.items, ...waiting.flatMap(todayOf)]
  const summary = marking.waiting + waiting.length > 0 ? expectedOf(items, marking) : home.data.data.summary
  const isAway = vacation !== null && vacation.from <= dateIn(0)
  return (
    <section aria-labelledby="goals" className={classes.card}>
      <div className={classes.head}>
        <div>
          <Title order={2} id="goals">
            {texts.today.title}
          </Title>
          <Text c="var(--ink-soft)">
            {items.length > 0
              ? texts.today.summary(summary.done, summary.due)
              : isAway
                ? texts.today.vacation
                : texts.today.nothing}
          </Text>
        </div>
        {summary.percent !== null && <Ring percent={summary.percent} />}
      </div>
      {items.length > 0 && (
        <ul className={classes.items}>
          {items.map((item) => (
            <Item key={item.dailyGoalId} item={item} marking={marking} />
          ))}
        </ul>
      )}
      {marking.waiting > 0 && (
        <Text role="status" size="sm" c="var(--ink-soft)">
          {texts.today.waiting(marking.waiting)}
        </Text>
      )}
      <div className={classes.foot}>
        <TextLink to={items.length === 0 ? '/goals/new' : '/goals'}>
          {items.length === 0 ? texts.add : texts.today.all}
        </TextLink>
        {nextReminder && (
          <TextLink to="/goals/reminders" className={classes.reminder}>
            <IconBell aria-hidden size={16} />
            {texts.today.reminder(nextReminder.title, whenOf(nextReminder.at))}
          </TextLink>
        )}
      </div>
    </section>
  )
}

/** How much of the day that makes with what waits, by the server's rule: each due goal weighs the same. */
function expectedOf(items: readonly DailyGoal[], marking: ReturnType<typeof useMark>) {
  const isDone = (item: DailyGoal) => marking.statusOf(item) === 'COMPLETED'
  const due = items.filter(
    (item) => item.isDue && item.status !== 'SKIPPED' && (item.goal.direction === 'BUILD' || isDone(item)),
  )
  const shares = due.map((item) => {
    const { target, goal, status, progress } = item
    if (isDone(item)) return 1
    if (target && goal.direction === 'BUILD' && goal.metric !== 'VALUE')
      return Math.min(1, marking.amountOf(item) / target.value)
    return marking.statusOf(item) === status ? progress : 0
  })
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return {
    due: due.length,
    done: shares.filter((share) => share === 1).length,
    percent: due.length === 0 ? null : Math.floor((whole / due.length) * 100),
  }
}

/** A time of today, or the day besides. */
function whenOf(at: string): string {
  const date = calendarDateOf(new Date(at))
  return date === calendarDateOf(new Date()) ? timeOfDay(at) : `${calendarDay(date)}, ${timeOfDay(at)}`
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

function Item({ item, marking }: { item: DailyGoal; marking: ReturnType<typeof useMark> }) {
  const { goal, target, period } = item
  const { current, unit, freezes } = goal.streak
  const value = marking.amountOf(item)
  const counted = target ? `${number(value)} / ${number(target.value)} ${target.unit ?? ''}` : undefined
  const isCounted =
    goal.metric === 'COUNT' && goal.direction === 'BUILD' && target !== null && target.value > 1
  const isDone = isCounted ? value >= target.value : marking.statusOf(item) === 'COMPLETED'
  const isNew = goal.id === item.dailyGoalId
  const inPeriod = period ? `${number(period.done)} / ${number(period.required)}` : undefined
  return (
    <li className={classes.item} style={accent(goal.color)}>
      <button
        type="button"
        className={classes.check}
        aria-pressed={isDone}
        aria-label={texts.today.mark(goal.title)}
        disabled={!item.isBackfillable}
        onClick={() => marking.toggle(item, isDone)}
      >
        {isDone && <IconCheck aria-hidden size={22} />}
      </button>
      <Link
        {...(isNew ? { to: '/goals' } : { to: '/goals/$goalId', params: { goalId: goal.id } })}
        className={classes.link}
      >
        <strong dir="auto">{goal.title}</strong>
        <small>
          {[counted ?? inPeriod, current > 0 && texts.streak(current, unit), isNew && texts.waiting.waits]
            .filter(Boolean)
            .join(' · ')}
          {freezes > 0 && (
            <span className={classes.freezes}>
              <IconSnowflake aria-hidden size={14} /> {texts.freezes(freezes)}
            </span>
          )}
        </small>
      </Link>
      {isCounted && !isDone && (
        <button
          type="button"
          className={classes.more}
          aria-label={texts.today.addOne(goal.title)}
          disabled={!item.isBackfillable}
          onClick={() => marking.addOne(item)}
        >
          <IconPlus aria-hidden size={16} />1
        </button>
      )}
    </li>
  )
}
