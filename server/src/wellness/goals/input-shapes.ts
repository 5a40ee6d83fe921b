import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  Decimal,
  Id,
  Integer,
  Line,
  Nullable,
  OneOf,
  Text,
} from '../../platform/operation/schema.ts'
import { CatalogueId } from '../ids.ts'
import { NewReminderInputs, ReminderInputs } from '../reminders/public.ts'
import { frequencies } from '../streaks/public.ts'

export const directions = ['BUILD', 'QUIT'] as const
export const metrics = ['CHECK', 'COUNT', 'MINUTES', 'VALUE'] as const

/** More than these no goal can be given, whatever is set. */
export const mostSubGoals = 100

const Weekdays = (description: string) =>
  Type.Array(Integer(1, 7), { maxItems: 7, uniqueItems: true, description, examples: [[1, 3, 5]] })
const Unit = Line(1, 20, { example: 'glasses' })

export const SubGoals = Type.Object(
  {
    id: Type.Optional({ ...Id, description: 'of one that the goal has; a new one has none' }),
    title: Line(1, 120, { example: 'Roll out the mat' }),
    targetValue: Type.Optional(Nullable(Decimal(0.001, 1_000_000))),
    unit: Type.Optional(Nullable(Unit)),
    weight: Type.Optional(Integer(1, 100, { description: '1 unless said: its share of the day' })),
    order: Type.Optional(Integer(0, 10_000, { description: 'as listed unless said' })),
    isCompleted: Type.Optional(
      Type.Boolean({ description: 'ignored: what is done is said of a day of the goal' }),
    ),
  },
  { title: 'SubGoals' },
)
export type SubGoalInput = Static<typeof SubGoals>
const { id: _id, ...ofNewOne } = SubGoals.properties
/** As a goal begins with them: none has an id yet. */
const NewSubGoals = Type.Object(ofNewOne, { title: 'NewSubGoals' })

export const Current = Type.Object(
  {
    value: Decimal(-1e9, 1e9, { description: 'three decimals are kept' }),
    unit: Type.Optional(Line(1, 20, { example: 'glasses' })),
    mode: Type.Optional(
      OneOf(['SET', 'ADD'], { description: 'SET unless said: whether the value replaces what is there' }),
    ),
    date: Type.Optional(CalendarDate),
    note: Type.Optional(Nullable(Text(0, 500, { example: 'Easier than last week.' }))),
  },
  { title: 'Current' },
)
export type CurrentInput = Static<typeof Current>

const fields = {
  description: Type.Optional(Nullable(Text(0, 1000, { example: 'Ten quiet minutes before breakfast.' }))),
  direction: Type.Optional(
    OneOf(directions, { description: 'BUILD unless said; QUIT: no more than the target' }),
  ),
  metric: Type.Optional(OneOf(metrics, { description: 'CHECK unless said' })),
  target: Type.Optional(
    Nullable(
      Type.Object({ value: Decimal(0, 1_000_000), unit: Type.Optional(Nullable(Unit)) }),
      'for a day, or the value to arrive at; needed unless CHECK; 0 only where something is quit',
    ),
  ),
  frequency: Type.Optional(OneOf(frequencies, { description: 'DAILY unless said' })),
  daysOfWeek: Type.Optional(Nullable(Weekdays('ISO weekdays, 1 for Monday'))),
  timesPerPeriod: Type.Optional(Nullable(Integer(1, 31))),
  interval: Type.Optional(Nullable(Integer(1, 365))),
  rrule: Type.Optional(Nullable(Line(1, 300, { example: 'FREQ=MONTHLY;BYMONTHDAY=1,15' }))),
  startDate: Type.Optional({
    ...CalendarDate,
    description: 'today unless said; from a week before it to a year after it',
  }),
  endDate: Type.Optional(
    Nullable(CalendarDate, 'the last day, within five years of the start; without an end unless said'),
  ),
  categoryId: Type.Optional(Nullable(CatalogueId)),
  subCategoryId: Type.Optional(Nullable(CatalogueId)),
  exerciseId: Type.Optional(Nullable(CatalogueId)),
  subGoals: Type.Optional(Type.Array(SubGoals, { maxItems: mostSubGoals })),
  reminders: Type.Optional(ReminderInputs),
  icon: Type.Optional(Nullable(Line(1, 40, { example: 'leaf' }))),
  color: Type.Optional(Nullable(Text(7, 7, { pattern: '^#[0-9A-Fa-f]{6}$', example: '#2a9d8f' }))),
  restDays: Type.Optional(Nullable(Weekdays('ISO weekdays on which nothing is expected'))),
  freezeEnabled: Type.Optional(Type.Boolean({ description: 'true unless said' })),
}

export const AddGoal = Type.Object(
  {
    title: Line(1, 120, { example: 'Sit still for ten minutes' }),
    ...fields,
    subGoals: Type.Optional(Type.Array(NewSubGoals, { maxItems: mostSubGoals })),
    reminders: Type.Optional(NewReminderInputs),
    current: Type.Optional({ ...Current, description: 'where a VALUE goal begins' }),
  },
  { title: 'AddGoalDto' },
)
export type NewGoal = Static<typeof AddGoal>

export const EditGoal = Type.Object(
  {
    title: Type.Optional(Line(1, 120, { example: 'Sit still for ten minutes' })),
    ...fields,
    current: Type.Optional(Current),
    status: Type.Optional(OneOf(['ACTIVE', 'PAUSED', 'COMPLETED', 'ARCHIVED'])),
    pauseUntil: Type.Optional(
      Nullable({ ...CalendarDate, description: 'the day on which a paused goal goes on; null for open' }),
    ),
    applyFrom: Type.Optional({
      ...CalendarDate,
      description: 'from when another schedule or target holds; today unless said, and within a year from it',
    }),
    version: Type.Optional(
      Integer(1, 2_147_483_647, { description: 'the one you read; another is refused' }),
    ),
  },
  { title: 'EditGoalDto' },
)
export type GoalChange = Static<typeof EditGoal>

/** What is said of a day. */
export interface Ask {
  status?: 'COMPLETED' | 'PENDING' | 'SKIPPED'
  current?: Static<typeof Current>
  subGoals?: readonly { id: string; isCompleted: boolean }[]
  note?: string | null
}
