import { type Static, Type } from 'typebox'
import { CalendarDate, Nullable } from '../../platform/operation/schema.ts'
import { addDays, dateOf, dayNumber, monthOf, type WeekStart, weekOf } from '../days/public.ts'
import { parseFeeling } from '../feelings/public.ts'
import { type Course, datesOf, dayOf, type Viewpoint } from './course.ts'
import type { PracticeRow } from './queries.ts'
import { counts } from './shapes.ts'
import { strengthsOn } from './strengths.ts'

const sums = {
  due: Type.Integer(),
  done: Type.Integer(),
  percent: Nullable(Type.Integer({ minimum: 0, maximum: 100 }), 'null where nothing was due'),
  minutes: Nullable(Type.Integer(), 'of practice; null where there was none'),
  valence: Nullable(
    Type.Number({ minimum: -3, maximum: 3 }),
    'how practice left you, on average; null where you did not say',
  ),
}

export const ProgressBucket = Type.Object(
  {
    date: { ...CalendarDate, description: 'the first day of it' },
    ...sums,
    due: Nullable(Type.Integer(), 'null where nothing was due'),
    done: Nullable(Type.Integer()),
    strength: Nullable(Type.Integer({ minimum: 0, maximum: 100 }), 'at its end; of one goal only'),
  },
  { title: 'ProgressBucket' },
)
export const ProgressTotals = Type.Object(sums, { title: 'ProgressTotals' })
export type Totals = Static<typeof ProgressTotals>

export type Interval = 'day' | 'week' | 'month'

interface Span {
  from: string
  to: string
}

const firstOf: Record<Interval, (date: string, weekStart: WeekStart) => string> = {
  day: (date) => date,
  week: (date, weekStart) => dateOf(weekOf(dayNumber(date), weekStart)),
  month: (date) => dateOf(monthOf(dayNumber(date))),
}

/** Each day, week or month of a span, ascending, those with nothing too. */
export function bucketsOf(
  courses: readonly Course[],
  practice: readonly PracticeRow[],
  span: Span,
  {
    interval,
    weekStart,
    withStrength,
    view,
  }: { interval: Interval; weekStart: WeekStart; withStrength: boolean; view: Viewpoint },
): Static<typeof ProgressBucket>[] {
  const groups = [...Map.groupBy(datesOf(span), (date) => firstOf[interval](date, weekStart)).values()]
  const practised = new Map(practice.map((row) => [row.local_date, row]))
  const [only] = courses
  const ends = groups.map((dates) => dates.at(-1) ?? span.to)
  const strengths = withStrength && only ? strengthsOn(only, ends) : []
  return groups.map((dates, index) => {
    const { due, done, ...rest } = sumUp(courses, practised, dates, view)
    const [date = span.from] = dates
    const isEmpty = due === 0
    return {
      date,
      ...rest,
      due: isEmpty ? null : due,
      done: isEmpty ? null : done,
      strength: strengths[index] ?? null,
    }
  })
}

/** What a span comes to. */
export const progressTotals = (
  courses: readonly Course[],
  practice: readonly PracticeRow[],
  span: Span,
  view: Viewpoint,
): Totals => sumUp(courses, new Map(practice.map((row) => [row.local_date, row])), datesOf(span), view)

function sumUp(
  courses: readonly Course[],
  practised: ReadonlyMap<string, PracticeRow>,
  dates: readonly string[],
  { today }: Viewpoint,
): Totals {
  let [due, done, share, seconds, felt, valence] = [0, 0, 0, 0, 0, 0]
  let hasPractised = false
  for (const date of dates) {
    const row = practised.get(date)
    if (row) {
      hasPractised = true
      seconds += row.seconds
      for (const [label, times] of Object.entries(row.feelings)) {
        felt += times
        valence += times * (parseFeeling(label)?.valence ?? 0)
      }
    }
    if (date > today) continue
    for (const course of courses) {
      const day = dayOf(course, date)
      if (!day || !counts(day)) continue
      due += 1
      share += day.share
      if (day.status === 'COMPLETED') done += 1
    }
  }
  return {
    due,
    done,
    // Only the whole is a hundred.
    percent: due === 0 ? null : done === due ? 100 : Math.min(99, Math.floor((100 * share) / due)),
    minutes: hasPractised ? Math.round(seconds / 60) : null,
    valence: felt > 0 ? Math.round((100 * valence) / felt) / 100 : null,
  }
}

/** The week of a person that a date lies in. */
export const weekAround = (date: string, weekStart: WeekStart): Span => {
  const first = dateOf(weekOf(dayNumber(date), weekStart))
  return { from: first, to: addDays(first, 6) }
}
