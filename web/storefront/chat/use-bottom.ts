import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Counts as being at the end of the messages. */
const nearBottom = 60

/**
 * Keeps the end of the messages in sight for somebody who is there, and what they read where it is
 * for somebody who scrolled up. The scroller is turned around: 0 is its end, upwards is negative.
 */
export function useBottom(
  lastId: string | undefined,
  lastWaitingId: string | undefined,
): { scroller: RefObject<HTMLDivElement | null>; hasNewBelow: boolean; toBottom: () => void } {
  const scroller = useRef<HTMLDivElement>(null)
  const before = useRef({ lastId, height: 0 })
  const [hasNewBelow, setNewBelow] = useState(false)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const isAway = element.scrollTop < -nearBottom
    const isNew = before.current.lastId !== undefined && before.current.lastId !== lastId
    if (isNew && isAway) {
      element.scrollTop -= element.scrollHeight - before.current.height
      setNewBelow(true)
    }
    before.current = { lastId, height: element.scrollHeight }
  })
  const toBottom = useCallback(() => {
    scroller.current?.scrollTo({ top: 0 })
    setNewBelow(false)
  }, [])
  // What one sends oneself is looked at.
  useEffect(() => {
    if (lastWaitingId !== undefined) toBottom()
  }, [lastWaitingId, toBottom])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      if (element.scrollTop >= -nearBottom) setNewBelow(false)
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [])
  return { scroller, hasNewBelow, toBottom }
}
