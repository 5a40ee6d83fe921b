import { recordWellnessSession } from '@plaza/client/wellness'
import { ask } from '../../ui/failure.ts'
import { newId } from '../../ui/ids.ts'
import { ofNoun } from '../../ui/queries.ts'
import { DeliveryQueue } from '../../ui/queue.ts'
import { queryClient } from '../query-client.ts'
import { session, timeZone } from '../session.ts'

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

/**
 * What happened in a practice, delivered in order and once. Each event's id is its request id: a
 * UUIDv7 of that moment, from which the server also takes the time and so the day.
 */
export const practiceEvents = new DeliveryQueue<PracticeEvent>(
  'wellness-events',
  session,
  async (id, event) => {
    await ask(
      recordWellnessSession({
        query: {
          type: event.type,
          exerciseId: event.exerciseId,
          ...(event.feeling === undefined ? {} : { feeling: String(event.feeling) }),
        },
        headers: { requestid: id, timeZone: event.timeZone },
      }),
    )
    for (const noun of ['sessions', 'exercises', 'goals']) void queryClient.invalidateQueries(ofNoun(noun))
  },
)

/** @param at when it happened, which need not be now. */
export const tell = (at: number, event: Omit<PracticeEvent, 'personId' | 'timeZone'>): Promise<void> =>
  practiceEvents.add(newId(at), { ...event, personId: session.personId, timeZone: timeZone() })
