import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { seconds } from '../clock.ts'
import type { EventStream } from '../events/stream.ts'
import { overloaded, type Problem } from '../operation/problem.ts'

/** Of one person; the oldest ends when another one is opened, so that nobody takes the place of everybody. */
const mostOfPerson = 24
const retryAfterSeconds = 10
const patienceMs = seconds(8)

/**
 * Sends event streams, so many at most, and ends them when the server closes. Requests that are still running then
 * get their answers first; whoever has none after a few seconds is cut off.
 */
export function openStreamsOf(app: FastifyInstance, most: number) {
  let count = 0
  const open = new Map<string, AbortController[]>()
  app.addHook('preClose', (done) => {
    for (const stream of [...open.values()].flat()) stream.abort()
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref()
    done()
  })

  return {
    /** What is said to one too many. */
    refusal: (): Problem | undefined => (count < most ? undefined : overloaded({ retryAfterSeconds })),

    send(reply: FastifyReply, stream: EventStream, personId = ''): FastifyReply {
      const left = new AbortController()
      const others = open.get(personId) ?? []
      open.set(personId, [...others, left])
      count += 1
      reply.raw.on('close', () => left.abort())
      left.signal.addEventListener('abort', () => {
        const remaining = open.get(personId)?.filter((one) => one !== left) ?? []
        if (remaining.length > 0) open.set(personId, remaining)
        else open.delete(personId)
        count -= 1
      })
      if (others.length >= mostOfPerson) others[0]?.abort()
      // Whoever left while it was looked for who they are has closed already.
      if (reply.raw.destroyed) left.abort()
      reply.raw.socket?.setTimeout(0)
      reply.header('X-Accel-Buffering', 'no').type('text/event-stream; charset=utf-8')
      return reply.send(Readable.from(stream.chunks(left.signal), { objectMode: false }))
    },
  }
}
