import { updateDailyGoalStatus } from '@plaza/client/wellness'
import { ask, Failure } from '../../ui/failure.ts'
import { newId } from '../../ui/ids.ts'
import { ofNoun } from '../../ui/queries.ts'
import { DeliveryQueue } from '../../ui/queue.ts'
import { say } from '../../ui/toasts.tsx'
import { queryClient } from '../query-client.ts'
import { session, timeZone } from '../session.ts'

export interface Mark {
  personId: string
  dailyGoalId: string
  status: 'COMPLETED' | 'PENDING'
  /** Where the person was when they made it. */
  timeZone: string
}

/** Marks of days wait here for a connection, over the closing of the page, and are delivered in order and once. */
export const marks = new DeliveryQueue<Mark>(
  'wellness-marks',
  session,
  async (id, { dailyGoalId, status, timeZone }) => {
    try {
      await ask(
        updateDailyGoalStatus({
          path: { dailyGoalId },
          body: { status },
          headers: { 'Idempotency-Key': id, timeZone },
        }),
      )
    } catch (error) {
      if (!(error instanceof Failure) || error.isTemporary || error.status === 401) throw error
      // A day that can no longer be marked is shown as it is; there is nothing to decide about it.
      say(error.message, 'bad')
    }
    // Before it leaves the queue, so that the mark is on the page all the time.
    await queryClient.invalidateQueries(ofNoun('goals'))
  },
)

export const mark = (of: Pick<Mark, 'dailyGoalId' | 'status'>): Promise<void> =>
  marks.add(newId(), { ...of, personId: session.personId, timeZone: timeZone() })
