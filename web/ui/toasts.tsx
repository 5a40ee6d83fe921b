import { useSyncExternalStore } from 'react'
import { texts } from '../texts/ui.ts'
import { IconButton, PlainButton } from './plain-button.tsx'
import classes from './toasts.module.css'

interface Toast {
  id: number
  message: string
  kind: 'good' | 'bad'
  /** What can be done about it as long as it is shown. */
  action: Action | undefined
}

interface Action {
  label: string
  run: () => void
}

const shownForMs = 6000
let count = 0
let toasts: readonly Toast[] = []
const listeners = new Set<() => void>()

function show(changed: readonly Toast[]): void {
  toasts = changed
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const close = (id: number) => show(toasts.filter((toast) => toast.id !== id))

/**
 * Says something in passing, above the page.
 * @returns takes it away before its time.
 */
export function say(
  message: string,
  kind: Toast['kind'] = 'good',
  { action, forMs = shownForMs }: { action?: Action; forMs?: number } = {},
): () => void {
  count += 1
  const id = count
  show([...toasts, { id, message, kind, action }])
  setTimeout(() => close(id), forMs)
  return () => close(id)
}

/** Where what is said in passing appears. It is always there, so that it is read out. */
export const Toasts = () => (
  <div className={classes.toasts} role="status">
    {useSyncExternalStore(subscribe, () => toasts).map(({ id, message, kind, action }) => (
      <div key={id} className={classes.toast} data-kind={kind}>
        <span className={classes.message}>{message}</span>
        {action && (
          <PlainButton
            look="subtle"
            onClick={() => {
              close(id)
              action.run()
            }}
          >
            {action.label}
          </PlainButton>
        )}
        <IconButton className={classes.close} aria-label={texts.close} onClick={() => close(id)}>
          <svg aria-hidden width="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2">
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </IconButton>
      </div>
    ))}
  </div>
)
