import { EventStream } from '../events/stream.ts'
import type { Answer } from './outcome.ts'

/** Tells of an answer while it is made. */
export type Tell = (type: string, data: unknown) => void

/**
 * The answer as server-sent events, with what is told of it before. It is made to its end whether or not
 * anybody listens: who lost the connection repeats the request with its key.
 */
export function toldAnswer(make: (tell: Tell) => Promise<Answer>): Answer {
  const frames: string[] = []
  let isMade = false
  let wake: (() => void) | undefined
  const say: Tell = (type, data) => {
    frames.push(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
    wake?.()
  }
  // It never rejects, and must begin before anybody reads.
  void make(say).then(({ status, body }) => {
    isMade = true
    say(status < 400 ? 'answer' : 'refusal', body)
  })
  const stream = new EventStream(async function* (signal) {
    signal.addEventListener('abort', () => wake?.())
    // At once, so that the headers leave.
    yield ': listening\n\n'
    while (!signal.aborted) {
      const next = frames.shift()
      if (next !== undefined) yield next
      else if (isMade) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  })
  return { status: 200, shape: undefined, body: stream, headers: {} }
}
