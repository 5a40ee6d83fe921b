import { randomInt } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Clock, seconds } from './clock.ts'
import { lastUsed } from './last-used.ts'
import { isPublicAddress } from './network.ts'
import { http } from './node-http.ts'
import { Circuit, Gate } from './outbound/circuit.ts'
import { type Agents, type Answer, exchange, type Sending, type Streamed } from './outbound/exchange.ts'
import { Http2Session } from './outbound/http2-session.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from './provider-errors.ts'

export type { Answer, Streamed } from './outbound/exchange.ts'

export interface OutboundRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer | Streamed
  /** From now to the end of the answer, repeats included; the origin's own unless said. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Hears what a successful answer consists of as it comes; the whole of it is returned all the same. */
  heard?: (bytes: Buffer) => void
  /**
   * The other side does it once however often it is sent, because of a key in it. Taken for granted of
   * all methods but POST and PATCH.
   */
  isRepeatable?: boolean
}

/** One server that the operator configured. */
export interface Origin {
  /**
   * Sends a request; `path` begins with a slash and goes behind the configured address.
   * @returns the answer, whatever its status; never one from elsewhere, since redirects are refused.
   * @throws ProviderUnavailable when nothing was sent, ProviderUnsure when no whole answer came,
   * ProviderRefused when it is a redirect.
   */
  send(request: OutboundRequest & { path: string }): Promise<Answer>
}

export interface OriginOptions {
  /** Eight seconds unless said. */
  timeoutMs?: number
  /** Requests side by side, twenty unless said; others wait. */
  atOnce?: number
  /** The largest answer; one megabyte unless said. */
  maxBytes?: number
  /** All requests go over one connection of HTTP/2, which stays open. */
  isHttp2?: true
}

/** The way to everybody else's servers. Nothing else sends HTTP requests. */
export interface Outbound {
  /** A server whose address the operator set: it may stand on this machine or in the operator's network. */
  at(base: string, options?: OriginOptions): Origin
  /**
   * An address that came from anybody else: http(s) on 80 or 443, and public wherever its name leads at
   * the moment of connecting. Throws as `Origin` does; ProviderRefused when it may not be called.
   */
  toPublic(url: string, request: OutboundRequest): Promise<Answer>
  close(): void
}

type Resolve = (host: string) => Promise<LookupAddress[]>

interface Line {
  circuit: Circuit
  gate: Gate
  timeoutMs: number
  exchange(sending: Sending): Promise<Answer>
}

const mostTries = 3
const longestPauseMs = seconds(2)
// Below the five seconds after which many servers hang up, so that no request meets that moment.
const idleMs = 4000
const strangerOptions = { timeoutMs: 5000, atOnce: 4, maxBytes: 10 * 1024 * 1024 }

/** @param options `resolve` finds the addresses of a name; the system does unless said. */
export function openOutbound(options: {
  clock: Clock
  log: Logger
  resolve?: Resolve
  /** Where an origin says nothing else; eight seconds unless said. */
  timeoutMs?: number
}): Outbound {
  const { clock, log, timeoutMs: usualMs = 8000, resolve = (host) => lookup(host, { all: true }) } = options
  const configured = agents()
  const guarded = agents(publicOnly(resolve))
  const strangers = lastUsed<Line>(500)
  const sessions: Http2Session[] = []
  const lineTo = (origin: string, through: Agents, settings: OriginOptions): Line => {
    const { timeoutMs = usualMs, atOnce = 20, maxBytes = 1024 * 1024, isHttp2 } = settings
    const session = isHttp2 ? new Http2Session(origin) : undefined
    if (session) sessions.push(session)
    return {
      circuit: new Circuit(origin, clock),
      gate: new Gate(atOnce),
      timeoutMs,
      exchange: (sending) =>
        session ? session.exchange(sending, maxBytes) : exchange(sending, through, maxBytes),
    }
  }
  return {
    at(base, settings = {}) {
      const address = base.replace(/\/+$/, '')
      const root = new URL(address).href.replace(/\/+$/, '')
      const line = lineTo(new URL(address).origin, configured, settings)
      return {
        async send({ path, ...request }) {
          const url = new URL(address + path)
          if (!path.startsWith('/') || !url.href.startsWith(`${root}/`))
            throw new Error('a path begins with a slash and stays below the configured address')
          return call(line, url, request, log)
        },
      }
    },
    async toPublic(address, request) {
      const url = requirePublic(address)
      const line = strangers.get(url.origin) ?? lineTo(url.origin, guarded, strangerOptions)
      strangers.set(url.origin, line)
      return call(line, url, request, log)
    },
    close() {
      for (const { http, https } of [configured, guarded]) {
        http.destroy()
        https.destroy()
      }
      for (const session of sessions) session.close()
    },
  }
}

function agents(lookup?: LookupFunction): Agents {
  const options = { keepAlive: true, timeout: idleMs, ...(lookup ? { lookup } : {}) }
  return { http: new http.Agent(options), https: new https.Agent(options) }
}

