import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  Id,
  Integer,
  Nullable,
  OneOf,
  Shown,
  Timestamp,
} from '../../platform/operation/schema.ts'
import { addDays } from '../days/public.ts'
import { Reminder } from '../reminders/public.ts'
import { dayPercent, frequencies, isPeriodic } from '../streaks/public.ts'
import {
  type Course,
  type Day,
  dayOf,
  progressOf,
  revisionRowOn,
  scheduleOf,
  type Viewpoint,
} from './course.ts'
import { dailyGoalId } from './daily-id.ts'
import { directions, metrics } from './input-shapes.ts'
import type { GoalRow, RevisionRow, SubGoalRow } from './queries.ts'
import { dayStatuses, goalStatuses } from './statuses.ts'

const SubGoal = Type.Object(
  {
    id: Id,
    title: Shown('Roll out the mat'),
    targetValue: Nullable(Type.Number()),
    unit: Nullable(Shown('minutes')),
    weight: Integer(1, 100),
    order: Type.Integer(),
  },
  { title: 'SubGoal' },
)

const Target = Type.Object(
  { value: Type.Number(), unit: Nullable(Shown('minutes')) },
  { title: 'GoalTarget' },
)

const planned = {
  direction: OneOf(directions),
  metric: OneOf(metrics),
  target: Nullable(Target),
  frequency: OneOf(frequencies),
  daysOfWeek: Nullable(Type.Array(Type.Integer())),
  timesPerPeriod: Nullable(Type.Integer()),
  interval: Nullable(Type.Integer()),
  rrule: Nullable(Shown('FREQ=MONTHLY;BYMONTHDAY=1,15')),
  restDays: Type.Array(Type.Integer()),
}

/** What holds from a date on. */
export const Revision = Type.Object({ effectiveFrom: CalendarDate, ...planned }, { title: 'GoalRevision' })

const Share = Type.Number({ minimum: 0, maximum: 1 })

export const GoalStreak = Type.Object(
  {
    current: Type.Integer({
      description: 'in units: days, or weeks or months of goals of so many times each',
    }),
    best: Type.Integer(),
    unit: OneOf(['DAY', 'WEEK', 'MONTH']),
    freezes: Type.Integer({ description: 'missed units that will not end it' }),
  },
  { title: 'GoalStreak' },
)

