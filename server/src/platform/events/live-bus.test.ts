import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { world } from '../../testing/kit.ts'
import { openPostgresBus } from './live-bus.ts'

/** The way to a server; what is on it can be held up without a word, as by a firewall that has forgotten it. */
async function wayTo({ host, port }: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const way = createServer((socket) => {
    // PostgreSQL's name of a socket that is a file.
    const onwards = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [one, other] of [
      [socket, onwards],
      [onwards, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}).on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  await once(way.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (way.address() as AddressInfo).port,
    holdUp() {
      for (const socket of sockets) socket.unpipe().pause()
      sockets.clear()
    },
    close: () => way.close(),
  }
}

test('who listens is woken again after a connection that was lost without a word', async () => {
  const { connectionString } = await world()
  const server = new pg.Client(connectionString)
  const way = await wayTo(server)
  onTestFinished(() => void way.close())
  const { user, password, database } = server
  const address = new URL(`postgresql://127.0.0.1:${way.port}/${database}`)
  Object.assign(address, { username: user, password: password ?? '' })
  const log = pino({ level: 'silent' })
  const patience = { askEveryMs: 50, answerMs: 200 }
  const [bus, other] = await Promise.all([
    openPostgresBus(String(address), log, patience),
    openPostgresBus(connectionString, log),
  ])
  onTestFinished(() => Promise.all([bus.close(), other.close()]).then(() => {}))
  let woken = 0
  bus.listen('topic', () => {
    woken += 1
  })
  other.wake(['topic'])
  // A busy machine that is late with an answer may have it connect once more, which wakes as well.
  const wokenAgain = (before: number) => expect.poll(() => woken).toBeGreaterThan(before)
  await wokenAgain(0)
  way.holdUp()
  // Whatever it missed, it looks once it is there again.
  await wokenAgain(woken)
  const before = woken
  other.wake(['topic'])
  await wokenAgain(before)
})
