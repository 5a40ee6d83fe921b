import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Feeling } from '../feelings/public.ts'
import { creditedSeconds, type EventType } from './event.ts'
import { logicalDate } from './logical-date.ts'
import {
  closableFor,
  closeSession,
  type Item,
  insertSession,
  openFor,
  type SessionRow,
  selectOpenSession,
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
}

/** Applies an event to a person's sessions, which the caller has locked. @returns undefined when there is nothing to abandon. */
export async function record(db: Db, event: SessionEvent, now: Date): Promise<Recorded | undefined> {
  if (event.type === 'START') return start(db, event, now)
  return end(db, event, event.type === 'COMPLETE' ? 'COMPLETED' : 'ABANDONED', now)
}

async function start(db: Db, event: SessionEvent, now: Date): Promise<Recorded> {
  const { userId, item, at, deviceId } = event
  const open = await selectOpenSession(db, userId, item, { at, forMs: openFor, deviceId })
  if (open) return { id: open.id }
  return make(db, event, { status: 'IN_PROGRESS', startedAt: at, endedAt: null, creditedSec: 0 }, now)
}

async function end(
  db: Db,
  event: SessionEvent,
  status: 'COMPLETED' | 'ABANDONED',
  now: Date,
): Promise<Recorded | undefined> {
  const { userId, item, at, feeling } = event
  const isCompleted = status === 'COMPLETED'
  const open = await selectOpenSession(db, userId, item, { at, forMs: isCompleted ? closableFor : openFor })
  if (open) {
    const endedAt = new Date(Math.max(at.getTime(), open.started_at.getTime()))
    const creditedSec = isCompleted ? creditedSeconds(open.started_at, endedAt, open.duration_sec) : 0
    await closeSession(db, open.id, { status, endedAt, creditedSec, after: feeling }, now)
    return { id: open.id }
  }
  if (!isCompleted) return undefined
  const creditedSec = item.durationSec ?? 0
  const startedAt = new Date(at.getTime() - creditedSec * 1000)
  return make(db, event, { status, startedAt, endedAt: at, creditedSec }, now)
}

async function make(
  db: Db,
  { userId, dayStartMinutes, item, feeling, at, timezone, deviceId }: SessionEvent,
  course: { status: 'IN_PROGRESS' | 'COMPLETED'; startedAt: Date; endedAt: Date | null; creditedSec: number },
  now: Date,
): Promise<Recorded> {
  const made = await insertSession(
    db,
    {
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
    },
    now,
  )
  if (!made) throw new Error('an insert gave no row')
  return { id: made.id, made }
}
