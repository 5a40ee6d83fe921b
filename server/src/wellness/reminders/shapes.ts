import { type Static, Type } from 'typebox'
import {
  Id,
  Integer,
  Line,
  Nullable,
  OneOf,
  Shown,
  Text,
  Timestamp,
} from '../../platform/operation/schema.ts'
import { WallTime, wallTime } from '../../platform/wall-time.ts'
import { textsIn } from '../texts.ts'
import type { ReminderRow } from './queries.ts'

/** More than these no goal can be given, whatever is set. */
const mostOfGoal = 50

const zoneModes = ['FLOATING', 'FIXED'] as const
const zoneModeOptions = {
  description: 'FLOATING: by the clock wherever you are; FIXED: by that of `timeZone`',
} as const
const ofWeekdays = 'ISO weekdays, 1 for Monday; null for the days of the goal'
const whenNext = 'when it rings next; null while it does not'

/** A reminder as it is sent with its goal. */
export const ReminderInput = Type.Object(
  {
    id: Type.Optional(Id),
    time: WallTime,
    daysOfWeek: Type.Optional(
      Nullable(Type.Array(Integer(1, 7), { minItems: 1, maxItems: 7, examples: [[1, 3, 5]] }), ofWeekdays),
    ),
    message: Type.Optional(Nullable(Line(1, 140, { example: 'Ten minutes are enough.' }))),
    enabled: Type.Optional(Type.Boolean({ default: true })),
    zoneMode: Type.Optional(OneOf(zoneModes, { ...zoneModeOptions, default: 'FLOATING' })),
    timeZone: Type.Optional(
      Nullable(Text(1, 64, { description: 'of the IANA list; needed by FIXED', example: 'Europe/Berlin' })),
    ),
  },
  { title: 'ReminderInput' },
)
export type ReminderInput = Static<typeof ReminderInput>

/** The reminders of one goal, as they are sent with it. */
export const ReminderInputs = Type.Array(ReminderInput, { maxItems: mostOfGoal })

const { id: _id, ...ofNewOne } = ReminderInput.properties
/** The same of a goal that begins: none has an id yet. */
export const NewReminderInputs = Type.Array(Type.Object(ofNewOne, { title: 'NewReminderInput' }), {
  maxItems: mostOfGoal,
})

export const Reminder = Type.Object(
  {
    id: Id,
    goalId: Id,
    time: Shown('07:30', 'HH:mm by the clock of its zone'),
    daysOfWeek: Nullable(Type.Array(Type.Integer()), ofWeekdays),
    message: Nullable(Shown('Ten minutes are enough.')),
    enabled: Type.Boolean(),
    zoneMode: OneOf(zoneModes, zoneModeOptions),
    timeZone: Nullable(Shown('Europe/Berlin', 'of a FIXED one')),
    nextAt: Nullable(Timestamp, whenNext),
    snoozedUntil: Nullable(Timestamp, 'when it rings once more, on top'),
    last: Nullable(
      Type.Object(
        {
          date: Shown('2026-03-01'),
          outcome: OneOf(['RANG', 'SILENT', 'MISSED_WINDOW'], {
            description:
              'SILENT while your account was suspended; MISSED_WINDOW where it could only have come more than half an hour late',
          }),
        },
        { title: 'LastRing' },
      ),
      'the day that was its turn last',
    ),
  },
  { title: 'Reminder' },
)
export type Reminder = Static<typeof Reminder>

export const presentReminder = (row: ReminderRow): Reminder => ({
  id: row.id,
  goalId: row.goal_id,
  time: wallTime(row.minutes),
  daysOfWeek: row.days_of_week,
  message: row.message,
  enabled: row.is_enabled,
  zoneMode: row.timezone === null ? 'FLOATING' : 'FIXED',
  timeZone: row.timezone,
  nextAt: row.next_at?.toISOString() ?? null,
  snoozedUntil: row.snoozed_until?.toISOString() ?? null,
  last:
    row.last_date === null || row.last_outcome === null
      ? null
      : { date: row.last_date, outcome: row.last_outcome },
})

/** The one that rings next, with what it will say. */
export const NextReminder = Type.Object(
  {
    id: Id,
    goalId: Id,
    title: Shown('Breathe every morning', 'the goal'),
    message: Shown('Ten minutes are enough.'),
    at: Timestamp,
    isSnoozed: Type.Boolean(),
  },
  { title: 'NextReminder' },
)
export type NextReminder = Static<typeof NextReminder>

/** What a reminder says to whoever it is of. */
export const sentenceOf = (row: { message: string | null; language: string }): string =>
  row.message ?? textsIn(row.language).reminder.message

export const presentNext = (
  row: Pick<ReminderRow, 'id' | 'goal_id' | 'message' | 'next_at'> & {
    title: string
    language: string
    due_at: Date
  },
): NextReminder => ({
  id: row.id,
  goalId: row.goal_id,
  title: row.title,
  message: sentenceOf(row),
  at: row.due_at.toISOString(),
  isSnoozed: row.next_at === null || row.due_at < row.next_at,
})
