import type { Db } from '../../platform/db/database.ts'
import type { Work } from '../../platform/operation/work.ts'
import { askAgain } from './jobs.ts'
import {
  insertQuestions,
  insertRevisions,
  lockInstrument,
  type NewRevision,
  publishNext,
  setScoring,
} from './queries.ts'
import type { Scoring } from './scoring.ts'

/** Publishes what is asked now as the next version, and has those told who are asked again. @returns its number. */
export async function publish(work: Work, instrument: string, asksAgain = false): Promise<number> {
  const number = await publishNext(work.db, instrument, { asksAgain, at: work.clock.now() })
  if (asksAgain && number > 1) await work.enqueue(askAgain, { instrument, number, after: null })
  return number
}

/** Publishes questions as the first version of a questionnaire that nobody else knows yet. */
export async function publishInstrument(
  db: Db,
  {
    instrument,
    revisions,
    scoring,
  }: { instrument: string; revisions: readonly NewRevision[]; scoring: Scoring | null },
  at: Date,
): Promise<void> {
  const placed = revisions.map(({ questionId: id }, place) => ({ id, status: 'ACTIVE' as const, place }))
  await lockInstrument(db, instrument, at)
  await insertQuestions(db, instrument, placed, at)
  await insertRevisions(db, revisions, at)
  await setScoring(db, instrument, scoring)
  await publishNext(db, instrument, { asksAgain: false, at })
}
