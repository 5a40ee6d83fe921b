import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'

export interface Strip {
  ref: RefObject<HTMLUListElement | null>
  /** Of the picture in sight, from 0. */
  index: number
  /** Brings a picture into sight; at once for whoever wants less motion, or when asked to. */
  show: (index: number, isAtOnce?: boolean) => void
  onScroll: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Pictures side by side of which one is in sight: swiped, or stepped through with the arrow keys. */
export function useStrip(count: number, start = 0): Strip {
  const ref = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(start)
  const show = (wanted: number, isAtOnce = false) => {
    const element = ref.current
    if (!element) return
    const next = Math.min(count - 1, Math.max(0, wanted))
    const isCalm = isAtOnce || window.matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollTo({ left: next * element.clientWidth, behavior: isCalm ? 'instant' : 'smooth' })
  }
  return {
    ref,
    index,
    show,
    onScroll() {
      const element = ref.current
      if (element) setIndex(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)))
    },
    onKeyDown(event) {
      const step = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key]
      if (step === undefined) return
      event.preventDefault()
      show(step)
    },
  }
}
