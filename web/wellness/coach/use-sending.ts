import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Failure } from '../../ui/failure.ts'
import { newId } from '../../ui/ids.ts'
import { ofNoun } from '../../ui/queries.ts'
import { messageOf } from '../../ui/states.tsx'
import { session } from '../session.ts'
import { type Sending, sendHeard } from './sending.ts'

/** A message on its way, with what is heard of it. */
export interface OnItsWay extends Sending {
  /** Its id, once it is kept. */
  messageId?: string
  words: string
  failure?: string
  isLost?: boolean
  /** The server said no: as it is, it never goes. */
  isRefused?: boolean
}

/** Outlives its page, for whoever looks elsewhere meanwhile, and is its own person's only. */
let last: { personId: string; onItsWay: OnItsWay } | undefined
const listeners = new Set<() => void>()

function setLast(now: typeof last): void {
  last = now
  for (const listener of listeners) listener()
}

const change = (key: string, more: (before: OnItsWay) => Partial<OnItsWay>) => {
  if (last?.onItsWay.key === key) setLast({ ...last, onItsWay: { ...last.onItsWay, ...more(last.onItsWay) } })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const ownLast = () => (last?.personId === session.personId ? last.onItsWay : undefined)

/** Sends messages one after the other, and keeps one that failed until it is sent again. */
export function useSending() {
  const queryClient = useQueryClient()
  const onItsWay = useSyncExternalStore(subscribe, ownLast)

  /** @returns whether it was answered. */
  async function go({ key, text }: Sending): Promise<boolean> {
    setLast({ personId: session.personId, onItsWay: { key, text, words: '' } })
    try {
      await sendHeard(
        { key, text },
        {
          kept: ({ id }) => change(key, () => ({ messageId: id })),
          words: (text) => change(key, ({ words }) => ({ words: words + text })),
        },
      )
      await queryClient.invalidateQueries(ofNoun('coach'))
      if (last?.onItsWay.key === key) setLast(undefined)
      return true
    } catch (error) {
      const isLost = error instanceof Failure && error.code === 'OFFLINE'
      const isRefused = error instanceof Failure && error.isFinal
      change(key, () => ({ failure: messageOf(error), isLost, isRefused }))
      void queryClient.invalidateQueries(ofNoun('coach'))
      return false
    }
  }

  /** What failed before goes first. @returns whether it was sent, be it in vain; it is the sender's still where not. */
  async function send(text: string): Promise<boolean> {
    if (onItsWay && !onItsWay.isRefused && !(await go(onItsWay))) return false
    void go({ key: newId(), text })
    return true
  }

  return {
    onItsWay,
    isBusy: onItsWay !== undefined && onItsWay.failure === undefined,
    send,
    again: () => onItsWay && void go(onItsWay),
  }
}
