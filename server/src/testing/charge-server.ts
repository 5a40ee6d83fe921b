import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the next request with a key meets: an answer that gets lost before or after the effect, or a refusal. */
export type Trouble = 'lost before' | 'lost after' | 'declined' | 'down'

/** A local provider that charges once per key, counts its effects, and can fail on command. */
export interface ChargeServer {
  url: string
  /** The order of each charge that stands, by the charge's key: an order charged under two keys is charged twice. */
  charges: Map<string, string>
  /** How often each key was asked to charge. */
  posts: Map<string, number>
  /** The next requests, of any key, meet these; each once. */
  troubles: Trouble[]
  close(): Promise<void>
}

export async function startChargeServer(): Promise<ChargeServer> {
  const charges = new Map<string, string>()
  const posts = new Map<string, number>()
  const troubles: Trouble[] = []
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://charges')
    const key = url.searchParams.get('key') ?? ''
    const answer = (status: number, body = {}) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'GET') return charges.has(key) ? answer(200, { id: `ch_${key}` }) : answer(404)
    if (request.method === 'DELETE') return answer(charges.delete(key) ? 200 : 404)
    posts.set(key, (posts.get(key) ?? 0) + 1)
    const trouble = troubles.shift()
    if (trouble === 'declined') return answer(402)
    if (trouble === 'down') return answer(500)
    if (trouble === 'lost before') return request.socket.destroy()
    charges.set(key, url.searchParams.get('order') ?? '')
    if (trouble === 'lost after') return request.socket.destroy()
    return answer(200, { id: `ch_${key}` })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/charges`,
    charges,
    posts,
    troubles,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
