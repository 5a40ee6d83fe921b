import { connect, type Socket } from 'node:net'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { blanksIn, fillIn, numberNow } from './requests.ts'

/** One request. */
export interface Shot {
  method: string
  path: string
  token?: string | undefined
  headers?: Record<string, string> | undefined
  body?: string | undefined
}

export interface Load {
  port: number
  shots: Shot[]
  connections: number
  /** Requests answered in this time first are not counted. */
  warmUpMs: number
  measuredMs: number
  /** Where the numbering of the requests starts. */
  from: number
  /** How many there are, where requests leave open which of them they name. */
  listings?: number
  /** What is done after a 503 that says when to come back; without it, such an answer is a failure like others. */
  whenRefused?: 'ask at once' | 'wait as told'
}

export interface Measured {
  requests: number
  /** Answers of a status outside 2xx, and broken connections. */
  failures: number
  firstFailure: string | undefined
  perSecond: number
  p50: number
  p99: number
  /** Refusals that say when to come back, where they are expected. */
  refusals: { count: number; p99: number; slowest: number }
  /** Where the numbering went to. */
  to: number
  /** Of an answer's body, on average. */
  bytes: number
  /** What this generator itself spends on a request, in microseconds of CPU. */
  ownCpu: number
}

/** Loads a server on this machine from a thread of its own, so that counting does not disturb the caller. */
export function load(plan: Load): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: plan })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the load thread ended (${code}) without a result`)))
  })
}

const answerTimeoutMs = 10_000

/** A request as it goes over the wire, written once before the measuring. */
interface Encoded {
  bytes: Buffer
  /** What is written over each time. */
  blanks: ReturnType<typeof blanksIn>
}

function encode({ method, path, token, headers = {}, body }: Shot): Encoded {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['content-type: application/json']),
    ...(method === 'GET' ? [] : [`content-length: ${Buffer.byteLength(body ?? '')}`]),
  ]
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
  return { bytes, blanks: blanksIn(bytes) }
}

const headEnd = Buffer.from('\r\n\r\n')
const chunksEnd = Buffer.from('0\r\n\r\n')

/** Reads one answer at a time from the bytes of a connection; bodies of successes are counted, not kept. */
class AnswerReader {
  status = 0
  /** Of the body so far. */
  length = 0
  /** What the answer says of coming back; undefined when it says nothing. */
  retryAfterSeconds: number | undefined
  #head: Buffer | undefined
  /** Bytes of the body still to come; -1 until the last chunk. */
  #missing = 0
  #isInBody = false
  #failed: Buffer[] = []
  #tail: Buffer = Buffer.alloc(0)

  /** @returns whether the answer is complete. */
  take(chunk: Buffer): boolean {
    if (this.#isInBody) return this.#takeBody(chunk)
    const bytes = this.#head ? Buffer.concat([this.#head, chunk]) : chunk
    const end = bytes.indexOf(headEnd)
    if (end < 0) {
      this.#head = bytes
      return false
    }
    this.#head = undefined
    this.#failed = []
    this.#tail = Buffer.alloc(0)
    const head = bytes.toString('latin1', 0, end)
    this.status = Number(head.slice(9, 12))
    this.length = 0
    const retryAfter = this.status === 503 ? /\r\nretry-after: *(\d+)/i.exec(head)?.[1] : undefined
    this.retryAfterSeconds = retryAfter === undefined ? undefined : Number(retryAfter)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    this.#missing = length !== undefined ? Number(length) : /\r\ntransfer-encoding:/i.test(head) ? -1 : 0
    this.#isInBody = true
    return this.#takeBody(bytes.subarray(end + headEnd.length))
  }

  #takeBody(bytes: Buffer): boolean {
    this.length += bytes.length
    if (this.status < 200 || this.status >= 300) this.#failed.push(bytes)
    const isComplete = this.#missing < 0 ? this.#endsWithLastChunk(bytes) : bytes.length >= this.#missing
    if (this.#missing >= 0) this.#missing -= bytes.length
    if (isComplete) this.#isInBody = false
    return isComplete
  }

  #endsWithLastChunk(bytes: Buffer): boolean {
    this.#tail = Buffer.concat([this.#tail, bytes]).subarray(-chunksEnd.length)
    return this.#tail.equals(chunksEnd)
  }

  /** What is wrong with the answer. */
  failure(): string | undefined {
    if (this.status >= 200 && this.status < 300) return undefined
    return `${this.status} ${Buffer.concat(this.#failed).toString().slice(0, 300)}`
  }
}

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Closed loop: each connection sends its next request when it has the answer to the last one. */
class Run {
  readonly #plan: Load
  readonly #shots: Encoded[]
  readonly #start: number
  readonly #end: number
  readonly #times: number[] = []
  readonly #refusalTimes: number[] = []
  readonly #firstNumber = numberNow()
  #next: number
  /** When the first counted answer came: by then, everything has been compiled. */
  #before: NodeJS.CpuUsage | undefined
  #bytes = 0
  #failures = 0
  #firstFailure: string | undefined

