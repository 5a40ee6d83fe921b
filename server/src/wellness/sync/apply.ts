import type { Static } from 'typebox'
import { invalidField, Problem } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { User } from '../access.ts'
import { clientOf, noteLateSighting } from '../accounts/public.ts'
import { markLate } from '../goals/public.ts'
import { eventMoment, eventWords, lockSessionsOf, noOpenSession, recordEvent } from '../sessions/public.ts'
import type { kinds, OfflineEvent, SyncResult } from './shapes.ts'

type Result = Static<typeof SyncResult>

/** Where an event comes from. */
interface Phone {
  deviceType?: string | undefined
  deviceId?: string | undefined
  language?: string | undefined
}

/** How an event of each kind is applied. It refuses with a Problem, and has then changed nothing. */
const appliers: Record<
  (typeof kinds)[number],
  (
    work: Work,
    caller: User,
    event: OfflineEvent,
    phone: Phone,
  ) => Promise<Pick<Result, 'status' | 'sessionId'>>
> = {
  async SESSION(work, caller, { requestid: requestId, timeZone, ...event }, phone) {
    const client = clientOf({ ...phone, timeZone })
    const { id, made, isWaiting } = await recordEvent(work, caller, { ...event, requestId, client })
    if (isWaiting) throw noOpenSession()
    return { status: made ? 201 : 200, sessionId: id }
  },

  async GOAL_MARK(work, caller, event, phone) {
    const { requestid: requestId, timeZone, occurredAt, dailyGoalId, status, current, subGoals, note } = event
    const client = clientOf({ ...phone, timeZone })
    const now = work.clock.now()
    const at = eventMoment(occurredAt, now)
    if (!dailyGoalId) throw invalidField('body.dailyGoalId', 'required', 'is required to mark a day')
    const timezone = client.timezone ?? caller.timezone
    const ask = {
      ...(status && { status }),
      ...(current && { current }),
      ...(subGoals && { subGoals }),
      ...(note !== undefined && { note }),
    }
    const isNew = await markLate(work, caller, { dailyGoalId, ask, requestId, at, timezone })
    if (isNew) await noteLateSighting(work, { userId: caller.id, client, at }, now)
    return { status: isNew ? 201 : 200, sessionId: null }
  },
}

/** Applies events in the order in which they happened. @returns a result for each, in the order in which they came. */
export async function applyEvents(
  work: Work,
  caller: User,
  { events, phone }: { events: readonly OfflineEvent[]; phone: Phone },
): Promise<Result[]> {
  // Sessions before goals: who records at the same time takes them in this order, too.
  await lockSessionsOf(work.db, caller.id)
  const results = new Map<number, Result>()
  const inOrder = [...events.entries()].sort(
    ([place, one], [otherPlace, other]) =>
      momentOf(one) - momentOf(other) ||
      Number(isStart(other)) - Number(isStart(one)) ||
      one.requestid.localeCompare(other.requestid) ||
      place - otherPlace,
  )
  for (const [index, event] of inOrder) {
    const { requestid } = event
    try {
      const applied = await appliers[event.kind](work, caller, event, phone)
      results.set(index, { requestid, ...applied, error: null })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      results.set(index, {
        requestid,
        status: error.status,
        sessionId: null,
        error: presentRefusal(error, index),
      })
    }
  }
  return events.flatMap((_, index) => results.get(index) ?? [])
}

/** Of what happened in one moment a start comes before its end, in whatever order they were sent. */
const isStart = ({ type }: OfflineEvent): boolean => eventWords.START.includes(type?.toUpperCase() ?? '')

// A moment that does not exist is refused when its turn comes.
const momentOf = ({ occurredAt }: OfflineEvent): number => Date.parse(occurredAt) || 0

/** Fields are named as the events have them, not as the operation for one event does. */
const presentRefusal = ({ code, message, extra }: Problem, index: number): NonNullable<Result['error']> => ({
  code,
  message,
  fields: (extra.fields ?? []).map((field) => ({
    ...field,
    path: field.path.replace(/^(query|headers|body)\./, `body.events.${index}.`),
  })),
})
