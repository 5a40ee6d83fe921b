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
import { parseFeeling } from '../feelings/public.ts'
import { ExplainedUnit } from '../streaks/public.ts'
import type { GroupRow, SessionRow } from './queries.ts'

export const statuses = ['IN_PROGRESS', 'COMPLETED', 'ABANDONED'] as const

const Felt = Type.Object({ label: Shown('calm'), valence: Integer(-3, 3) }, { title: 'Feeling' })

export const SessionRecord = Type.Object(
  {
    id: Id,
    userId: Id,
    status: OneOf(statuses),
    categoryId: Id,
    categoryName: Shown('Breathe'),
    subCategoryId: Nullable(Id),
    subCategoryName: Nullable(Shown('Evening')),
    exerciseId: Nullable(Id),
    exerciseTitle: Nullable(Shown('Four in, six out')),
    startedAt: Timestamp,
    endedAt: Nullable(Timestamp),
    creditedSec: Type.Integer(),
    feelingBefore: Nullable(Felt),
    feelingAfter: Nullable(Felt),
    occurredAt: Timestamp,
    timeZone: Shown('Europe/Berlin'),
    localDate: CalendarDate,
    deviceId: Nullable(Shown('phone-7f3a')),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'WellnessSession' },
)

const felt = (label: string | null, valence: number | null) =>
  label === null || valence === null ? null : { label, valence }

export function presentSession(row: SessionRow): Static<typeof SessionRecord> {
  return {
    id: row.id,
    userId: row.user_id,
    status: row.status,
    categoryId: row.category_id,
    categoryName: row.category_name,
    subCategoryId: row.sub_category_id,
    subCategoryName: row.sub_category_name,
    exerciseId: row.exercise_id,
    exerciseTitle: row.exercise_title,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    creditedSec: row.credited_sec,
    feelingBefore: felt(row.feeling_before, row.valence_before),
    feelingAfter: felt(row.feeling_after, row.valence_after),
    occurredAt: row.occurred_at.toISOString(),
    timeZone: row.timezone,
    localDate: row.local_date,
    deviceId: row.device_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export const Totals = Type.Object(
  {
    count: Type.Integer(),
    minutes: Type.Integer({
      description: 'time in practice; what overlaps counts once, for the session that was recorded first',
    }),
    byFeeling: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'sessions by how they felt in the end',
    }),
  },
  { title: 'WellnessTotals' },
)

export const groupings = ['day', 'exercise', 'category'] as const

export const SessionGroup = Type.Object(
  {
    date: Nullable(CalendarDate),
    exerciseId: Nullable(Id),
    categoryId: Nullable(Id),
    name: Nullable(Shown('Breathe')),
    sessions: Type.Integer(),
    minutes: Type.Integer(),
    moodLift: Nullable(
      Type.Number({ description: 'days: the mean change; else known from five sessions on' }),
    ),
    mood: Nullable(Type.Number({ description: 'days: how it felt, from -3 to 3; null where nobody said' })),
  },
  { title: 'WellnessGroup' },
)

export const Streak = Type.Object(
  {
    current: Type.Integer(),
    best: Type.Integer(),
    freezes: Integer(0, 2, { description: 'days that may yet be missed without ending it' }),
  },
  { title: 'PracticeStreak', description: 'in days' },
)

/** A day of practice, and why it came out as it did. */
export const ExplainedDay = Type.Object(
  {
    ...ExplainedUnit.properties,
    sessions: Type.Integer(),
    minutes: Type.Integer({ description: 'what overlaps counted once' }),
    minimumMinutes: Type.Integer({ description: 'what the day needed to count; 0 is any length' }),
  },
  { title: 'ExplainedDay' },
)

/** Few sessions prove little, so they are pulled towards no change, and fewer than five say nothing. */
export const moodLift = (sum: number, count: number): number | null =>
  count >= 5 ? Math.round((sum / (count + 3)) * 100) / 100 : null

const meanOf = (sum: number, count: number) => (count > 0 ? Math.round((sum / count) * 100) / 100 : null)

/** The mean of what was felt, from -3 to 3. */
function meanMood(feelings: Readonly<Record<string, number>>): number | null {
  const felt = Object.entries(feelings).flatMap(([label, times]) => {
    const valence = parseFeeling(label)?.valence
    return valence === undefined ? [] : [{ valence, times }]
  })
  const count = felt.reduce((sum, { times }) => sum + times, 0)
  return meanOf(
    felt.reduce((sum, { valence, times }) => sum + valence * times, 0),
    count,
  )
}

const minutes = (seconds: number) => Math.floor(seconds / 60)

export const presentDay =
  (rows: readonly GroupRow[]) =>
  (date: string): Static<typeof SessionGroup> => {
    const row = rows.find((each) => each.date === date)
    return {
      date,
      exerciseId: null,
      categoryId: null,
      name: null,
      sessions: row?.sessions ?? 0,
      minutes: minutes(row?.seconds ?? 0),
      moodLift: row ? meanOf(row.lift_sum, row.lift_count) : null,
      mood: row?.feelings ? meanMood(row.feelings) : null,
    }
  }

export const presentGroup = (row: GroupRow): Static<typeof SessionGroup> => ({
  date: null,
  exerciseId: row.exercise_id,
  categoryId: row.category_id,
  name: row.name,
  sessions: row.sessions,
  minutes: minutes(row.seconds),
  moodLift: moodLift(row.lift_sum, row.lift_count),
  mood: null,
})
