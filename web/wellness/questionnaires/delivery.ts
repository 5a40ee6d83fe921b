import { type SafetyCard, updateProfile } from '@plaza/client/wellness'
import { useSyncExternalStore } from 'react'
import { ask } from '../../ui/failure.ts'
import { newId } from '../../ui/ids.ts'
import { ofNoun } from '../../ui/queries.ts'
import type { Answer } from '../../ui/questions/branching.ts'
import { DeliveryQueue } from '../../ui/queue.ts'
import { queryClient } from '../query-client.ts'
import { session } from '../session.ts'

export interface QueuedAnswer {
  personId: string
  instrument: string
  version: number
  answer: Answer
  /** ISO 8601, by this device's clock. */
  answeredAt: string
  /** The completed answers after which this is another time of answering. */
  newSetAfter?: string
}

let card: { personId: string; card: SafetyCard } | undefined
const listeners = new Set<() => void>()

/** Every answer is sent as soon as there is a connection; the server keeps the later one of each question. */
export const answers = new DeliveryQueue<QueuedAnswer>(
  'wellness-answers',
  session,
  async (_, { personId, version, answer, answeredAt, newSetAfter }) => {
    const { data } = await ask(
      updateProfile({
        body: {
          questionnaireVersion: version,
          questionnaireData: [{ ...answer, answeredAt }],
          ...(newSetAfter ? { newSetAfter } : {}),
        },
      }),
    )
    if (data.safety) {
      card = { personId, card: data.safety }
      for (const listener of listeners) listener()
    }
    // Before it leaves the queue, so that the answer is on the page all the time.
    await queryClient.invalidateQueries(ofNoun('questionnaires'))
  },
)

/** Keeps an answer on this device, and sends it. */
export const give = (of: Omit<QueuedAnswer, 'personId' | 'answeredAt'>): Promise<void> =>
  answers.add(newId(), { ...of, personId: session.personId, answeredAt: new Date().toISOString() })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where help is to be had, once an answer asked for it. */
export function useSafetyCard(): SafetyCard | undefined {
  const shown = useSyncExternalStore(subscribe, () => card)
  return shown?.personId === session.personId ? shown.card : undefined
}
