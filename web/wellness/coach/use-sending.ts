import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
}

/** Sends messages one after the other, and keeps one that failed until it is sent again. */
export function useSending() {
  const queryClient = useQueryClient()
  const [onItsWay, setOnItsWay] = useState<OnItsWay>()
  const change = (key: string, more: (before: OnItsWay) => Partial<OnItsWay>) =>
    setOnItsWay((before) => (before?.key === key ? { ...before, ...more(before) } : before))

  async function go({ key, text }: Sending): Promise<void> {
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
    } catch (error) {
      const isLost = error instanceof Error && 'code' in error && error.code === 'OFFLINE'
      change(key, () => ({ failure: messageOf(error), isLost }))
      void queryClient.invalidateQueries(ofNoun('coach'))
    }
  }

  return {
    onItsWay,
    isBusy: onItsWay !== undefined && onItsWay.failure === undefined,
    send: (text: string) => void go({ key: newId(), text }),
    again: () => onItsWay && void go(onItsWay),
    /** What was written, to be changed and sent anew. */
    takeBack: () => setOnItsWay(undefined),
  }
}
