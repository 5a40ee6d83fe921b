import type { Work } from '../../platform/operation/work.ts'
import type { CatalogueItem } from '../exercises/public.ts'
import { creditedSeconds } from './event.ts'
import type { ToldEvent } from './pairs.ts'
import type { NewSession, SessionRow } from './queries.ts'

export interface SessionEvent extends ToldEvent {
  userId: string
  item: CatalogueItem
}

/** The session an event was about, and its whole row when the event made it. */
export interface Recorded {
  /** Null where it ended nothing: it waits for its start. */
  id: string | null
  made?: SessionRow
  /** The session says all that the event did. */
  isWhole?: true
  /** The dates on which something counts as completed, or did until now. */
  completedOn?: readonly string[]
}

export type Recording = Pick<Work, 'db' | 'pipeline'>

/** How a session went that ends with an event. Without a start it took as long as what was practised. */
export function endedCourse(
  { type, at }: Pick<ToldEvent, 'type' | 'at'>,
  begunAt: Date | null,
  durationSec: number | null,
): Pick<NewSession, 'startedAt' | 'creditedSec'> & { status: 'COMPLETED' | 'ABANDONED'; endedAt: Date } {
  if (begunAt === null) {
    const creditedSec = durationSec ?? 0
    return {
      status: 'COMPLETED',
      startedAt: new Date(at.getTime() - creditedSec * 1000),
      endedAt: at,
      creditedSec,
    }
  }
  const isCompleted = type === 'COMPLETE'
  const creditedSec = isCompleted ? creditedSeconds(begunAt, at, durationSec) : 0
  return { status: isCompleted ? 'COMPLETED' : 'ABANDONED', startedAt: begunAt, endedAt: at, creditedSec }
}
