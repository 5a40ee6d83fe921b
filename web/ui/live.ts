import { type StreamEvent, streamEvents } from '@plaza/client/stream'
import { useEffect, useEffectEvent } from 'react'
import { withLock } from './lock.ts'
import { type Session, usePersonId } from './session.ts'

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const now = () => {
      clearTimeout(timer)
      window.removeEventListener('online', now)
      resolve()
    }
    const timer = setTimeout(now, ms)
    signal.addEventListener('abort', now, { once: true })
    window.addEventListener('online', now, { once: true })
  })

interface Following {
  session: Session
  url: string
  signal: AbortSignal
  lastEventId: () => string | undefined
  take: (event: StreamEvent) => void
}

/** Reads the stream until `signal`, through lost connections: it goes on after the last event. */
async function follow({ session, url, signal, lastEventId, take }: Following): Promise<void> {
  let isFirst = true
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const accessToken = await session.token()
      if (!accessToken) return
      const id = lastEventId()
      const since = id === undefined ? {} : { lastEventId: id }
      for await (const event of streamEvents({ url, accessToken, signal, ...since })) {
        failures = 0
        // Nobody knows what happened before a later connection that went on after no event.
        const isGap = event.type === 'connected' && id === undefined && !isFirst
        take(isGap ? { ...event, type: 'resync' } : event)
      }
      // The stream ends with the session, or with the server: the next token tells which.
      session.refused('TOKEN_EXPIRED')
    } catch (error) {
      // Unreachable, or refused; a new token finds out why.
      if (error instanceof Error && error.message.endsWith('401')) session.refused('TOKEN_EXPIRED')
    }
    isFirst = false
    await pause(Math.min(1000 * 2 ** failures, 30_000), signal)
  }
}

/**
 * Hands every event of the signed-in person, a product's `LiveEvent`, to `handle`, through lost connections. A `resync` event
 * says that lists must be loaded anew. One tab holds the stream and tells the others, because a
 * browser keeps only a few connections to one server.
 */
export function useLiveEvents<Event extends Pick<StreamEvent, 'type' | 'data'>>(
  session: Session,
  url: string,
  handle: (event: StreamEvent<Event>) => void,
): void {
  const personId = usePersonId(session)
  const onEvent = useEffectEvent(handle)
  useEffect(() => {
    if (personId === '') return
    const leave = new AbortController()
    const name = `plaza-live ${url} ${personId}`
    const tabs = new BroadcastChannel(name)
    let lastEventId: string | undefined
    const take = (event: StreamEvent) => {
      if (event.id !== undefined) lastEventId = event.id
      // The server publishes what its API document says.
      if (event.type !== 'connected') onEvent(event as StreamEvent<Event>)
    }
    // A tab that comes later learns where the others are, for when the stream becomes its own.
    tabs.onmessage = ({ data }: MessageEvent<StreamEvent | 'hello'>) => {
      if (data !== 'hello') take(data)
      else if (lastEventId !== undefined)
        tabs.postMessage({ id: lastEventId, type: 'connected', data: {} } satisfies StreamEvent)
    }
    tabs.postMessage('hello')
    const following = {
      session,
      url,
      signal: leave.signal,
      lastEventId: () => lastEventId,
      take: (event: StreamEvent) => {
        take(event)
        tabs.postMessage(event)
      },
    }
    withLock(name, () => follow(following), leave.signal).catch(() => {
      // Left before it was this tab's turn.
    })
    return () => {
      leave.abort()
      tabs.close()
    }
  }, [session, url, personId])
}
