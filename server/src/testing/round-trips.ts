import net from 'node:net'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { newId } from '../platform/ids.ts'
import { openApp, stillClock, world } from './world.ts'

/**
 * An app of the world whose database is reached through a wire that counts how often a connection that writes waited for
 * an answer before it said more. Those that only read, and find out who asks, are not counted. Close it.
 */
export async function openTripCounting(): Promise<{
  app: FastifyInstance
  count(): number
  close(): Promise<void>
}> {
  const { connectionString, host: itsHost } = await world()
  const { user, password, database, host, port } = new pg.Client({ connectionString })
  let trips = 0
  const wires = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
    let counts: boolean | undefined
    // What opens the connection is no part of a request.
    let isAnswered = false
    client.on('data', (bytes) => {
      counts ??= !bytes.includes('default_transaction_read_only')
      if (isAnswered && counts) trips += 1
      isAnswered = false
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      isAnswered = true
      client.write(bytes)
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      wires.add(one)
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the wire has no port')
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}`
  const app = await openApp({
    connectionString: `postgresql://${login}@127.0.0.1:${address.port}/${database}`,
    // What no request waits for does not pass the wire, and what it keeps is not read again while it is counted.
    clock: stillClock(),
    writeBehind: itsHost.services.writeBehind,
  })
  return {
    app,
    count: () => trips,
    async close() {
      await app.close()
      for (const wire of wires) wire.destroy()
      server.close()
    },
  }
}

/** Waits until everybody has heard what was told so far, such as that what they keep is outdated. */
export async function newsHeard(): Promise<void> {
  const { live } = (await world()).host.services
  const topic = `heard ${newId()}`
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = live.listen(topic, resolve)
  // What was told before goes out before it or with it.
  live.wake([topic])
  await promise
  stop()
}
