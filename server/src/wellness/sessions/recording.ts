import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { logicalDate } from '../days/public.ts'
import type { Feeling } from '../feelings/public.ts'
import { creditedSeconds, type EventType } from './event.ts'
import {
  type Asked,
  beginSession,
  closableFor,
  closeSession,
  hasNoStart,
  type Item,
  insertSession,
  type NewSession,
  openFor,
  rowOf,
  type SessionRow,
  selectEndedSessions,
  selectOpenSessions,
} from './queries.ts'

export interface SessionEvent {
  userId: string
  dayStartMinutes: number
  type: EventType
  item: Item
  feeling: Feeling | null
  at: Date
  timezone: string
  deviceId: string | null
}

/** The session an event was about, and its whole row when the event made it. */
export interface Recorded {
  id: string
  made?: SessionRow
  /** The dates on which it counts as completed, or did until now. */
  completedOn?: readonly string[]
}

/** The sessions that an event may be about. */
export interface Candidates {
  open: readonly SessionRow[]
  ended: readonly SessionRow[]
}

/** Asked for with the ids as they came, beside the look at what they name. */
export async function findCandidates(
  db: Db,
  { userId, type, at, deviceId }: Pick<SessionEvent, 'userId' | 'type' | 'at' | 'deviceId'>,
  asked: Asked,
): Promise<Candidates> {
  if (type !== 'START') {
    const forMs = type === 'COMPLETE' ? closableFor : openFor
    return { open: await selectOpenSessions(db, userId, asked, { at, forMs }), ended: [] }
  }
  const [open, ended] = await Promise.all([
    selectOpenSessions(db, userId, asked, { at, forMs: openFor, deviceId }),
    selectEndedSessions(db, userId, asked, { at, deviceId }),
  ])
  return { open, ended }
}

type Recording = Pick<Work, 'db' | 'pipeline'>

/** What the ids of an event name. */
export type Named = Readonly<Record<'categoryId' | 'subCategoryId' | 'exerciseId', string | undefined>>

/**
 * What an event is about where the catalogue says something else by now: it moved while a session of it was going on,
 * which stays what it was. @returns undefined where the ids were never those of such a session
 */
export function itemOf({ open, ended }: Candidates, named: Named): Item | undefined {
  const is = (id: string | undefined, own: string | null) => id === undefined || id === own
  const row = [...open, ...ended].find(
    ({ category_id, sub_category_id, exercise_id }) =>
      is(named.categoryId, category_id) &&
      is(named.subCategoryId, sub_category_id) &&
      is(named.exerciseId, exercise_id),
  )
  return (
    row && {
      categoryId: row.category_id,
      categoryName: row.category_name,
      subCategoryId: row.sub_category_id,
      subCategoryName: row.sub_category_name,
      exerciseId: row.exercise_id,
      exerciseTitle: row.exercise_title,
      durationSec: row.duration_sec,
    }
  )
}

/** Applies an event to a person's sessions, which the caller has locked. @returns undefined when there is nothing to abandon. */
export function record(
  work: Recording,
  event: SessionEvent,
  candidates: Candidates,
  now: Date,
): Recorded | undefined {
  // They are of what the event names, wherever that stood when they began.
  const [open] = candidates.open
  if (event.type === 'START') return start(work, event, open ?? candidates.ended[0], now)
  return end(work, event, open, now)
}

function start(work: Recording, event: SessionEvent, known: SessionRow | undefined, now: Date): Recorded {
  const { at } = event
  if (!known)
    return make(work, event, { status: 'IN_PROGRESS', startedAt: at, endedAt: null, creditedSec: 0 }, now)
  if (known.ended_at === null || !hasNoStart(known)) return { id: known.id }
  return { id: known.id, completedOn: [known.local_date, beginLate(work, event, known, now)] }
}

/**
 * The end was delivered before the start: both make the one session that they would have made in order.
 * @returns the date that it is of now
 */
function beginLate(
  { db, pipeline }: Recording,
  { at, feeling, timezone, dayStartMinutes }: SessionEvent,
  ended: SessionRow,
  now: Date,
): string {
  const creditedSec = creditedSeconds(at, ended.ended_at ?? at, ended.duration_sec)
  const localDate = logicalDate(at, timezone, dayStartMinutes)
  pipeline(
    beginSession(db, ended.id, { startedAt: at, creditedSec, before: feeling, timezone, localDate }, now),
  )
  return localDate
}

function end(
  work: Recording,
  event: SessionEvent,
  open: SessionRow | undefined,
  now: Date,
): Recorded | undefined {
  const { type, item, at, feeling } = event
  const isCompleted = type === 'COMPLETE'
  const status = isCompleted ? 'COMPLETED' : 'ABANDONED'
  if (open) {
    const endedAt = new Date(Math.max(at.getTime(), open.started_at.getTime()))
    const creditedSec = isCompleted ? creditedSeconds(open.started_at, endedAt, open.duration_sec) : 0
    work.pipeline(closeSession(work.db, open.id, { status, endedAt, creditedSec, after: feeling }, now))
    return { id: open.id, ...(isCompleted ? { completedOn: [open.local_date] } : {}) }
  }
  if (!isCompleted) return undefined
  const creditedSec = item.durationSec ?? 0
  const startedAt = new Date(at.getTime() - creditedSec * 1000)
  return make(work, event, { status: 'COMPLETED', startedAt, endedAt: at, creditedSec }, now)
}

function make(
  { db, pipeline }: Recording,
  { userId, dayStartMinutes, item, feeling, at, timezone, deviceId }: SessionEvent,
  course: { status: 'IN_PROGRESS' | 'COMPLETED'; startedAt: Date; endedAt: Date | null; creditedSec: number },
  now: Date,
): Recorded {
  const session: NewSession = {
    ...course,
    id: newId(),
    userId,
    item,
    before: course.status === 'IN_PROGRESS' ? feeling : null,
    after: course.status === 'COMPLETED' ? feeling : null,
    occurredAt: at,
    timezone,
    localDate: logicalDate(at, timezone, dayStartMinutes),
    deviceId,
  }
  pipeline(insertSession(db, session, now))
  const completedOn = course.status === 'COMPLETED' ? { completedOn: [session.localDate] } : {}
  return { id: session.id, made: rowOf(session, now), ...completedOn }
}
