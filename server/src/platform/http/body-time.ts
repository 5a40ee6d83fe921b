import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { minutes, seconds } from '../clock.ts'

const bodyTimeoutMs = seconds(10)
/** As long as the address of an upload is good for. */
export const uploadTimeoutMs = minutes(15)

const limits = new WeakMap<IncomingMessage, NodeJS.Timeout>()

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Ends every request whose body is not there in time. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (hasBody(raw)) {
      const end = () => {
        // Refused before its body came: a second answer would not belong to anything.
        if (reply.sent) return raw.destroy()
        raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () =>
          raw.socket.destroy(),
        )
      }
      limits.set(raw, setTimeout(end, bodyTimeoutMs))
      raw.once('end', () => allowSlowBody(raw)).once('close', () => allowSlowBody(raw))
    }
    done()
  })
}

/** For a request that was found to be an upload: a photo over a poor connection takes minutes. */
export const allowSlowBody = (request: IncomingMessage): void => clearTimeout(limits.get(request))
