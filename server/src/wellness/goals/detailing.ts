import { type Static, Type } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { CalendarDate, Id, Nullable, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { addDays, daysBetween } from '../days/public.ts'
import { type Reminder, selectReminders } from '../reminders/public.ts'
import { type Course, courseOf, datesOf, type Viewpoint } from './course.ts'
import { type GoalRow, type LinkedSession, selectLinkedSessions } from './queries.ts'
import { DayOfGoal, GoalRecord, presentDayOfGoal, presentGoal, presentRevision, Revision } from './shapes.ts'
import { strengthsOn } from './strengths.ts'

const StrengthPoint = Type.Object({
  date: CalendarDate,
  strength: Type.Integer({ minimum: 0, maximum: 100 }),
})

const LinkedSessionRecord = Type.Object({
  id: Id,
  title: Shown('Four in, six out'),
  startedAt: Timestamp,
  localDate: CalendarDate,
  creditedSec: Type.Integer(),
})

/** Everything about a goal over some dates. */
export const GoalDetails = Type.Object(
  {
    ...GoalRecord.properties,
    from: CalendarDate,
    to: CalendarDate,
    revisions: Type.Array(Revision),
    days: Type.Array(DayOfGoal, { description: 'each date, ascending: what a heat-map is drawn from' }),
    strengths: Type.Array(StrengthPoint, { description: 'week by week' }),
    sessions: Type.Array(LinkedSessionRecord, { description: 'of what moves the goal, newest first' }),
    nextReminder: Nullable(Timestamp),
  },
  { title: 'GoalDetails' },
)

const mostSessions = 20
const strengthEvery = 7

/** What a goal that was read whole looks like over some dates. */
export async function detailsOf(
  db: Db,
  goal: GoalRow,
  view: Viewpoint,
  span: { from: string; to: string },
): Promise<Static<typeof GoalDetails>> {
  const course = courseOf(goal, view, { isWhole: true })
  const [reminders, sessions] = await Promise.all([
    selectReminders(db, [goal.id]),
    selectLinkedSessions(db, goal, { ...span, limit: mostSessions }),
  ])
  const own = reminders.get(goal.id) ?? []
  return {
    ...presentGoal(course, own),
    ...span,
    revisions: goal.revisions.map(presentRevision),
    days: datesOf(span).map((date) => presentDayOfGoal(course, date)),
    strengths: strengthsOf(course, span),
    sessions: sessions.map(presentLinked),
    nextReminder: nextOf(own),
  }
}

const presentLinked = (row: LinkedSession): Static<typeof LinkedSessionRecord> => ({
  id: row.id,
  title: row.title,
  startedAt: row.started_at.toISOString(),
  localDate: row.local_date,
  creditedSec: row.credited_sec,
})

const nextOf = (reminders: readonly Reminder[]): string | null =>
  reminders
    .map(({ nextAt }) => nextAt)
    .filter((at) => at !== null)
    .toSorted()[0] ?? null

/** The strength on dates a week apart, the last of them today or the end of the span. */
function strengthsOf(course: Course, { from, to }: { from: string; to: string }) {
  const { goal, view } = course
  const last = to < view.today ? to : view.today
  const first = from > goal.start_date ? from : goal.start_date
  if (first > last) return []
  const count = Math.floor(daysBetween(first, last) / strengthEvery)
  const dates = Array.from({ length: count + 1 }, (_, index) =>
    addDays(last, (index - count) * strengthEvery),
  )
  const strengths = strengthsOn(course, dates)
  return dates.map((date, index) => ({ date, strength: strengths[index] ?? 0 }))
}
