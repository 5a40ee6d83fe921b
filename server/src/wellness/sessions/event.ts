import { createHash } from 'node:crypto'
import { days, minutes } from '../../platform/clock.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { allFeelings, type Feeling, parseFeeling } from '../feelings/public.ts'

export type EventType = 'START' | 'COMPLETE' | 'ABANDON'

/** What the apps in use call the three events. */
export const eventWords: Record<EventType, readonly string[]> = {
  START: ['START', 'BEFORE', 'PRE', 'BEGIN', 'STARTED'],
  COMPLETE: ['COMPLETE', 'AFTER', 'POST', 'END', 'FINISH', 'COMPLETED'],
  ABANDON: ['ABANDON', 'CANCEL', 'CANCELLED', 'SKIP', 'ABANDONED'],
}

/** Without a type a session is recorded, so it is complete. */
export function eventType(text: string | undefined): EventType {
  if (text === undefined) return 'COMPLETE'
  for (const type of ['START', 'COMPLETE', 'ABANDON'] as const)
    if (eventWords[type].includes(text.toUpperCase())) return type
  const known = Object.values(eventWords).flat().join(', ')
  throw invalidField('query.type', 'enum', `must be one of ${known}`)
}

export function feelingOf(text: string | undefined, path = 'query.feeling'): Feeling | null {
  if (text === undefined) return null
  const feeling = parseFeeling(text)
  if (!feeling) throw invalidField(path, 'enum', `must be 1 to 7 or one of ${allFeelings.join(', ')}`)
  return feeling
}

const oldest = days(7)
/** So far a phone's clock may be ahead of ours. */
export const mostAhead = minutes(5)

const isBelievable = (at: Date, now: Date) =>
  at.getTime() >= now.getTime() - oldest && at.getTime() <= now.getTime() + mostAhead

const uuid7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** When it happened: as the app says, else as its time-ordered request id tells, else now. */
export function eventTime(occurredAt: string | undefined, requestId: string | undefined, now: Date): Date {
  if (occurredAt !== undefined) return new Date(occurredAt)
  const [, high, low] = uuid7.exec(requestId ?? '') ?? []
  const told = new Date(Number.parseInt(`${high}${low}`, 16))
  return high !== undefined && isBelievable(told, now) ? told : now
}

/** When something happened that is delivered late, of the last seven days. */
export function eventMoment(occurredAt: string, now: Date): Date {
  const at = new Date(occurredAt)
  checkTime(at, now)
  return at
}

/** @throws when an app says that something happened long ago or ahead of time. */
export function checkTime(at: Date, now: Date): void {
  if (isBelievable(at, now)) return
  const message =
    at > now
      ? `lies more than ${mostAhead / minutes(1)} minutes ahead of the time here`
      : `must lie in the last ${oldest / days(1)} days`
  throw invalidField('headers.occurredAt', 'range', message)
}

/** The same content gives the same fingerprint, so that a reused request id can be told from a replay. */
export const fingerprintOf = (content: readonly (string | null | undefined)[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(content.map((part) => part ?? null)))
    .digest()

const longest = 12 * 3600
const longestUnknown = 4 * 3600

/** Seconds that count for a started session: a phone left lying does not practise all day. */
export function creditedSeconds(startedAt: Date, endedAt: Date, durationSec: number | null): number {
  const passed = Math.floor((endedAt.getTime() - startedAt.getTime()) / 1000)
  const believable = durationSec === null ? longestUnknown : Math.floor(durationSec * 1.5)
  return Math.max(0, Math.min(passed, believable, longest))
}
