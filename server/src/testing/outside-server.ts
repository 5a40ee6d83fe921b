import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What happens to a request instead of its answer. `lose` does as asked and hangs up without a word. */
export type Fault =
  | { status: number; headers?: Record<string, string> }
  | 'cut'
  | 'lose'
  | 'malformed'
  | 'slow'

export interface Received {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  bytes: Buffer
}

export interface Given {
  status: number
  headers?: Record<string, string | number>
  body?: string | Buffer | undefined
}

/** Somebody else's server, as far as it can fail. What it says stands in the file of who it plays. */
export interface OutsideServer {
  url: string
  /** How many requests came, failed ones too. */
  requests(): number
  /** Makes the next requests fail, one each. */
  failNext(...faults: Fault[]): void
  /** Takes back what has not failed yet. */
  heal(): void
  close(): Promise<void>
}

/** @param answer says what a request gets, `cut` being no answer at all; what it throws becomes a 500. */
export async function startOutsideServer(
  answer: (received: Received) => Given | 'cut' | Promise<Given | 'cut'>,
): Promise<OutsideServer> {
  const faults: Fault[] = []
  let requests = 0
  const server = createServer(async (request, response) => {
    requests += 1
    const fault = faults.shift()
    if (fault === 'cut') return void request.socket.destroy()
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const { method = '', headers } = request
    const bytes = await buffer(request).catch(() => Buffer.alloc(0))
    // It answers when it is closed.
    if (fault === 'slow') return
    if (fault === 'malformed')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"half": ')
    if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end('no')
    const given = await Promise.resolve()
      .then(() => answer({ method, url, headers, bytes }))
      .catch((error: unknown): Given => ({ status: 500, body: String(error) }))
    if (fault === 'lose' || given === 'cut') return void request.socket.destroy()
    response.writeHead(given.status, given.headers).end(given.body)
  }).listen(0, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${await portOf(server)}`,
    requests: () => requests,
    failNext: (...next) => void faults.push(...next),
    heal: () => void faults.splice(0),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function portOf(server: Server): Promise<number> {
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no port')
  return address.port
}