/** Looks at the very addresses that are connected to; of a name that leads to any other, nothing is used. */
const publicOnly =
  (resolve: Resolve): LookupFunction =>
  (host, options, callback) => {
    resolve(host).then(
      (found) => {
        const [first] = found
        if (!first || !found.every(({ address }) => isPublicAddress(address)))
          callback(new ProviderRefused(`${host} is not a public address`), '')
        else if (options.all) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, ''),
    )
  }

/** @throws ProviderRefused. The name of a host is looked at when it is connected to; numbers never are, so here. */
function requirePublic(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  // The port of a scheme is left out of `port`, written or not.
  const port = url?.port || (url?.protocol === 'https:' ? '443' : '80')
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    !['80', '443'].includes(port) ||
    url.username !== '' ||
    url.password !== '' ||
    (isIP(host) > 0 && !isPublicAddress(host))
  )
    throw new ProviderRefused('this address may not be called')
  return url
}

/** A call with its tries, within its time. */
async function call(line: Line, url: URL, request: OutboundRequest, log: Logger): Promise<Answer> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? line.timeoutMs)
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
  const isRepeatable = request.isRepeatable ?? !['POST', 'PATCH'].includes(request.method)
  for (let tries = 1; ; tries += 1) {
    const result = await attempt(line, url, request, signal)
    const pauseMs = tries < mostTries ? pauseAfter(result, tries, isRepeatable) : undefined
    const facts = { to: url.origin, method: request.method, tries }
    if (result instanceof Error) log.warn({ ...facts, error: result.message }, 'a call out failed')
    else log.debug({ ...facts, status: result.status }, 'a call out was answered')
    if (pauseMs !== undefined && (await hasPaused(pauseMs, signal))) continue
    if (result instanceof Error) throw result
    if (result.status >= 300 && result.status < 400)
      throw new ProviderRefused(`${url.origin} redirects, and that is not followed`)
    return result
  }
}

const hasPaused = (ms: number, signal: AbortSignal): Promise<boolean> =>
  pause(ms, true, { signal }).catch(() => false)

type Failure = ProviderUnavailable | ProviderUnsure | ProviderRefused

/** How long to wait before the next try; undefined when there shall be none. */
function pauseAfter(result: Answer | Failure, tries: number, isRepeatable: boolean): number | undefined {
  const jitteredMs = randomInt(100, 200) * 2 ** (tries - 1)
  // Nothing was sent yet, so nothing can happen twice. One that is left alone says how long.
  if (result instanceof ProviderUnavailable)
    return result.retryAfterSeconds === undefined ? jitteredMs : undefined
  if (!isRepeatable || result instanceof ProviderRefused) return undefined
  if (result instanceof ProviderUnsure) return jitteredMs
  if (result.status !== 429 && result.status !== 503) return undefined
  const askedMs = seconds(retryAfterSeconds(result) ?? 0)
  return askedMs > longestPauseMs ? undefined : Math.max(askedMs, jitteredMs)
}

async function attempt(
  line: Line,
  url: URL,
  { method, headers = {}, body, heard }: OutboundRequest,
  signal: AbortSignal,
): Promise<Answer | Failure> {
  const { circuit, gate } = line
  try {
    circuit.enter()
  } catch (error) {
    return error as ProviderUnavailable
  }
  let isWell: boolean | undefined
  try {
    await gate.enter(signal)
  } catch {
    circuit.leave(undefined)
    return new ProviderUnavailable(`${url.origin} is busy with other calls`)
  }
  try {
    const sent = typeof body === 'string' ? Buffer.from(body) : body
    const answer = await line.exchange({
      url,
      method,
      headers,
      body: sent,
      signal,
      ...(heard ? { heard } : {}),
    })
    isWell = answer.status < 500
    return answer
  } catch (error) {
    isWell = error instanceof ProviderRefused ? undefined : false
    // Whatever an exchange throws is one of these.
    return error as Failure
  } finally {
    gate.leave()
    circuit.leave(isWell)
  }
}

/** How long the other side asks to be left alone, in seconds from now; undefined when it does not. */
export function retryAfterSeconds({ headers }: Answer, now?: Date): number | undefined {
  const asked = headers['retry-after']
  if (asked === undefined) return undefined
  if (/^\d{1,6}$/.test(asked)) return Number(asked)
  const until = Date.parse(asked)
  if (Number.isNaN(until) || now === undefined) return undefined
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}

/**
 * The answer, if its status says that all is well.
 * @throws ProviderUnavailable of 429 and 503, ProviderUnsure of the other 5xx, ProviderRefused of the rest.
 */
export function requireSuccess(answer: Answer, who: string): Answer {
  const { status } = answer
  if (status >= 200 && status < 300) return answer
  const message = `${who} answered ${status}`
  if (status === 429 || status === 503) throw new ProviderUnavailable(message, retryAfterSeconds(answer))
  if (status >= 500 || status === 408) throw new ProviderUnsure(message)
  throw new ProviderRefused(message)
}

/** The answer's JSON. @throws ProviderUnsure when it is none. */
export function jsonOf({ bytes, status }: Answer, who: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ProviderUnsure(`${who} answered ${status} with something that is no JSON`)
  }
}
