import http from 'node:http'
import https from 'node:https'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'

export interface Answer {
  status: number
  /** By lower-case names; several of one name are joined. */
  headers: Record<string, string | undefined>
  bytes: Buffer
}

export interface Exchange {
  url: URL
  method: string
  headers: Record<string, string>
  body: Buffer | undefined
  agents: Agents
  maxBytes: number
  signal: AbortSignal
}

export interface Agents {
  http: http.Agent
  https: https.Agent
}

/**
 * One request and its answer, on one connection. What the other side is called in errors is its origin:
 * paths, queries and headers may hold secrets.
 * @throws ProviderUnavailable when it failed before anything was sent, ProviderUnsure afterwards,
 * ProviderRefused when the address is not to be called.
 */
export function exchange({ url, signal, agents, maxBytes, ...sending }: Exchange): Promise<Answer> {
  const isTls = url.protocol === 'https:'
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let isConnected = false
  const fail = (error: unknown) => reject(failureOf(error, url.origin, isConnected))
  const request = (isTls ? https : http).request(url, {
    method: sending.method,
    headers: {
      'accept-encoding': 'identity',
      ...sending.headers,
      ...(sending.body ? { 'content-length': String(sending.body.length) } : {}),
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
    read(response, maxBytes).then(resolve, (error) => {
      fail(error)
      request.destroy()
    })
  })
  request.end(sending.body)
  return promise
}

async function read(response: http.IncomingMessage, maxBytes: number): Promise<Answer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new ProviderUnsure(`the answer has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  if (!response.complete) throw new Error('the answer ended early')
  const headers = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')])
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    bytes: Buffer.concat(chunks),
  }
}

function failureOf(error: unknown, origin: string, isConnected: boolean): Error {
  if (error instanceof ProviderRefused || error instanceof ProviderUnsure) return error
  const { name, message, code } = error as NodeJS.ErrnoException
  const why = name === 'AbortError' ? 'no answer in time' : (code ?? message)
  return isConnected
    ? new ProviderUnsure(`${origin}: ${why}`)
    : new ProviderUnavailable(`${origin} cannot be reached: ${why}`)
}
