import { Skeleton, Title, VisuallyHidden } from '@mantine/core'
import type { WellnessGroup } from '@plaza/client/wellness'
import { getCompletedWellnessOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/wellness.ts'
import { calendarDay } from '../../ui/dates.ts'
import { Failed } from '../../ui/states.tsx'
import { Face } from '../practice/face.tsx'
import { dateIn, weekday } from './day.ts'
import classes from './month.module.css'

const weeks = 4

type Day = WellnessGroup & { date: string }

/** The streak, the last four weeks as a calendar, and how they felt as a line. */
export function Month() {
  const since = weekday()
  const from = dateIn(-since - (weeks - 1) * 7)
  const query = useQuery(getCompletedWellnessOptions({ query: { groupBy: 'day', from, to: dateIn(0) } }))
  if (query.isPending) return <Skeleton h="22rem" radius="xl" />
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  const days = query.data.data.filter((day): day is Day => 'mood' in day && day.date !== null)
  const { current = 0, best = 0 } = query.data.meta?.streak ?? {}
  return (
    <section className={classes.card} aria-labelledby="streak">
      <Title order={2} id="streak">
        {current > 0 ? texts.today.streak(current) : texts.today.noStreak}
      </Title>
      {best > Math.max(1, current) && <p className={classes.best}>{texts.today.best(best)}</p>}
      <Calendar days={days} ahead={6 - since} />
      <Mood days={days} />
    </section>
  )
}

const initials = new Intl.DateTimeFormat(navigator.language, { weekday: 'narrow', timeZone: 'UTC' })
/** 5 January 1970 was a Monday. */
const weekdays = Array.from({ length: 7 }, (_, index) =>
  initials.format(new Date(Date.UTC(1970, 0, 5 + index))),
)

/** As round as a moon: how full it is tells how long was practised. */
const fill = (minutes: number, sessions: number): 'none' | 'some' | 'much' =>
  sessions === 0 ? 'none' : minutes < 10 ? 'some' : 'much'

function Calendar({ days, ahead }: { days: readonly Day[]; ahead: number }) {
  const today = dateIn(0)
  return (
    <>
      <div className={classes.weekdays} aria-hidden>
        {weekdays.map((initial, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two days may begin with the same letter
          <span key={index}>{initial}</span>
        ))}
      </div>
      <ul className={classes.days} aria-label={texts.today.calendar}>
        {days.map(({ date, minutes, sessions }) => (
          <li
            key={date}
            className={classes.day}
            data-fill={fill(minutes, sessions)}
            data-today={date === today || undefined}
          >
            <VisuallyHidden>{texts.history.dayLabel(calendarDay(date), minutes)}</VisuallyHidden>
          </li>
        ))}
        {Array.from({ length: ahead }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: days to come are all alike
          <li key={index} className={classes.day} data-fill="ahead" aria-hidden />
        ))}
      </ul>
    </>
  )
}

const width = 280
const height = 64
/** The words of the scale by their number, which days have from -3 to 3. */
const words = Object.values(texts.scale)
const wordOf = (mood: number) => (words[Math.round(mood) + 3] ?? texts.scale.NEUTRAL).toLowerCase()

function Mood({ days }: { days: readonly Day[] }) {
  const felt = days.flatMap(({ mood }, index) => (mood === null ? [] : [{ mood, index }]))
  const [first, last] = [felt[0], felt.at(-1)]
  if (!first || !last || felt.length < 2) return null
  const points = felt.map(({ mood, index }) => ({
    x: 6 + (index / Math.max(1, days.length - 1)) * (width - 12),
    y: 6 + ((3 - mood) / 6) * (height - 12),
  }))
  return (
    <>
      <h3 className={classes.heading}>{texts.today.moodTitle}</h3>
      <div className={classes.mood}>
        <div className={classes.faces}>
          <Face value={7} />
          <Face value={1} />
        </div>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={texts.today.mood(wordOf(first.mood), wordOf(last.mood))}
        >
          <path d={`M0 ${height / 2}H${width}`} className={classes.middle} />
          <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} className={classes.line} />
          {points.map(({ x, y }) => (
            <circle key={x} cx={x} cy={y} r="3.5" className={classes.point} />
          ))}
        </svg>
      </div>
    </>
  )
}
