import { useSyncExternalStore } from 'react'
import { messageOf } from '../../ui/states.tsx'
import { session } from '../session.ts'
import { keepExercise } from './recordings.ts'

/** A recording on its way to the device, or why it did not come. */
interface Keeping {
  /** How much of it is there, from 0 to 1; undefined once it did not come. */
  share: number | undefined
  failure?: string
  stop: () => void
}

/** By person and exercise: whoever leaves its page lets it come all the same. */
const keepings = new Map<string, Keeping>()
const listeners = new Set<() => void>()

const keyOf = (exerciseId: string) => `${session.personId} ${exerciseId}`

function set(key: string, keeping: Keeping | undefined): void {
  if (keeping) keepings.set(key, keeping)
  else keepings.delete(key)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useKeeping = (exerciseId: string): Keeping | undefined =>
  useSyncExternalStore(subscribe, () => keepings.get(keyOf(exerciseId)))

/** Has the recording of an exercise come. */
export async function startKeeping(exerciseId: string): Promise<void> {
  const key = keyOf(exerciseId)
  const controller = new AbortController()
  const stop = () => controller.abort()
  set(key, { share: 0, stop })
  try {
    await keepExercise(exerciseId, (share) => set(key, { share, stop }), controller.signal)
    set(key, undefined)
  } catch (error) {
    const { aborted } = controller.signal
    set(key, aborted ? undefined : { share: undefined, failure: messageOf(error), stop })
  }
}
