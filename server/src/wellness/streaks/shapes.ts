import { type Static, Type } from 'typebox'
import { CalendarDate, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import type { ExplainedUnit as ExplainedUnitOf } from './goal.ts'

const outcomes = ['SATISFIED', 'EXCUSED', 'PAUSED', 'REST', 'SKIPPED', 'FROZEN', 'MISSED', 'OPEN'] as const
const reasons = [
  'DONE',
  'NOT_OVER',
  'NOT_DONE',
  'TOO_MANY_SKIPS',
  'OVER_LIMIT',
  'FREEZE_USED',
  'TRAVEL',
  'SUSPENDED',
  'PAUSE',
  'REST_DAY',
  'SKIP',
  'NO_DAY_LEFT',
] as const

export const ExplainedUnit = Type.Object(
  {
    from: CalendarDate,
    to: CalendarDate,
    outcome: OneOf(outcomes),
    because: OneOf(reasons),
    done: Type.Number(),
    required: Type.Number(),
    current: Type.Integer({ description: 'the streak after it' }),
    best: Type.Integer(),
    freezes: Type.Integer(),
    closedAt: Nullable(Timestamp, 'when it ended where you were; null while it is open'),
    timeZone: Nullable(Shown('Europe/Berlin', 'in which it ended last')),
  },
  { title: 'ExplainedUnit' },
)

export const presentUnit = (unit: ExplainedUnitOf): Static<typeof ExplainedUnit> => ({
  from: unit.from,
  to: unit.to,
  outcome: unit.outcome,
  because: unit.because,
  done: unit.done,
  required: unit.required,
  current: unit.current,
  best: unit.best,
  freezes: unit.tokens,
  closedAt: unit.closedAt?.toISOString() ?? null,
  timeZone: unit.timezone,
})
