import { recordWellnessSession } from '@plaza/client/wellness'
import { texts } from '../../texts/wellness.ts'
import { deviceZone } from '../../ui/device-zone.ts'
import { ask, Failure } from '../../ui/failure.ts'
import { momentOf, newId } from '../../ui/ids.ts'
import { ofNoun } from '../../ui/queries.ts'
import { DeliveryQueue } from '../../ui/queue.ts'
import { queryClient } from '../query-client.ts'
import { session } from '../session.ts'

export interface PracticeEvent {
  personId: string
  type: 'START' | 'COMPLETE' | 'ABANDON'
  exerciseId: string
  title: string
  /** 1 to 7. */
  feeling: number | undefined
  /** Where the person was when it happened. */
  timeZone: string
}

/** What is too old is refused with its reason, unless it arrived in time, though nobody heard so. */
function sayTooOld(error: unknown): void {
  if (!(error instanceof Failure)) throw error
  if (error.code === 'REQUESTID_REUSED') return
  const isTooOld = error.fields.some(({ path }) => path === 'headers.occurredAt')
  throw isTooOld ? new Failure(error.status, error.code, texts.history.tooOld) : error
}

/** The server takes what is older for something of now, unless its time is said: then it is refused, and shown so. */
const believedMs = 7 * 24 * 3600 * 1000

/**
 * What happened in a practice, delivered in order and once. Each event's id is its request id: a
 * UUIDv7 of that moment, from which the server also takes the time and so the day.
 */
export const practiceEvents = new DeliveryQueue<PracticeEvent>(
  'wellness-events',
  session,
  async (id, event) => {
    const isLate = Date.now() - momentOf(id) > believedMs
    const occurredAt = isLate && new Date(momentOf(id)).toISOString()
    await ask(
      recordWellnessSession({
        query: {
          type: event.type,
          exerciseId: event.exerciseId,
          ...(event.feeling === undefined ? {} : { feeling: String(event.feeling) }),
        },
        headers: { requestid: id, timeZone: event.timeZone, ...(occurredAt && { occurredAt }) },
      }),
    ).catch(isLate ? sayTooOld : undefined)
    for (const noun of ['sessions', 'exercises', 'goals']) void queryClient.invalidateQueries(ofNoun(noun))
  },
)

/** @param at when it happened, which need not be now. */
export const tell = (at: number, event: Omit<PracticeEvent, 'personId' | 'timeZone'>): Promise<void> =>
  practiceEvents.add(newId(at), { ...event, personId: session.personId, timeZone: deviceZone() })
