import { newId } from '../../platform/ids.ts'
import { type CatalogueItem, itemOfRow } from '../exercises/public.ts'
import type { Feeling } from '../feelings/public.ts'
import { endedCourse, type Recorded, type Recording, type SessionEvent } from './course.ts'
import { mostAhead } from './event.ts'
import type { Near, NearSession } from './event-queries.ts'
import { recordLate } from './late-event.ts'
import { closableFor, closeSession, insertSession, type NewSession, openFor, rowOf } from './queries.ts'

/** What the ids of an event name. */
export type Named = Readonly<Record<'categoryId' | 'subCategoryId' | 'exerciseId', string | undefined>>

/**
 * What an event is about where the catalogue says something else by now: it moved while a session of it was going on,
 * which stays what it was. @returns undefined where the ids were never those of such a session
 */
export function itemOf({ sessions }: Near, named: Named): CatalogueItem | undefined {
  const is = (id: string | undefined, own: string | null) => id === undefined || id === own
  const row = sessions.find(
    ({ category_id, sub_category_id, exercise_id }) =>
      is(named.categoryId, category_id) &&
      is(named.subCategoryId, sub_category_id) &&
      is(named.exerciseId, exercise_id),
  )
  return row && itemOfRow(row)
}

/** The moment of an event that nobody told the time of: what has begun by now begins no later, whatever a phone's clock says. */
export function momentOfUntold({ sessions }: Near, now: Date): Date {
  const begun = sessions.find(
    ({ ended_at: ended, started_at: started }) =>
      ended === null && started.getTime() <= now.getTime() + mostAhead,
  )
  return begun && begun.started_at > now ? begun.started_at : now
}

/** Applies an event to a person's sessions, which the caller has locked. */
export async function record(work: Recording, event: SessionEvent, near: Near, now: Date): Promise<Recorded> {
  const isLate = near.waiting.length > 0 || near.sessions.some(({ is_later: isLater }) => isLater)
  // Which of those that began in one moment is the newest, their events tell.
  const moments = new Set(near.sessions.map(({ started_at: at }) => at.getTime()))
  if (isLate || moments.size < near.sessions.length) return recordLate(work, event, near, now)
  return event.type === 'START' ? start(work, event, near, now) : end(work, event, near, now)
}

const openSince = ({ sessions }: Near, at: Date, ms: number): NearSession | undefined =>
  sessions.find(
    ({ ended_at: ended, started_at: started }) => ended === null && started.getTime() > at.getTime() - ms,
  )

function start(work: Recording, event: SessionEvent, near: Near, now: Date): Recorded {
  const { at, deviceId } = event
  const ofDevice = near.sessions.filter(({ device_id: id }) => id === deviceId)
  const open = openSince({ ...near, sessions: ofDevice }, at, openFor)
  if (open) return { id: open.id }
  const course = { status: 'IN_PROGRESS', startedAt: at, endedAt: null, creditedSec: 0 } as const
  return make(work, event, { ...course, before: event.feeling, after: null }, now)
}

function end(work: Recording, event: SessionEvent, near: Near, now: Date): Recorded {
  const { type, at, feeling } = event
  const isCompleted = type === 'COMPLETE'
  const open = openSince(near, at, isCompleted ? closableFor : openFor)
  if (open) {
    const course = endedCourse(event, open.started_at, open.duration_sec)
    work.pipeline(closeSession(work.db, open.id, { ...course, after: feeling }, now))
    return { id: open.id, isWhole: true, ...(isCompleted ? { completedOn: [open.local_date] } : {}) }
  }
  if (!isCompleted) return { id: null }
  const course = endedCourse(event, null, event.item.durationSec)
  return make(work, event, { ...course, before: null, after: feeling }, now)
}

type Course = Pick<NewSession, 'status' | 'startedAt' | 'endedAt' | 'creditedSec'> & {
  before: Feeling | null
  after: Feeling | null
}

function make(
  { db, pipeline }: Recording,
  { userId, item, at, timezone, localDate, deviceId }: SessionEvent,
  course: Course,
  now: Date,
): Recorded {
  const session: NewSession = {
    ...course,
    id: newId(),
    userId,
    item,
    occurredAt: at,
    timezone,
    localDate,
    deviceId,
  }
  pipeline(insertSession(db, session, now))
  const completedOn = course.status === 'COMPLETED' ? { completedOn: [localDate] } : {}
  return { id: session.id, made: rowOf(session, now), isWhole: true, ...completedOn }
}
