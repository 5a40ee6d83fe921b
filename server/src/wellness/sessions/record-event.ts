import { minutes } from '../../platform/clock.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { User } from '../access.ts'
import { type clientOf, noteLateSighting, noteSighting } from '../accounts/public.ts'
import { findItem } from '../exercises/public.ts'
import { completionsMoved, sessionCompleted } from './announcements.ts'
import { checkTime, eventTime, eventType, feelingOf, fingerprintOf } from './event.ts'
import { sessionRecorded } from './events.ts'
import { mismatchAt, noOpenSession, noSuchAt, requestIdReused } from './problems.ts'
import {
  hasPractised,
  type Item,
  insertRequest,
  lockSessionsOf,
  type SessionRow,
  selectKeptThrough,
  selectRequest,
} from './queries.ts'
import { findCandidates, itemOf, record } from './recording.ts'
import { isBehind, keepStreak } from './streak.ts'

const recentMs = minutes(5)

/** An event of a session as an app tells it. */
export interface SaidEvent {
  categoryId?: string | undefined
  subCategoryId?: string | undefined
  exerciseId?: string | undefined
  feeling?: string | undefined
  type?: string | undefined
  requestId?: string | undefined
  /** ISO 8601 with offset. */
  occurredAt?: string | undefined
  client: ReturnType<typeof clientOf>
}

/**
 * Applies one event to its person's sessions, once for each request id. Whatever it refuses, it has
 * written nothing. Fields are named as the operation that records one event has them.
 * @returns the session, whose id is null when it was deleted since, and its row when the event made it
 * @throws VALIDATION_FAILED, CATALOG_MISMATCH, REQUESTID_REUSED, NO_SUCH_ITEM, NO_OPEN_SESSION
 */
export async function recordEvent(
  work: Pick<Work, 'db' | 'clock' | 'pipeline' | 'publish' | 'announce'>,
  caller: User,
  said: SaidEvent,
): Promise<{ id: string | null; made?: SessionRow }> {
  const { categoryId, subCategoryId, exerciseId, requestId, client } = said
  const narrowest = subCategoryId ?? categoryId
  const asked = exerciseId ? { exerciseId } : narrowest ? { categoryId: narrowest } : undefined
  if (!asked) throw invalidField('query.exerciseId', 'required', 'is required where no category is given')
  const { db, clock, pipeline, publish, announce } = work
  const now = clock.now()
  const type = eventType(said.type)
  const feeling = feelingOf(said.feeling)
  const timezone = client.timezone ?? caller.timezone
  const fingerprint = fingerprintOf([
    type,
    categoryId,
    subCategoryId,
    exerciseId,
    feeling?.label,
    said.occurredAt,
  ])
  const at = eventTime(said.occurredAt, requestId, now)
  const { id: userId, dayStartMinutes } = caller
  const event = { userId, dayStartMinutes, type, feeling, at, timezone, deviceId: client.deviceId }

  // One after the other in the database, in one write from here.
  const [movesGoals, known, found, candidates, keptThrough] = await Promise.all([
    lockSessionsOf(db, userId),
    requestId === undefined ? undefined : selectRequest(db, userId, requestId),
    findItem(db, { categoryId, subCategoryId, exerciseId }),
    findCandidates(db, event, asked),
    selectKeptThrough(db, userId),
  ])
  if (known && !known.fingerprint.equals(fingerprint)) throw requestIdReused()
  if (known) return { id: known.session_id }

  // Only now: what was taken once is taken again, however old it has become.
  checkTime(at, now)
  const item =
    typeof found === 'object' ? found : itemOf(candidates, { categoryId, subCategoryId, exerciseId })
  if (!item && typeof found === 'string') throw mismatchAt(found)
  if (!item || ('isActive' in item && !item.isActive && !(await hasPractised(db, userId, item))))
    throw noSuchAt(exerciseId ? 'exerciseId' : subCategoryId ? 'subCategoryId' : 'categoryId')
  const recorded = record(work, { ...event, item }, candidates, now)
  if (!recorded) throw noOpenSession()
  const { id, completedOn } = recorded
  if (requestId !== undefined)
    pipeline(insertRequest(db, { userId, requestId, fingerprint, sessionId: id }, now))
  if (type === 'COMPLETE' && isBehind(keptThrough, now)) await keepStreak(db, caller, now)
  if (type === 'COMPLETE') {
    const invitedAt = caller.invitedAt?.toISOString() ?? null
    await announce(sessionCompleted, { userId, at: at.toISOString(), invitedAt })
  }
  // What is delivered late tells where the phone was then.
  const isRecent = at.getTime() >= now.getTime() - recentMs
  if (isRecent && timezone !== caller.timezone) await noteSighting(work, { userId, client, at: now })
  if (!isRecent && client.timezone !== null) await noteLateSighting(work, { userId, client, at }, now)
  if (movesGoals && completedOn)
    await announce(completionsMoved, { userId, ...itemIds(item), dates: [...completedOn] })
  publish(sessionRecorded, { recipientId: userId, data: { id, type } })
  return recorded
}

const itemIds = ({ categoryId, subCategoryId, exerciseId }: Item) => ({
  categoryId,
  subCategoryId,
  exerciseId,
})
