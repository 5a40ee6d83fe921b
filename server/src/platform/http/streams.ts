import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { seconds } from '../clock.ts'
import type { EventStream } from '../events/stream.ts'

/** Of one session; the oldest ends when another one is opened. */
const mostOfSession = 8
const patienceMs = seconds(8)

/**
 * Sends event streams, and ends them when the server closes. Requests that are still running then
 * get their answers first; whoever has none after a few seconds is cut off.
 */
export function openStreamsOf(app: FastifyInstance) {
  const open = new Map<string, AbortController[]>()
  app.addHook('preClose', (done) => {
    for (const stream of [...open.values()].flat()) stream.abort()
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref()
    done()
  })

  return {
    send(reply: FastifyReply, stream: EventStream, sessionId = ''): FastifyReply {
      const left = new AbortController()
      const others = open.get(sessionId) ?? []
      open.set(sessionId, [...others, left])
      reply.raw.on('close', () => left.abort())
      left.signal.addEventListener('abort', () => {
        const remaining = open.get(sessionId)?.filter((one) => one !== left) ?? []
        if (remaining.length > 0) open.set(sessionId, remaining)
        else open.delete(sessionId)
      })
      if (others.length >= mostOfSession) others[0]?.abort()
      reply.raw.socket?.setTimeout(0)
      reply.header('X-Accel-Buffering', 'no').type('text/event-stream; charset=utf-8')
      return reply.send(Readable.from(stream.chunks(left.signal), { objectMode: false }))
    },
  }
}
