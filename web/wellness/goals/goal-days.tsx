import { VisuallyHidden } from '@mantine/core'
import type { GoalDetails } from '@plaza/client/wellness'
import type { CSSProperties } from 'react'
import { texts } from '../../texts/goals.ts'
import { calendarDay } from '../../ui/dates.ts'
import { languages } from '../../ui/formats.ts'
import classes from './goal-days.module.css'
import { useMark } from './marking.ts'

type Day = GoalDetails['days'][number]

const utc = { timeZone: 'UTC' } as const
const monthName = new Intl.DateTimeFormat(languages, { month: 'short', ...utc })
const weekdayName = new Intl.DateTimeFormat(languages, { weekday: 'narrow', ...utc })
const at = (date: string) => new Date(`${date}T00:00:00Z`)
/** Monday, Wednesday and Friday: so many names are enough to find every row. */
const namedDays = ['2024-01-01', '2024-01-03', '2024-01-05']
/** Monday is 1, as the first row. */
const rowOf = (date: string) => ((at(date).getUTCDay() + 6) % 7) + 1

/** Where a week begins that another month begins in, and the name of it. */
const monthsOf = (days: readonly Day[]) =>
  days.flatMap(({ date }, index) => {
    const isFirst = date.endsWith('-01') || (index === 0 && Number(date.slice(8)) < 22)
    return isFirst ? [{ date, column: columnOf(days, date) }] : []
  })

function columnOf([first]: readonly Day[], date: string): number {
  if (!first) return 1
  const days = (at(date).getTime() - at(first.date).getTime()) / 86_400_000
  return Math.floor((days + rowOf(first.date) - 1) / 7) + 1
}

const place = (column: number, row: number): CSSProperties => ({ gridColumn: column + 1, gridRow: row + 1 })

/** A calendar with a column for each week; what can still be marked is a button. */
export function GoalDays({ goal: { days } }: { goal: Pick<GoalDetails, 'days'> }) {
  const { toggle, statusOf } = useMark()
  const weeks = days.length === 0 ? 0 : columnOf(days, days.at(-1)?.date ?? '')
  return (
    <section aria-labelledby="days" className={classes.card}>
      <h2 id="days">{texts.goal.days}</h2>
      <div className={classes.calendar} style={{ '--weeks': weeks } as CSSProperties}>
        {monthsOf(days).map(({ date, column }) => (
          <span key={date} aria-hidden className={classes.month} style={place(column, 0)}>
            {monthName.format(at(date))}
          </span>
        ))}
        {namedDays.map((date) => (
          <span key={date} aria-hidden className={classes.weekday} style={{ gridRow: rowOf(date) + 1 }}>
            {weekdayName.format(at(date))}
          </span>
        ))}
        <ul className={classes.days}>
          {days.map((day) => {
            const status = statusOf(day)
            const label = texts.goal.day(calendarDay(day.date), texts.goal.statuses[status ?? 'NONE'])
            return (
              <li key={day.date} style={place(columnOf(days, day.date), rowOf(day.date))}>
                {day.isBackfillable ? (
                  <button
                    type="button"
                    className={classes.day}
                    data-status={status}
                    aria-pressed={status === 'COMPLETED'}
                    aria-label={label}
                    title={label}
                    onClick={() => toggle(day)}
                  />
                ) : (
                  <span className={classes.day} data-status={status ?? 'NONE'} title={label}>
                    <VisuallyHidden>{label}</VisuallyHidden>
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      </div>
      <ul className={classes.legend}>
        {(['COMPLETED', 'FROZEN', 'MISSED', 'NONE'] as const).map((status) => (
          <li key={status}>
            <span aria-hidden className={classes.day} data-status={status} />
            {texts.goal.statuses[status]}
          </li>
        ))}
      </ul>
      <p className={classes.hint}>{texts.goal.daysHint}</p>
    </section>
  )
}
