import { useCallback, useEffect, useRef, useState } from 'react'

interface Point {
  x: number
  y: number
}

/** How much closer a picture is than it fits, and by how many pixels its middle is moved. */
export interface View extends Point {
  scale: number
}

export interface Zoom {
  /** Of the box that the picture fits into. */
  ref: (box: HTMLElement | null) => void
  view: View
  /** Closer or further away by a factor, around the middle. */
  step: (factor: number) => void
  reset: () => void
}

const whole: View = { scale: 1, x: 0, y: 0 }
const closest = 5
/** What a double click brings it to. */
const near = 2.5

const within = (value: number, most: number) => Math.min(most, Math.max(-most, value))

/** The view after what was at `from` has gone to `to`, closer by a factor; points count from the middle of the box. */
export function moved(view: View, box: Size, from: Point, to: Point, factor: number): View {
  const scale = Math.min(closest, Math.max(1, view.scale * factor))
  const by = scale / view.scale
  return {
    scale,
    x: within(to.x - (from.x - view.x) * by, ((scale - 1) * box.width) / 2),
    y: within(to.y - (from.y - view.y) * by, ((scale - 1) * box.height) / 2),
  }
}
interface Size {
  width: number
  height: number
}

const middleOf = ([a, b = a]: readonly Point[]): Point =>
  a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : { x: 0, y: 0 }
const spanOf = ([a, b]: readonly Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 1)

/**
 * Brings a picture closer: by two fingers, a double click, the wheel with the control key, or `step`. One finger
 * or the mouse moves it then. @param of whatever it begins anew with, such as the number of the picture.
 */
export function useZoom(of: number): Zoom {
  const [state, setState] = useState({ of, view: whole })
  const [box, setBox] = useState<HTMLElement | null>(null)
  const view = state.of === of ? state.view : whole
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  })
  const change = useCallback(
    (next: View) => {
      latest.current = next
      setState({ of, view: next })
    },
    [of],
  )
  useEffect(() => {
    if (!box) return
    const apply = (from: Point, to: Point, factor: number) =>
      change(moved(latest.current, box.getBoundingClientRect(), from, to, factor))
    return followPointers(box, () => latest.current.scale > 1, apply)
  }, [box, change])
  const middle = { x: 0, y: 0 }
  return {
    ref: setBox,
    view,
    step: (factor) => box && change(moved(view, box.getBoundingClientRect(), middle, middle, factor)),
    reset: () => change(whole),
  }
}

/** Fingers, wheel and mouse in a box. @returns what ends it. */
function followPointers(
  box: HTMLElement,
  isClose: () => boolean,
  apply: (from: Point, to: Point, factor: number) => void,
): () => void {
  const ending = new AbortController()
  const active = { signal: ending.signal, passive: false }
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = box.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  let fingers: Point[] = []
  const touch = (event: TouchEvent) => {
    const now = [...event.touches].map(pointOf)
    const isMove = event.type === 'touchmove'
    // One finger swipes to the next picture, unless this one is close; a tap stays a tap.
    if (event.cancelable && (now.length > 1 || (isMove && isClose()))) event.preventDefault()
    if (isMove && now.length === fingers.length && (now.length > 1 || isClose()))
      apply(middleOf(fingers), middleOf(now), spanOf(now) / Math.max(1, spanOf(fingers)))
    fingers = now
  }
  for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
    box.addEventListener(name, touch, active)
  const zoomAt = (event: MouseEvent, factor: number) => {
    event.preventDefault()
    apply(pointOf(event), pointOf(event), factor)
  }
  box.addEventListener('dblclick', (event) => zoomAt(event, isClose() ? 1 / closest : near), active)
  const onWheel = (event: WheelEvent) => {
    if (event.ctrlKey) zoomAt(event, Math.exp(-event.deltaY / 100))
  }
  box.addEventListener('wheel', onWheel, active)
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 1 || !isClose()) return
    const to = pointOf(event)
    apply({ x: to.x - event.movementX, y: to.y - event.movementY }, to, 1)
  }
  box.addEventListener('pointermove', onPointer, active)
  return () => ending.abort()
}
