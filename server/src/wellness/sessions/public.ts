import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { OwnPractice, Practice } from '../exercises/public.ts'
import {
  type ExerciseStats,
  selectAllExerciseStats,
  selectExerciseStats,
  selectOwnExerciseStats,
  selectPracticeBefore,
} from './queries.ts'
import { moodLift } from './shapes.ts'

export { completionsMoved, sessionCompleted } from './announcements.ts'
export { eventMoment, eventWords } from './event.ts'
export { changePracticeMinimum, type PracticeMinimum, practiceMinimumOf } from './minimum.ts'
export { noOpenSession } from './problems.ts'
export { insertSession, lockSessionsOf } from './queries.ts'
export { recordEvent } from './record-event.ts'
export { Streak } from './shapes.ts'
export { simulatePractice } from './simulation.ts'
export { streakFrom, streakOf } from './streak.ts'

const practice = ({ plays, completed, lift_sum, lift_count }: ExerciseStats): Practice => ({
  plays,
  completed,
  moodLift: moodLift(lift_sum, lift_count),
})

/** How everybody's sessions of each exercise went. One statement, however many there are. */
export async function practiceOf(
  db: Db,
  exerciseIds: readonly string[],
): Promise<ReadonlyMap<string, Practice>> {
  const rows = await selectExerciseStats(db, exerciseIds)
  return new Map(rows.map((row) => [row.exercise_id, practice(row)]))
}

/** The same of every exercise that was ever practised. */
export async function practiceOfAll(db: Db): Promise<ReadonlyMap<string, Practice>> {
  const rows = await selectAllExerciseStats(db)
  return new Map(rows.map((row) => [row.exercise_id, practice(row)]))
}

/** What an exercise was to somebody before a date. */
export interface EarlierPractice {
  /** A date of theirs, such as `2026-03-01`. */
  lastDate: string
  moodLift: number | null
}

/** By exercise, everything that somebody completed before a date. */
export async function practiceBefore(
  db: Db,
  userId: string,
  date: string,
): Promise<ReadonlyMap<string, EarlierPractice>> {
  const rows = await selectPracticeBefore(db, userId, date)
  return new Map(
    rows.map(({ exercise_id, last_date, lift_sum, lift_count }) => [
      exercise_id,
      { lastDate: last_date, moodLift: moodLift(lift_sum, lift_count) },
    ]),
  )
}

/** How one person's sessions of each exercise went. */
export async function ownPracticeOf(
  db: Db,
  exerciseIds: readonly string[],
  userId: string,
): Promise<ReadonlyMap<string, OwnPractice>> {
  const rows = await selectOwnExerciseStats(db, exerciseIds, userId)
  return new Map(rows.map((row) => [row.exercise_id, { ...practice(row), lastDoneAt: row.last_done_at }]))
}

/** Condition for a query over people: whether somebody recorded anything since `since`. */
export const hasPractisedSince = (userColumn: string, since: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from wellness.session s where s.user_id = ${sql.ref(userColumn)} and s.occurred_at >= ${since})`
