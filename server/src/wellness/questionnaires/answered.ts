import type { Static } from 'typebox'
import type { Reading } from '../../platform/operation/work.ts'
import { existingKeyOf } from '../personal-keys/public.ts'
import { type SetRow, selectCurrentSets } from './answer-queries.ts'
import { openSet } from './content.ts'
import { selectAskedIn } from './queries.ts'
import { type AnswerSet, presentAnswer, presentScore, presentStatus } from './shapes.ts'

type Knows = Pick<Reading, 'db' | 'services'>

/** How each of some sets of somebody's answers is shown to them, opened with their key. */
export async function presentSets(
  reading: Knows,
  rows: readonly SetRow[],
  { userId, language }: { userId: string; language: string },
): Promise<(row: SetRow) => Static<typeof AnswerSet>> {
  const [key, askedIn] = await Promise.all([existingKeyOf(reading, userId), selectAskedIn(reading.db, rows)])
  return (row) => {
    const { answers, result } = openSet(key, row.id, row.sealed)
    const { instrument, number } = row
    return {
      id: row.id,
      instrument,
      version: number,
      status: presentStatus(row.status),
      amends: row.amends_previous ? row.previous_id : null,
      startedAt: row.started_at.toISOString(),
      completedAt: row.completed_at?.toISOString() ?? null,
      score: presentScore({ instrument, number, ...askedIn(row), result }, language) ?? null,
      answers: answers.map(presentAnswer),
    }
  }
}

/** What somebody answered last of every questionnaire. */
export async function answersOf(
  reading: Knows,
  person: { userId: string; language: string },
): Promise<Static<typeof AnswerSet>[]> {
  const rows = await selectCurrentSets(reading.db, person.userId)
  return rows.map(await presentSets(reading, rows, person))
}
