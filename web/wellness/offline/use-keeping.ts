import { useSyncExternalStore } from 'react'
import { messageOf } from '../../ui/states.tsx'
import { keepExercise } from './recordings.ts'

/** A recording on its way to the device, or why it did not come. */
interface Keeping {
  /** How much of it is there, from 0 to 1; undefined once it did not come. */
  share: number | undefined
  failure?: string
  stop: () => void
}

/** By exercise: whoever leaves its page lets it come all the same. */
const keepings = new Map<string, Keeping>()
const listeners = new Set<() => void>()

function set(exerciseId: string, keeping: Keeping | undefined): void {
  if (keeping) keepings.set(exerciseId, keeping)
  else keepings.delete(exerciseId)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useKeeping = (exerciseId: string): Keeping | undefined =>
  useSyncExternalStore(subscribe, () => keepings.get(exerciseId))

/** Has the recording of an exercise come. */
export async function startKeeping(exerciseId: string): Promise<void> {
  const controller = new AbortController()
  const stop = () => controller.abort()
  set(exerciseId, { share: 0, stop })
  try {
    await keepExercise(exerciseId, (share) => set(exerciseId, { share, stop }), controller.signal)
    set(exerciseId, undefined)
  } catch (error) {
    const { aborted } = controller.signal
    set(exerciseId, aborted ? undefined : { share: undefined, failure: messageOf(error), stop })
  }
}
