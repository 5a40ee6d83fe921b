import type { Feeling } from '../feelings/public.ts'
import type { EventType } from './event.ts'
import { closableFor, openFor } from './queries.ts'

/** An event of one practised thing, as it was told. */
export interface ToldEvent {
  /** Its request id, or what stands for one. */
  key: string
  type: EventType
  at: Date
  timezone: string
  /** Written once, whatever session the event belongs to. */
  localDate: string
  deviceId: string | null
  feeling: Feeling | null
}

/** A session as its events make it. */
export interface Pair<E extends ToldEvent> {
  start: E | null
  end: E | null
  /** Starts that found it open. */
  again: E[]
}

/** In the order in which they happened. Of one moment a start comes before an end. */
export const inOrder = (one: ToldEvent, other: ToldEvent): number =>
  one.at.getTime() - other.at.getTime() ||
  Number(other.type === 'START') - Number(one.type === 'START') ||
  (one.key < other.key ? -1 : 1)

const isWithin = (start: Date, at: Date, ms: number) => start.getTime() > at.getTime() - ms

/**
 * The sessions that events make when each is applied in the moment in which it happened, and the abandonments of
 * nothing. It is the rule of recording, and what is delivered in any order comes to it.
 */
export function pairUp<E extends ToldEvent>(events: readonly E[]): { pairs: Pair<E>[]; waiting: E[] } {
  const pairs: Pair<E>[] = []
  const waiting: E[] = []
  const begunSince = (event: E, ms: number, isOf: (start: E) => boolean = () => true) =>
    pairs.findLast(
      ({ start, end }) => start !== null && end === null && isWithin(start.at, event.at, ms) && isOf(start),
    )
  for (const event of [...events].sort(inOrder)) {
    if (event.type === 'START') {
      const open = begunSince(event, openFor, ({ deviceId }) => deviceId === event.deviceId)
      if (open) open.again.push(event)
      else pairs.push({ start: event, end: null, again: [] })
      continue
    }
    const isCompleted = event.type === 'COMPLETE'
    const open = begunSince(event, isCompleted ? closableFor : openFor)
    if (open) open.end = event
    else if (isCompleted) pairs.push({ start: null, end: event, again: [] })
    else waiting.push(event)
  }
  return { pairs, waiting }
}
