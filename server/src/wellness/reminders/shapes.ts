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

export const mostPerGoal = 10
export const mostPerUser = 50

export const WallTime = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  maxLength: 5,
  description: 'by the clock on your wall',
  examples: ['22:00'],
})

const zoneModes = ['FLOATING', 'FIXED'] as const
const zoneModeOptions = {
  description: 'FLOATING: by the clock wherever you are; FIXED: by that of `timeZone`',
  default: 'FLOATING',
} as const
const daysOptions = { description: 'ISO weekdays, 1 for Monday; the days of the goal where there are none' }

/** A reminder as it is sent with its goal. */
export const ReminderInput = Type.Object(
  {
    id: Type.Optional(Id),
    time: WallTime,
    daysOfWeek: Type.Optional(
      Nullable(Type.Array(Integer(1, 7), { minItems: 1, maxItems: 7 }), daysOptions.description),
    ),
    message: Type.Optional(Nullable(Line(1, 140, { example: 'Ten minutes are enough.' }))),
    enabled: Type.Optional(Type.Boolean({ default: true })),
    zoneMode: Type.Optional(OneOf(zoneModes, zoneModeOptions)),
    timeZone: Type.Optional(
      Nullable(Text(1, 64, { description: 'of the IANA list; needed by FIXED', example: 'Europe/Berlin' })),
    ),
  },
  { title: 'ReminderInput' },
)
export type ReminderInput = Static<typeof ReminderInput>

/** The reminders of one goal, as they are sent with it. */
export const ReminderInputs = Type.Array(ReminderInput, { maxItems: mostPerGoal })

export const Reminder = Type.Object(
  {
    id: Id,
    goalId: Id,
    time: Shown('07:30', 'HH:mm by the clock of its zone'),
    daysOfWeek: Nullable(Type.Array(Type.Integer()), daysOptions.description),
    message: Nullable(Shown('Ten minutes are enough.')),
    enabled: Type.Boolean(),
    zoneMode: OneOf(zoneModes),
    timeZone: Nullable(Shown('Europe/Berlin', 'of a FIXED one')),
    nextAt: Nullable(Timestamp, 'when it rings next; null while it does not'),
    snoozedUntil: Nullable(Timestamp),
  },
  { title: 'Reminder' },
)
export type Reminder = Static<typeof Reminder>
