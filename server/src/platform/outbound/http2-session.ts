import http2 from 'node:http2'
import { type Answer, failureOf, joined, readAll, type Sending, sendBody } from './exchange.ts'

/** One connection of HTTP/2 for all requests to an origin, made when it is needed, and again when it was lost. */
export class Http2Session {
  readonly #origin: string
  #session: http2.ClientHttp2Session | undefined

  constructor(origin: string) {
    this.#origin = origin
  }

  /** @throws as `exchange` does. */
  async exchange({ url, method, headers, body, signal }: Sending, maxBytes: number): Promise<Answer> {
    const session = this.#open()
    const stream = session.request({ ...headers, ':method': method, ':path': url.pathname + url.search })
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    stream.on('error', reject)
    stream.once('close', () => reject(new Error('the answer ended early')))
    stream.once('response', ({ ':status': status, ...answered }) => {
      readAll(stream, maxBytes).then(
        (bytes) => resolve({ status: Number(status), headers: joined(answered), bytes }),
        reject,
      )
    })
    sendBody(body, stream, reject)
    try {
      return await promise
    } catch (error) {
      // It was never looked at there.
      const isUntouched = stream.rstCode === http2.constants.NGHTTP2_REFUSED_STREAM
      const wasSent = !session.connecting && !stream.pending && !isUntouched
      // A connection on which nothing comes back may be dead without saying so.
      if (signal.aborted) this.#forget(session)
      throw failureOf(error, this.#origin, wasSent)
    } finally {
      signal.removeEventListener('abort', giveUp)
      stream.close()
    }
  }

  close(): void {
    this.#session?.destroy()
  }

  #open(): http2.ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session
    const session = http2.connect(this.#origin)
    // Each request hears of it by itself.
    session.on('error', () => this.#forget(session))
    // What is under way ends on the old connection; what comes next gets a new one.
    session.once('goaway', () => this.#forget(session))
    this.#session = session
    return session
  }

  #forget(session: http2.ClientHttp2Session): void {
    if (this.#session === session) this.#session = undefined
    session.close()
  }
}
