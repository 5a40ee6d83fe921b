import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { OwnPractice, Practice } from '../exercises/public.ts'
import { type ExerciseStats, selectExerciseStats, selectOwnExerciseStats } from './queries.ts'
import { moodLift } from './shapes.ts'

export { sessionsCompleted } from './announcements.ts'
export { insertSession } from './queries.ts'
export { recordEvent } from './record-event.ts'
export { Streak } from './shapes.ts'
export { simulatePractice } from './simulation.ts'
export { streakOf } from './streak.ts'

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
