import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../ui/failure.ts'
import { newId } from '../../ui/ids.ts'
import { ofNoun } from '../../ui/queries.ts'
import { messageOf } from '../../ui/states.tsx'
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

/** Sends messages one after the other, and keeps one that failed until it is sent again. */
export function useSending() {
  const queryClient = useQueryClient()
  const [onItsWay, setOnItsWay] = useState<OnItsWay>()
  const change = (key: string, more: (before: OnItsWay) => Partial<OnItsWay>) =>
    setOnItsWay((before) => (before?.key === key ? { ...before, ...more(before) } : before))

  /** @returns whether it was answered. */
  async function go({ key, text }: Sending): Promise<boolean> {
    setOnItsWay({ key, text, words: '' })
    try {
      await sendHeard(
        { key, text },
        {
          kept: ({ id }) => change(key, () => ({ messageId: id })),
          words: (text) => change(key, ({ words }) => ({ words: words + text })),
        },
      )
      await queryClient.invalidateQueries(ofNoun('coach'))
      setOnItsWay((before) => (before?.key === key ? undefined : before))
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
