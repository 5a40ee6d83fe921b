import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { Stay } from '../accounts/public.ts'
import { logicalDate, stayAt } from '../days/public.ts'
import type { Feeling } from '../feelings/public.ts'
import { creditedSeconds, feelingOf, mostAhead } from './event.ts'
import { noSuchSession, sessionLocked, sessionOpen } from './problems.ts'
import { type Correction, hasNoStart, lockSessionsOf, type SessionRow, selectOwnSession } from './queries.ts'

const correctable = days(7)

/**
 * One's own session of the last seven days, which nobody else changes until the end of the transaction.
 * @throws NO_SUCH_SESSION, SESSION_LOCKED
 */
export async function lockCorrectable(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<SessionRow> {
  const [, row] = await Promise.all([lockSessionsOf(db, userId), selectOwnSession(db, { id, userId, now })])
  if (!row) throw noSuchSession()
  if (row.occurred_at.getTime() < now.getTime() - correctable) throw sessionLocked()
  return row
}

/** What somebody says of a session; what they leave out stays. */
export interface Said {
  status?: 'COMPLETED' | 'ABANDONED' | undefined
  startedAt?: string | undefined
  endedAt?: string | undefined
  feelingBefore?: string | null | undefined
  feelingAfter?: string | null | undefined
}

/**
 * A session as it is after a correction. Its date stays, so its times have to stay within it.
 * @throws VALIDATION_FAILED naming the field, SESSION_OPEN
 */
export function correct(
  row: SessionRow,
  said: Said,
  { stays, now }: { stays: readonly Stay[]; now: Date },
): Correction {
  const felt = {
    before: said.feelingBefore === undefined ? feltBefore(row) : feeling(said.feelingBefore, 'feelingBefore'),
    after: said.feelingAfter === undefined ? feltAfter(row) : feeling(said.feelingAfter, 'feelingAfter'),
  }
  const isOpen = row.ended_at === null
  if (isOpen && (said.status ?? said.startedAt ?? said.endedAt ?? said.feelingAfter) !== undefined)
    throw sessionOpen()
  const status = said.status ?? row.status
  const startedAt = said.startedAt === undefined ? row.started_at : new Date(said.startedAt)
  const endedAt = said.endedAt === undefined ? row.ended_at : new Date(said.endedAt)
  const isRetimed = said.startedAt !== undefined || said.endedAt !== undefined
  if (endedAt === null || (!isRetimed && status === row.status))
    return { ...felt, status, startedAt, endedAt, occurredAt: row.occurred_at, creditedSec: row.credited_sec }
  if (endedAt < startedAt) throw invalidField('body.endedAt', 'range', 'must not lie before the start')
  if (endedAt.getTime() > now.getTime() + mostAhead)
    throw invalidField('body.endedAt', 'range', 'must not lie ahead')
  const occurredAt = said.startedAt === undefined && hasNoStart(row) ? endedAt : startedAt
  const { dayStartMinutes } = stayAt(stays, occurredAt)
  if (isRetimed && logicalDate(occurredAt, row.timezone, dayStartMinutes) !== row.local_date)
    throw invalidField(
      said.startedAt === undefined ? 'body.endedAt' : 'body.startedAt',
      'date',
      `must stay on ${row.local_date}; a session of another day is deleted and recorded anew`,
    )
  const creditedSec = status === 'COMPLETED' ? creditedSeconds(startedAt, endedAt, row.duration_sec) : 0
  return { ...felt, status, startedAt, endedAt, occurredAt, creditedSec }
}

const feeling = (text: string | null, field: string): Feeling | null =>
  text === null ? null : feelingOf(text, `body.${field}`)

const feltBefore = ({ feeling_before: label, valence_before: valence }: SessionRow): Feeling | null =>
  label === null || valence === null ? null : { label, valence }

const feltAfter = ({ feeling_after: label, valence_after: valence }: SessionRow): Feeling | null =>
  label === null || valence === null ? null : { label, valence }

/** What is told of a session that counted as completed before or after a correction. */
export const completedBy = (row: SessionRow) => ({
  userId: row.user_id,
  categoryId: row.category_id,
  subCategoryId: row.sub_category_id,
  exerciseId: row.exercise_id,
  dates: [row.local_date],
})
