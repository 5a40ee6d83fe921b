import { Type } from 'typebox'
import {
  CalendarDate,
  Id,
  Integer,
  Nullable,
  OneOf,
  Shown,
  Timestamp,
} from '../../platform/operation/schema.ts'
import { Reminder } from '../reminders/public.ts'
import { directions, frequencies, metrics } from './input-shapes.ts'

/** How a goal stands on a date: the last two of the states that it is in by itself follow from the date. */
export const goalStatuses = ['SCHEDULED', 'ACTIVE', 'PAUSED', 'COMPLETED', 'ARCHIVED'] as const
export type GoalStatus = (typeof goalStatuses)[number]

/** How a day of a goal stands, or how it was judged when it ended. */
export const dayStatuses = [
  'PENDING',
  'IN_PROGRESS',
  'COMPLETED',
  'SKIPPED',
  'MISSED',
  'FROZEN',
  'EXCUSED',
] as const
export type DayStatus = (typeof dayStatuses)[number]

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

const Target = Type.Object({ value: Type.Number(), unit: Nullable(Shown('minutes')) }, { title: 'GoalTarget' })

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

const GoalStreak = Type.Object(
  {
    current: Type.Integer({ description: 'in units: days, or weeks or months of goals of so many times each' }),
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
