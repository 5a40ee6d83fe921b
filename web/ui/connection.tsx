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

/** What sticks to the top, or is as high as the window, leaves as much room as the notice takes. */
function measure(notice: HTMLElement | null) {
  if (!notice) return
  const observer = new ResizeObserver(() =>
    document.documentElement.style.setProperty('--notice', `${notice.offsetHeight}px`),
  )
  observer.observe(notice)
  return () => observer.disconnect()
}

/** Says that the connection is gone, for as long as it is. */
export function ConnectionNotice() {
  const isOnline = useIsOnline()
  return (
    <div ref={measure} role="status" className={isOnline ? undefined : classes.notice}>
      {isOnline ? null : texts.connectionLost}
    </div>
  )
}
