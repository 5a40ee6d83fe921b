import { Select, Stack, Text, Title } from '@mantine/core'
import type { ProgressBucket } from '@plaza/client/wellness'
import {
  getCompletedWellnessOptions,
  getGoalProgressHomeOptions,
  getGoalProgressOptions,
  getGoalsInfiniteOptions,
} from '@plaza/client/wellness/queries'
import { IconBulb } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../texts/goals.ts'
import { calendarDay } from '../../ui/dates.ts'
import { languages, number } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { Failed, Waiting } from '../../ui/states.tsx'
import { type Day, Mood } from '../sessions/mood.tsx'
import { dateIn } from '../sessions/own-day.ts'
import { StreakExplanation } from '../sessions/streak-explanation.tsx'
import classes from './progress.module.css'

const route = getRouteApi('/inside/goals/progress')
const t = texts.progress

/** This week beside the last, the last weeks of all goals or one, how the mood went, and what lifts it. */
export function ProgressPage() {
  return (
    <Stack gap="lg">
      <TextLink to="/goals">← {texts.title}</TextLink>
      <PageTitle>{t.title}</PageTitle>
      <div className={classes.page}>
        <div className={classes.column}>
          <ThisWeek />
          <Weeks />
        </div>
        <div className={classes.column}>
          <MoodCard />
          <Lifts />
        </div>
      </div>
    </Stack>
  )
}

function ThisWeek() {
  const query = useQuery(getGoalProgressHomeOptions())
  if (query.isPending) return <Waiting />
  if (query.isError && !query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const { days, week, change, practiceStreak, mood, insights } = query.data.data
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
      {insights.length > 0 && (
        <ul className={classes.insights}>
          {insights.map(({ kind, goalId, title, value }) => (
            <li key={`${kind} ${goalId ?? title}`}>
              <IconBulb aria-hidden size={20} />
              {t.insights[kind](title ?? '', value ?? 0)}
            </li>
          ))}
        </ul>
      )}
      <StreakExplanation />
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

const moodDays = 28

/** How the last four weeks felt. */
function MoodCard() {
  const query = useQuery(
    getCompletedWellnessOptions({
      query: { groupBy: 'day', from: dateIn(1 - moodDays), to: dateIn(0) },
    }),
  )
  const days = (query.data?.data ?? []).filter((day): day is Day => 'mood' in day && day.date !== null)
  const isKnown = days.filter(({ mood }) => mood !== null).length > 1
  return (
    <section aria-labelledby="mood" className={classes.card}>
      <Title order={2} id="mood">
        {t.moodTitle}
      </Title>
      {query.isPending && <Waiting />}
      {query.isError && !query.data && <Failed error={query.error} retry={() => query.refetch()} />}
      {query.data && (isKnown ? <Mood days={days} /> : <Text>{t.moodUnknown}</Text>)}
    </section>
  )
}

const liftDays = 180
const shownLifts = 5
/** A step of the scale that one says feelings with: hardly anything lifts further. */
const mostLift = 3

/** The exercises after which somebody feels better. */
function Lifts() {
  const query = useQuery(
    getCompletedWellnessOptions({
      query: { groupBy: 'exercise', from: dateIn(1 - liftDays), to: dateIn(0) },
    }),
  )
  const lifts = (query.data?.data ?? [])
    .flatMap((one) => {
      if (!('moodLift' in one) || one.exerciseId === null || (one.moodLift ?? 0) <= 0) return []
      return [{ id: one.exerciseId, name: one.name ?? '', lift: one.moodLift ?? 0 }]
    })
    .sort((one, other) => other.lift - one.lift)
    .slice(0, shownLifts)
  return (
    <section aria-labelledby="lifts" className={classes.card}>
      <Title order={2} id="lifts">
        {t.liftsTitle}
      </Title>
      {query.isPending && <Waiting />}
      {query.isError && !query.data && <Failed error={query.error} retry={() => query.refetch()} />}
      {query.data && lifts.length === 0 && <Text>{t.liftsUnknown}</Text>}
      <ul className={classes.lifts}>
        {lifts.map(({ id, name, lift }) => (
          <li key={id}>
            <TextLink to="/exercise/$exerciseId" params={{ exerciseId: id }} dir="auto">
              {name}
            </TextLink>
            <span>+{number(lift)}</span>
            <span aria-hidden className={classes.track}>
              <span style={{ width: `${Math.min(100, (lift / mostLift) * 100)}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {lifts.length > 0 && <p className={classes.hint}>{t.liftsHint}</p>}
    </section>
  )
}

const shownWeeks = 12

/** How the last weeks went, of all goals or of one. */
function Weeks() {
  const { goal = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/goals/progress' })
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

const dayName = new Intl.DateTimeFormat(languages, { weekday: 'short', timeZone: 'UTC' })
const weekName = new Intl.DateTimeFormat(languages, { day: 'numeric', month: 'numeric', timeZone: 'UTC' })

/** How much of what was due was done, as bars; nothing where nothing was due. */
const Bars = ({ buckets, isWeeks = false }: { buckets: readonly ProgressBucket[]; isWeeks?: boolean }) => (
  <ul className={classes.bars}>
    {buckets.map(({ date, percent }) => (
      <li key={date}>
        <span className={classes.label}>
          {(isWeeks ? t.weekLabel : t.dayLabel)(calendarDay(date), percent)}
        </span>
        <span aria-hidden className={classes.pillar}>
          <span
            className={classes.bar}
            style={{ height: `${percent ?? 0}%` }}
            data-empty={percent === null || undefined}
          />
        </span>
        <small aria-hidden>{percent === null ? '–' : percent}</small>
        <small aria-hidden className={classes.when} data-week={isWeeks || undefined}>
          {(isWeeks ? weekName : dayName).format(new Date(`${date}T00:00:00Z`))}
        </small>
      </li>
    ))}
  </ul>
)