export const GoalRecord = Type.Object(
  {
    id: Id,
    title: Shown('Sit still for ten minutes'),
    description: Nullable(Shown('Before breakfast.')),
    status: OneOf(goalStatuses),
    achievement: Nullable(OneOf(['ACHIEVED', 'NOT_ACHIEVED', 'SUSTAINING'])),
    ...planned,
    current: Nullable(
      Type.Object({
        value: Type.Number(),
        baseline: Type.Number(),
        unit: Nullable(Shown('kg')),
        date: Nullable(CalendarDate),
      }),
      'of a VALUE goal: where it is, and from where it came',
    ),
    progress: Nullable(
      Share,
      'of a VALUE goal how far it is from where it began to the target; else of today, or of its week or month; null where nothing is due',
    ),
    streak: GoalStreak,
    strength: Type.Integer({ minimum: 0, maximum: 100, description: 'how far it has become a habit' }),
    consistency: Nullable(Share, 'how many of the last 30 units were kept'),
    startDate: CalendarDate,
    endDate: Nullable(CalendarDate),
    pauseUntil: Nullable(CalendarDate, 'the day on which a paused goal goes on; null for open'),
    categoryId: Nullable(Id),
    subCategoryId: Nullable(Id),
    exerciseId: Nullable(Id),
    subGoals: Type.Array(SubGoal),
    reminders: Type.Array(Reminder),
    icon: Nullable(Shown('leaf')),
    color: Nullable(Shown('#2a9d8f')),
    freezeEnabled: Type.Boolean(),
    order: Type.Integer(),
    completedOn: Nullable(CalendarDate),
    version: Type.Integer(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Goal' },
)

const DailySubGoal = Type.Object(
  { id: Id, title: Shown('Roll out the mat'), weight: Type.Integer(), isCompleted: Type.Boolean() },
  { title: 'DailySubGoal' },
)

export const DailyGoal = Type.Object(
  {
    dailyGoalId: Id,
    date: CalendarDate,
    goal: Type.Object({
      id: Id,
      title: Shown('Sit still for ten minutes'),
      direction: OneOf(directions),
      metric: OneOf(metrics),
      frequency: OneOf(frequencies),
      icon: Nullable(Shown('leaf')),
      color: Nullable(Shown('#2a9d8f')),
      exerciseId: Nullable(Id),
      subCategoryId: Nullable(Id),
      categoryId: Nullable(Id),
      streak: GoalStreak,
    }),
    status: OneOf(dayStatuses),
    isDue: Type.Boolean({ description: 'false where its week or month has enough already' }),
    progress: Share,
    value: Nullable(Type.Number()),
    target: Nullable(Target),
    period: Nullable(
      Type.Object({ from: CalendarDate, to: CalendarDate, done: Type.Integer(), required: Type.Integer() }),
      'of a goal of so many times a week or month',
    ),
    subGoals: Type.Array(DailySubGoal),
    note: Nullable(Shown('Easier than last week.')),
    doneAt: Nullable(Timestamp),
    isBackfilled: Type.Boolean(),
    isBackfillable: Type.Boolean({ description: 'whether it can be marked now' }),
  },
  { title: 'DailyGoal' },
)

export const DaySummary = Type.Object(
  {
    due: Type.Integer(),
    done: Type.Integer(),
    percent: Nullable(Type.Integer({ minimum: 0, maximum: 100 }), 'null where nothing is due'),
  },
  { title: 'DaySummary' },
)

/** A day of one goal, as its page shows it. */
export const DayOfGoal = Type.Object(
  {
    dailyGoalId: Id,
    date: CalendarDate,
    status: Nullable(OneOf(dayStatuses), 'null where the goal is not due'),
    isDue: Type.Boolean(),
    progress: Nullable(Share),
    value: Nullable(Type.Number()),
    subGoalsDone: Type.Array(Id),
    note: Nullable(Shown('Easier than last week.')),
    isBackfilled: Type.Boolean(),
    isBackfillable: Type.Boolean(),
  },
  { title: 'DayOfGoal' },
)

const presentTarget = ({ target_value: value, unit }: RevisionRow) =>
  value === null ? null : { value, unit }

const presentPlan = (row: RevisionRow) => ({
  direction: row.direction,
  metric: row.metric,
  target: presentTarget(row),
  ...row.schedule,
})

export const presentRevision = (row: RevisionRow): Static<typeof Revision> => ({
  effectiveFrom: row.effective_from,
  ...presentPlan(row),
})

const presentSubGoal = (row: SubGoalRow): Static<typeof SubGoal> => ({
  id: row.id,
  title: row.title,
  targetValue: row.target_value,
  unit: row.unit,
  weight: row.weight,
  order: row.position,
})

export function presentStreak({ goal, folded, view }: Course): Static<typeof GoalStreak> {
  const { frequency } = revisionRowOn(goal, view.today).schedule
  return {
    current: folded.current,
    best: folded.best,
    unit: frequency === 'WEEKLY' ? 'WEEK' : frequency === 'MONTHLY' ? 'MONTH' : 'DAY',
    freezes: folded.tokens,
  }
}

function presentCurrent(row: GoalRow, { metric, unit }: RevisionRow) {
  if (metric !== 'VALUE' || row.baseline === null) return null
  const { baseline, latest_value: latest, latest_value_on: date } = row
  return { value: latest ?? baseline, baseline, unit, date }
}

/** The day on which a paused goal goes on; null for open, and where it is not paused. */
function pauseEnd({ pauses }: GoalRow, today: string): string | null {
  const ends = pauses
    .filter(({ from_date: from, to_date: to }) => from <= today && (to === null || to >= today))
    .map(({ to_date: to }) => to)
  const last = ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null)
  return last && addDays(last, 1)
}

const isReached = (course: Course): boolean => {
  const { metric } = revisionRowOn(course.goal, course.view.today)
  if (metric === 'VALUE') return progressOf(course) === 1
  return (course.folded.consistency30 ?? 0) >= keptMostly
}

/** A habit counts as achieved at its end when so many of its last 30 units were kept. */
const keptMostly = 0.8
/** And goes on by itself from this strength on. */
const strong = 80

/** What a goal that ends now has come to. */
export const achievementOf = (course: Course): 'ACHIEVED' | 'NOT_ACHIEVED' | 'SUSTAINING' => {
  const { metric } = revisionRowOn(course.goal, course.view.today)
  if (!isReached(course)) return 'NOT_ACHIEVED'
  return metric !== 'VALUE' && course.folded.strength >= strong ? 'SUSTAINING' : 'ACHIEVED'
}

export function presentGoal(course: Course, reminders: readonly Reminder[] = []): Static<typeof GoalRecord> {
  const { goal, folded, view } = course
  const revision = revisionRowOn(goal, view.today)
  const isOver = goal.standing === 'COMPLETED'
  return {
    id: goal.id,
    title: goal.title,
    description: goal.description,
    status: goal.standing,
    achievement: isOver ? (goal.achievement ?? achievementOf(course)) : null,
    ...presentPlan(revision),
    current: presentCurrent(goal, revision),
    progress: progressOf(course),
    streak: presentStreak(course),
    strength: Math.round(folded.strength),
    consistency: folded.consistency30,
    startDate: goal.start_date,
    endDate: goal.end_date,
    pauseUntil: goal.standing === 'PAUSED' ? pauseEnd(goal, view.today) : null,
    categoryId: goal.category_id,
    subCategoryId: goal.sub_category_id,
    exerciseId: goal.exercise_id,
    subGoals: goal.sub_goals.map(presentSubGoal),
    reminders: [...reminders],
    icon: goal.icon,
    color: goal.color,
    freezeEnabled: revision.freeze_enabled,
    order: goal.position,
    completedOn: isOver ? (goal.ended_on ?? goal.end_date) : null,
    version: goal.version,
    createdAt: goal.created_at.toISOString(),
    updatedAt: goal.updated_at.toISOString(),
  }
}

/** So many days back a day can still be marked. */
export const editableDays = 7

export const isMarkable = (date: string, { today }: Pick<Viewpoint, 'today'>): boolean =>
  date <= today && date >= addDays(today, -editableDays)

export function presentDaily(course: Course, day: Day): Static<typeof DailyGoal> {
  const { goal, view } = course
  const { mark, unit, revision } = day
  const isPeriod = isPeriodic(scheduleOf(revision.schedule)) && unit !== undefined
  return {
    dailyGoalId: dailyGoalId(goal.id, day.date),
    date: day.date,
    goal: {
      id: goal.id,
      title: goal.title,
      direction: revision.direction,
      metric: revision.metric,
      frequency: revision.schedule.frequency,
      icon: goal.icon,
      color: goal.color,
      exerciseId: goal.exercise_id,
      subCategoryId: goal.sub_category_id,
      categoryId: goal.category_id,
      streak: presentStreak(course),
    },
    status: day.status,
    isDue: day.isDue,
    progress: day.share,
    value: mark?.value ?? null,
    target: presentTarget(revision),
    period: isPeriod ? { from: unit.from, to: unit.to, done: unit.done, required: unit.required } : null,
    subGoals: goal.sub_goals.map(({ id, title, weight }) => ({
      id,
      title,
      weight,
      isCompleted: mark?.status === 'COMPLETED' || (mark?.sub_goals_done.includes(id) ?? false),
    })),
    note: mark?.note ?? null,
    doneAt: mark?.done_at ? new Date(mark.done_at).toISOString() : null,
    isBackfilled: mark?.is_backfilled ?? false,
    isBackfillable: isMarkable(day.date, view) && !day.isPaused,
  }
}

/** Something quit is no duty of the day: it counts only once it was said, or the day is over. */
export const counts = ({ isDue, revision, status }: Day): boolean =>
  isDue && status !== 'SKIPPED' && (revision.direction === 'BUILD' || status !== 'PENDING')

/** How much of a day is done: each due goal weighs the same, and only the whole is a hundred. */
export function summaryOf(days: readonly Day[]): Static<typeof DaySummary> {
  const due = days.filter(counts)
  return {
    due: due.length,
    done: due.filter(({ status }) => status === 'COMPLETED').length,
    percent: dayPercent(due.map(({ share }) => share)),
  }
}

export function presentDayOfGoal(course: Course, date: string): Static<typeof DayOfGoal> {
  const day = dayOf(course, date)
  const mark = day?.mark
  return {
    dailyGoalId: dailyGoalId(course.goal.id, date),
    date,
    status: day?.status ?? null,
    isDue: day?.isDue ?? false,
    progress: day?.isDue ? day.share : null,
    value: mark?.value ?? null,
    subGoalsDone: mark?.sub_goals_done ?? [],
    note: mark?.note ?? null,
    isBackfilled: mark?.is_backfilled ?? false,
    isBackfillable: day !== undefined && !day.isPaused && isMarkable(date, course.view),
  }
}
