import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/** One request; `{unique}` in the body becomes a new id each time, so that none repeats. */
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
}

export interface Measured {
  requests: number
  /** Answers of a status outside 2xx, and broken connections. */
  failures: number
  firstFailure: string | undefined
  perSecond: number
  p50: number
  p99: number
  /** Where the numbering went to. */
  to: number
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

const answerTimeout = 10_000

function send(agent: http.Agent, port: number, shot: Shot): Promise<string | undefined> {
  const body = shot.body?.replaceAll('{unique}', randomUUID())
  return new Promise((resolve) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: shot.method,
        path: shot.path,
        timeout: answerTimeout,
        headers: {
          ...(shot.token ? { authorization: `Bearer ${shot.token}` } : {}),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...shot.headers,
        },
      },
      (response) => {
        const status = response.statusCode ?? 0
        const isRight = status >= 200 && status < 300
        let text = ''
        response.on('data', (chunk: Buffer) => {
          if (!isRight) text += chunk
        })
        response.on('end', () => resolve(isRight ? undefined : `${status} ${text.slice(0, 300)}`))
        response.on('error', (error) => resolve(String(error)))
      },
    )
    request.on('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', (error) => resolve(String(error)))
    request.end(body)
  })
}

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Closed loop: each connection sends its next request when it has the answer to the last one. */
async function run({ port, shots, connections, warmUpMs, measuredMs, from }: Load): Promise<Measured> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const start = performance.now() + warmUpMs
  const end = start + measuredMs
  const times: number[] = []
  let next = from
  let failures = 0
  let firstFailure: string | undefined
  const loop = async () => {
    for (;;) {
      const sentAt = performance.now()
      if (sentAt >= end) return
      const n = next++
      const shot = shots[n % shots.length]
      if (!shot) throw new Error('there is nothing to send')
      const failure = await send(agent, port, shot)
      const answeredAt = performance.now()
      if (failure !== undefined) {
        failures += 1
        firstFailure ??= failure
      } else if (answeredAt >= start && answeredAt < end) times.push(answeredAt - sentAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  agent.destroy()
  const sorted = Float64Array.from(times).sort()
  return {
    requests: times.length,
    failures,
    firstFailure,
    perSecond: times.length / (measuredMs / 1000),
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    to: next,
  }
}

if (parentPort && workerData) parentPort.postMessage(await run(workerData as Load))
