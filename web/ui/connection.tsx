import { useSyncExternalStore } from 'react'
import { texts } from '../texts/ui.ts'
import classes from './connection.module.css'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Says that the connection is gone, for as long as it is. */
export function ConnectionNotice() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className={isOnline ? undefined : classes.notice}>
      {isOnline ? null : texts.connectionLost}
    </div>
  )
}
