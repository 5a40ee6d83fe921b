import { useSyncExternalStore } from 'react'

/** A listing that is being put into collections. */
export interface Collected {
  _id: string
  title: string
}

let chosen: Collected | undefined
const listeners = new Set<() => void>()

function choose(post: Collected | undefined): void {
  chosen = post
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks into which collections a listing is to go, above whatever page is open. */
export const collect = ({ _id, title }: Collected): void => choose({ _id, title })
export const endCollecting = (): void => choose(undefined)
export const useCollecting = (): Collected | undefined => useSyncExternalStore(subscribe, () => chosen)
