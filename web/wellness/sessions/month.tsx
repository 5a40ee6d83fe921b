import { Skeleton, Title, VisuallyHidden } from '@mantine/core'
import { getCompletedWellnessOptions } from '@plaza/client/wellness/queries'
import { IconSnowflake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { texts as goals } from '../../texts/goals.ts'
import { texts } from '../../texts/wellness.ts'
import { calendarDay } from '../../ui/dates.ts'
import { languages } from '../../ui/formats.ts'
import { Failed } from '../../ui/states.tsx'
import classes from './month.module.css'
import { type Day, Mood } from './mood.tsx'
import { dateIn, weekday } from './own-day.ts'

const weeks = 4

/** The streak, the last four weeks as a calendar, and how they felt as a line. */
export function Month() {
  const since = weekday()
  const from = dateIn(-since - (weeks - 1) * 7)
  const query = useQuery(getCompletedWellnessOptions({ query: { groupBy: 'day', from, to: dateIn(0) } }))
  if (query.isPending) return <Skeleton h="22rem" radius="xl" />
  if (query.isError && !query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const days = query.data.data.filter((day): day is Day => 'mood' in day && day.date !== null)
  const { current = 0, best = 0, freezes = 0 } = query.data.meta?.streak ?? {}
  return (
    <section className={classes.card} aria-labelledby="streak">
      <Title order={2} id="streak">
        {current > 0 ? texts.today.streak(current) : texts.today.noStreak}
      </Title>
      {best > Math.max(1, current) && <p className={classes.best}>{texts.today.best(best)}</p>}
      {freezes > 0 && (
        <p className={classes.best}>
          <IconSnowflake aria-hidden size={16} /> {goals.freezes(freezes)}
        </p>
      )}
      <Calendar days={days} ahead={6 - since} />
      <Mood days={days} title={texts.today.moodTitle} />
    </section>
  )
}

const initials = new Intl.DateTimeFormat(languages, { weekday: 'narrow', timeZone: 'UTC' })
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