  constructor(plan: Load) {
    this.#plan = plan
    this.#shots = plan.shots.map(encode)
    this.#start = performance.now() + plan.warmUpMs
    this.#end = this.#start + plan.measuredMs
    this.#next = plan.from
  }

  async measure(): Promise<Measured> {
    const { connections, measuredMs } = this.#plan
    await Promise.all(Array.from({ length: connections }, () => this.#keepAsking()))
    const spent = process.threadCpuUsage(this.#before)
    const sorted = Float64Array.from(this.#times).sort()
    const refused = Float64Array.from(this.#refusalTimes).sort()
    return {
      requests: sorted.length,
      failures: this.#failures,
      firstFailure: this.#firstFailure,
      perSecond: sorted.length / (measuredMs / 1000),
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      refusals: { count: refused.length, p99: percentile(refused, 0.99), slowest: refused.at(-1) ?? 0 },
      to: this.#next,
      bytes: this.#bytes / sorted.length,
      ownCpu: (spent.user + spent.system) / sorted.length,
    }
  }

  /** One connection after the other, as long as there is time; a good one lasts to the end. */
  async #keepAsking(): Promise<void> {
    while (performance.now() < this.#end) await this.#useConnection()
  }

  #useConnection(): Promise<void> {
    const socket = connect({ host: '127.0.0.1', port: this.#plan.port, noDelay: true })
    const reader = new AnswerReader()
    let sentAt = performance.now()
    let isPausing = false
    const send = () => {
      sentAt = performance.now()
      if (sentAt >= this.#end) socket.end()
      else this.#send(socket)
    }
    const overdue = setInterval(() => {
      if (!isPausing && performance.now() - sentAt > answerTimeoutMs)
        socket.destroy(new Error('no answer in time'))
    }, 1000)
    return new Promise((resolve) => {
      socket.on('connect', send)
      socket.on('data', (chunk: Buffer) => {
        if (!reader.take(chunk)) return
        const pauseMs = this.#count(sentAt, reader)
        if (pauseMs === 0) return send()
        isPausing = true
        setTimeout(() => {
          isPausing = false
          send()
        }, pauseMs)
      })
      socket.on('error', (error) => this.#fail(String(error)))
      socket.on('close', () => {
        clearInterval(overdue)
        if (performance.now() < this.#end) this.#fail('the connection was closed')
        resolve()
      })
    })
  }

  #send(socket: Socket): void {
    const number = this.#next++
    const shot = this.#shots[number % this.#shots.length]
    if (!shot) throw new Error('there is nothing to send')
    const { bytes, blanks } = shot
    if (blanks.length === 0) {
      socket.write(bytes)
      return
    }
    const copy = Buffer.from(bytes)
    const { listings = 1 } = this.#plan
    fillIn(copy, blanks, { number, unique: this.#firstNumber + number, listings })
    socket.write(copy)
  }

  /** @returns after how long the next request is sent. */
  #count(sentAt: number, answer: AnswerReader): number {
    const { whenRefused } = this.#plan
    const { retryAfterSeconds } = answer
    const answeredAt = performance.now()
    const isCounted = answeredAt >= this.#start && answeredAt < this.#end
    if (whenRefused && retryAfterSeconds !== undefined) {
      if (isCounted) this.#refusalTimes.push(answeredAt - sentAt)
      // Nobody waits beyond the end.
      const leftMs = Math.max(0, this.#end - answeredAt)
      return whenRefused === 'wait as told' ? Math.min(retryAfterSeconds * 1000, leftMs) : 0
    }
    const failure = answer.failure()
    if (failure !== undefined) this.#fail(failure)
    else if (isCounted) {
      this.#before ??= process.threadCpuUsage()
      this.#times.push(answeredAt - sentAt)
      this.#bytes += answer.length
    }
    return 0
  }

  #fail(failure: string): void {
    this.#failures += 1
    this.#firstFailure ??= failure
  }
}

if (parentPort && workerData) parentPort.postMessage(await new Run(workerData as Load).measure())
