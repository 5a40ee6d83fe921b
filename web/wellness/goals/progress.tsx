import { Select, Stack, Text, Title } from '@mantine/core'
import type { ProgressBucket } from '@plaza/client/wellness'
import {
  getGoalProgressHomeOptions,
  getGoalProgressOptions,
  getGoalsInfiniteOptions,
} from '@plaza/client/wellness/queries'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { texts } from '../../texts/goals.ts'
import { calendarDay } from '../../ui/dates.ts'
import { number } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { Failed, Waiting } from '../../ui/states.tsx'
import { dateIn } from '../sessions/day.ts'
import classes from './progress.module.css'

const route = getRouteApi('/inside/goals/progress')
const t = texts.progress

/** This week beside the last, what lifts somebody, and the last weeks of all goals or one. */
export function ProgressPage() {
  return (
    <Stack gap="xl" maw="56rem" mx="auto">
      <TextLink to="/goals">← {texts.title}</TextLink>
      <PageTitle>{t.title}</PageTitle>
      <ThisWeek />
      <Weeks />
    </Stack>
  )
}

function ThisWeek() {
  const query = useQuery(getGoalProgressHomeOptions())
  if (query.isPending) return <Waiting />
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  const { days, week, change, practiceStreak, mood, topLift, insights } = query.data.data
  return (
    <section aria-labelledby="week">
      <Title order={2} id="week" mb="sm">
        {t.week}
      </Title>
      <dl className={classes.facts}>
        <Fact name={t.done} value={t.ofDue(week.done, week.due)} change={change.done} />
        <Fact name={t.minutes} value={number(week.minutes ?? 0)} change={change.minutes} />
        <Fact name={t.practice} value={t.days(practiceStreak.current)} />
        <Fact name={t.mood} value={mood.trend ? t.moods[mood.trend] : t.moods.UNKNOWN} />
      </dl>
      <Bars buckets={days} />
      {topLift && !insights.some(({ kind }) => kind === 'LIFTS_YOU') && (
        <Text mt="sm">{t.lifts(topLift.title)}</Text>
      )}
      {insights.map(({ kind, goalId, title, value }) => (
        <Text key={`${kind} ${goalId ?? title}`} mt="xs">
          {t.insights[kind](title ?? '', value ?? 0)}
        </Text>
      ))}
    </section>
  )
}

interface FactProps {
  name: string
  value: string
  /** Against the week before. */
  change?: number | null
}

const Fact = ({ name, value, change = null }: FactProps) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>
      <strong>{value}</strong>
      {change !== null && <small>{t.change(change)}</small>}
    </dd>
  </div>
)

const shownWeeks = 12

/** How the last weeks went, of all goals or of one. */
function Weeks() {
  const { goal = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const goals = useInfiniteQuery({ ...getGoalsInfiniteOptions({ query: { limit: 100 } }), ...byCursor })
  const query = useQuery(
    getGoalProgressOptions({
      query: {
        from: dateIn(1 - shownWeeks * 7),
        to: dateIn(0),
        interval: 'week',
        ...(goal ? { goalId: goal } : {}),
      },
    }),
  )
  const choices = rowsOf(goals.data).map(({ id, title }) => ({ value: id, label: title }))
  return (
    <section aria-labelledby="weeks">
      <Title order={2} id="weeks" mb="sm">
        {t.weeks(shownWeeks)}
      </Title>
      <Select
        label={t.of}
        data={[{ value: '', label: t.all }, ...choices]}
        value={goal}
        allowDeselect={false}
        maw="24rem"
        onChange={(chosen) => navigate({ search: chosen ? { goal: chosen } : {}, replace: true })}
      />
      {query.isPending && <Waiting />}
      {query.isError && <Failed error={query.error} retry={() => query.refetch()} />}
      {query.data && (
        <>
          <Text my="sm">
            {t.compared(query.data.meta?.totals.percent ?? null, query.data.meta?.previous.percent ?? null)}
          </Text>
          <Bars buckets={query.data.data} isWeeks />
        </>
      )}
    </section>
  )
}

/** How much of what was due was done, as bars; nothing where nothing was due. */
const Bars = ({ buckets, isWeeks = false }: { buckets: readonly ProgressBucket[]; isWeeks?: boolean }) => (
  <ul className={classes.bars}>
    {buckets.map(({ date, percent }) => (
      <li key={date}>
        <span className={classes.label}>
          {(isWeeks ? t.weekLabel : t.dayLabel)(calendarDay(date), percent)}
        </span>
        <span aria-hidden className={classes.column}>
          <span
            className={classes.bar}
            style={{ height: `${percent ?? 0}%` }}
            data-empty={percent === null || undefined}
          />
        </span>
        <small aria-hidden>{percent === null ? '–' : percent}</small>
      </li>
    ))}
  </ul>
)
