import { type StreamEvent, streamEvents } from '@plaza/client/stream'
import { useEffect, useEffectEvent } from 'react'
import { inTurn, suspendedMs } from './lock.ts'
import { freshMs } from './queries.ts'
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

/**
 * How long ago the oldest that the page may show unasked was read. Some clocks stand still while a device sleeps,
 * others are put right.
 */
const ageMs = () => Math.max(performance.now(), Date.now() - performance.timeOrigin) + freshMs

/** What a tab says to the others when it is shown: since when what it shows may have been read. */
interface Newcomer {
  readSince: number
}

interface Following {
  session: Session
  url: string
  signal: AbortSignal
  lastEventId: () => string | undefined
  take: (event: StreamEvent) => void
}

/** Reads the stream until `signal`, through lost connections: it goes on after the last event. */
async function follow({ session, url, signal, lastEventId, take }: Following): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const accessToken = await session.token()
      if (!accessToken) return
      const id = lastEventId()
      const since = id === undefined ? { ageMs: ageMs() } : { lastEventId: id }
      for await (const event of streamEvents({ url, accessToken, signal, ...since })) {
        failures = 0
        take(event)
      }
      // The stream ends with the session, or with the server: the next token tells which.
      session.refused('TOKEN_EXPIRED')
    } catch (error) {
      // Unreachable, or refused; a new token finds out why.
      if (error instanceof Error && error.message.endsWith('401')) session.refused('TOKEN_EXPIRED')
    }
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
    let isFollowing = false
    let hasAnswer = false
    const openedSince = Date.now() - ageMs()
    let heardAt = 0
    const take = (event: StreamEvent) => {
      hasAnswer = true
      if (event.id !== undefined) lastEventId = event.id
      if (event.type === 'connected') return
      heardAt = Date.now()
      // The server publishes what its API document says.
      onEvent(event as StreamEvent<Event>)
    }
    const tell = (event: StreamEvent) => tabs.postMessage(event)
    // A tab that comes later learns where the stream is, for when it becomes its own, and whether something
    // happened while it read.
    tabs.onmessage = ({ data }: MessageEvent<StreamEvent | Newcomer>) => {
      if ('type' in data) take(data)
      else if (isFollowing)
        tell({ id: lastEventId, type: heardAt > data.readSince ? 'resync' : 'connected', data: {} })
    }
    const begin = async (turn: AbortSignal) => {
      isFollowing = true
      await follow({
        session,
        url,
        signal: turn,
        lastEventId: () => lastEventId,
        take: (event) => {
          take(event)
          tell(event)
        },
      })
      isFollowing = false
    }
    const takeOver = inTurn(name, begin, leave.signal)
    let asked: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      clearTimeout(asked)
      if (document.hidden || isFollowing) return
      hasAnswer = false
      tabs.postMessage({ readSince: Math.max(heardAt, openedSince) } satisfies Newcomer)
      asked = setTimeout(() => {
        if (!hasAnswer && !isFollowing && !document.hidden) takeOver()
      }, suspendedMs)
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      document.removeEventListener('visibilitychange', ask)
      clearTimeout(asked)
      leave.abort()
      tabs.close()
    }
  }, [session, url, personId])
}
