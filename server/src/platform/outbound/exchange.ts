import type { Agent, IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { http } from '../node-http.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'

export interface Answer {
  status: number
  /** By lower-case names; several of one name are joined. */
  headers: Record<string, string | undefined>
  bytes: Buffer
}

/** A body that is too large to be held; it is opened anew for each try. */
export interface Streamed {
  /** In bytes. */
  size: number
  open(): Readable
}

/** One request, complete. */
export interface Sending {
  url: URL
  method: string
  headers: Record<string, string>
  body: Buffer | Streamed | undefined
  signal: AbortSignal
  heard?: (bytes: Buffer) => void
}

export interface Agents {
  http: Agent
  https: https.Agent
}

/**
 * One request and its answer, on one connection. What the other side is called in errors is its origin:
 * paths, queries and headers may hold secrets.
 * @throws ProviderUnavailable when it failed before anything was sent, ProviderUnsure afterwards,
 * ProviderRefused when the address is not to be called.
 */
export function exchange(
  { url, method, headers, body, signal, heard }: Sending,
  agents: Agents,
  maxBytes: number,
): Promise<Answer> {
  const isTls = url.protocol === 'https:'
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let isConnected = false
  const fail = (error: unknown) => reject(failureOf(error, url.origin, isConnected))
  const request = (isTls ? https : http).request(url, {
    method,
    headers: {
      'accept-encoding': 'identity',
      ...headers,
      ...(body ? { 'content-length': String(Buffer.isBuffer(body) ? body.length : body.size) } : {}),
    },
    agent: isTls ? agents.https : agents.http,
    signal,
  })
  request.on('socket', (socket) => {
    if (socket.connecting)
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        isConnected = true
      })
    else isConnected = true
  })
  request.on('error', fail)
  request.on('response', (response) => {
    const isWell = response.statusCode === 200
    read(response, maxBytes, isWell ? heard : undefined).then(resolve, (error) => {
      fail(error)
      request.destroy()
    })
  })
  sendBody(body, request, fail)
  return promise
}

export function sendBody(body: Sending['body'], to: Writable, fail: (error: unknown) => void): void {
  if (body === undefined || Buffer.isBuffer(body)) to.end(body)
  else pipeline(body.open(), to).catch(fail)
}

async function read(response: IncomingMessage, maxBytes: number, heard: Sending['heard']): Promise<Answer> {
  const bytes = await readAll(response, maxBytes, heard)
  if (!response.complete) throw new Error('the answer ended early')
  return { status: response.statusCode ?? 0, headers: joined(response.headers), bytes }
}

/** @throws ProviderUnsure when there is more. */
export async function readAll(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
  heard?: (bytes: Buffer) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw new ProviderUnsure(`the answer has more than ${maxBytes} bytes`)
    chunks.push(chunk)
    heard?.(chunk)
  }
  return Buffer.concat(chunks)
}

export const joined = (headers: Record<string, string | string[] | number | undefined>): Answer['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))

/** What an error means to the caller, by whether anything had been sent. */
export function failureOf(error: unknown, origin: string, wasSent: boolean): Error {
  if (error instanceof ProviderRefused || error instanceof ProviderUnsure) return error
  const { name, message, code } = error as NodeJS.ErrnoException
  const why = name === 'AbortError' || name === 'TimeoutError' ? 'no answer in time' : (code ?? message)
  return wasSent
    ? new ProviderUnsure(`${origin}: ${why}`)
    : new ProviderUnavailable(`${origin} cannot be reached: ${why}`)
}
