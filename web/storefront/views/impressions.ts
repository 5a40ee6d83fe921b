import { recordImpressions } from '@plaza/client/marketplace'
import { useCallback } from 'react'
import { deviceId } from '../accounts/device.ts'

const seenAfterMs = 1000
const gatheredForMs = 2000
const mostAtOnce = 50

/** By id, the day on which it was last told: it counts once a day. */
const told = new Map<string, string>()
const gathered = new Set<string>()
const waiting = new Map<Element, ReturnType<typeof setTimeout>>()
let sending: ReturnType<typeof setTimeout> | undefined

const today = () => new Date().toISOString().slice(0, 10)

/** Nobody waits for it, and it may fail. */
function send(): void {
  clearTimeout(sending)
  sending = undefined
  const post_ids = [...gathered]
  if (post_ids.length === 0) return
  gathered.clear()
  // It is to arrive also where the page is left meanwhile.
  recordImpressions({ body: { post_ids, device_id: deviceId() }, keepalive: true }).catch(() => undefined)
}

function gather(id: string): void {
  if (told.get(id) === today()) return
  told.set(id, today())
  gathered.add(id)
  if (gathered.size >= mostAtOnce) send()
  else sending ??= setTimeout(send, gatheredForMs)
}

function forget(element: Element): void {
  clearTimeout(waiting.get(element))
  waiting.delete(element)
}

const ids = new WeakMap<Element, string>()
let observer: IntersectionObserver | undefined

/** Half of it for a second is what counts as shown. */
function openObserver(): IntersectionObserver {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send()
  })
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        forget(target)
        const id = ids.get(target)
        if (isIntersecting && id)
          waiting.set(
            target,
            setTimeout(() => {
              forget(target)
              gather(id)
            }, seenAfterMs),
          )
      }
    },
    { threshold: 0.5 },
  )
}

/** A `ref` of what shows a listing in a list: tells the server once it was on the screen. */
export const useShown = (id: string) =>
  useCallback(
    (element: Element | null) => {
      if (!element) return undefined
      observer ??= openObserver()
      ids.set(element, id)
      observer.observe(element)
      return () => {
        forget(element)
        observer?.unobserve(element)
      }
    },
    [id],
  )
