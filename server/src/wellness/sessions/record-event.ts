import { minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { User } from '../access.ts'
import { type clientOf, noteLateSighting, noteSighting } from '../accounts/public.ts'
import { logicalDate } from '../days/public.ts'
import { type CatalogueItem, findItem } from '../exercises/public.ts'
import { completionsMoved, sessionCompleted } from './announcements.ts'
import { dayStartOf } from './dates.ts'
import { checkTime, eventTime, eventType, feelingOf, fingerprintOf } from './event.ts'
import { deleteWaiting, insertRequest, selectNear, selectWaiting } from './event-queries.ts'
import { itemOf, momentOfUntold, record } from './event-recording.ts'
import { sessionRecorded } from './events.ts'
import { mismatchAt, noSuchAt, requestIdReused } from './problems.ts'
import { hasPractised, lockSessionsOf, type SessionRow, selectRequest, selectStanding } from './queries.ts'
import { announceShared } from './sharing.ts'
import { selectShared } from './sharing-queries.ts'
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

/** What became of an event. */
export interface Taken {
  /** Its session: null when that was deleted since, or is none yet. */
  id: string | null
  /** The row of the session, when the event made it. */
  made?: SessionRow
  /** It ends nothing. It is kept, and ends its session should that be told of later. */
  isWaiting?: boolean
}

/**
 * Applies one event to its person's sessions, once for each request id. Whatever it refuses, it has
 * written nothing. Fields are named as the operation that records one event has them.
 * @throws VALIDATION_FAILED, CATALOG_MISMATCH, REQUESTID_REUSED, NO_SUCH_ITEM
 */
export async function recordEvent(
  work: Pick<Work, 'db' | 'clock' | 'pipeline' | 'publish' | 'announce'>,
  caller: User,
  said: SaidEvent,
): Promise<Taken> {
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
  const told = eventTime(said.occurredAt, requestId, now)
  const { id: userId } = caller

  // One after the other in the database, in one write from here.
  const [movesGoals, known, found, sessions, { keptThrough, hasWaiting }, dayStartMinutes] =
    await Promise.all([
      lockSessionsOf(db, userId),
      requestId === undefined ? undefined : selectRequest(db, userId, requestId),
      findItem(db, { categoryId, subCategoryId, exerciseId }, client.language ?? caller.language),
      selectNear(db, userId, asked, told),
      selectStanding(db, userId),
      dayStartOf(db, caller, told, now),
    ])
  const waiting = hasWaiting ? await selectWaiting(db, userId, asked, told) : []
  const near = { sessions, waiting }
  // What was refused for now does not use its id up.
  const isReplaced = known?.is_waiting === true && !known.fingerprint.equals(fingerprint)
  if (known && !isReplaced) {
    if (!known.fingerprint.equals(fingerprint)) throw requestIdReused()
    return { id: known.session_id, ...(known.is_waiting ? { isWaiting: true } : {}) }
  }

  // Only now: what was taken once is taken again, however old it has become.
  checkTime(told, now)
  const item = typeof found === 'object' ? found : itemOf(near, { categoryId, subCategoryId, exerciseId })
  if (!item && typeof found === 'string') throw mismatchAt(found)
  if (!item || ('isActive' in item && !item.isActive && !(await hasPractised(db, userId, item))))
    throw noSuchAt(exerciseId ? 'exerciseId' : subCategoryId ? 'subCategoryId' : 'categoryId')
  const at = told === now && type !== 'START' ? momentOfUntold(near, now) : told
  const key = requestId ?? newId()
  const localDate = logicalDate(at, timezone, dayStartMinutes)
  const event = { type, feeling, at, timezone, localDate, deviceId: client.deviceId }
  const others = { ...near, waiting: waiting.filter((each) => each.key !== key) }
  const recorded = await record(work, { ...event, key, userId, item }, others, now)
  const { id, completedOn } = recorded
  if (isReplaced || id === null) pipeline(deleteWaiting(db, userId, key, now))
  const itemId = item.exerciseId ?? item.subCategoryId ?? item.categoryId
  // What came in its moment and has no id of its own, its session says.
  if (requestId !== undefined || said.occurredAt !== undefined || !recorded.isWhole)
    pipeline(insertRequest(db, { userId, requestId: key, fingerprint, sessionId: id, itemId, event }, now))
  if (movesGoals && completedOn)
    await announce(completionsMoved, { userId, ...itemIds(item), dates: [...completedOn] })
  if (movesGoals && completedOn && id !== null) await announceShared(work, userId, await selectShared(db, id))
  if (id === null) return { id, isWaiting: true }
  if (type === 'COMPLETE' && isBehind(keptThrough, now)) await keepStreak(db, caller, now)
  if (completedOn) {
    const invitedAt = caller.invitedAt?.toISOString() ?? null
    await announce(sessionCompleted, { userId, at: at.toISOString(), invitedAt })
  }
  // What is delivered late tells where the phone was then.
  const isRecent = at.getTime() >= now.getTime() - recentMs
  if (isRecent && timezone !== caller.timezone) await noteSighting(work, { userId, client, at: now })
  if (!isRecent && client.timezone !== null) await noteLateSighting(work, { userId, client, at }, now)
  publish(sessionRecorded, { recipientId: userId, data: { id, type } })
  return recorded.made ? { id, made: recorded.made } : { id }
}

const itemIds = ({ categoryId, subCategoryId, exerciseId }: CatalogueItem) => ({
  categoryId,
  subCategoryId,
  exerciseId,
})
