import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchChild } from '../server/src/testing/child.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'
import { freePort, type Program, startProgram } from './program.ts'
import { until } from './steps.ts'

/** Who is counted, with HAProxy twice in front of the program. Skipped where there is none. */
const hasProxy = spawnSync('haproxy', ['-v']).status === 0

/** What `RATE_LIMIT=strict` grants somebody who has not signed in, in a minute. */
const most = 120

let program: Program
let proxies: ChildProcess
let ended: ReturnType<typeof watchChild>
let port: number

/** Two proxies, one behind the other; of the first one's clients a PROXY line says where they are. */
const configuration = (outer: number, inner: number, target: number) => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option forwardfor
frontend outer
  bind 127.0.0.1:${outer} accept-proxy
  default_backend inner
backend inner
  server inner 127.0.0.1:${inner}
frontend inner
  bind 127.0.0.1:${inner}
  default_backend program
backend program
  server program 127.0.0.1:${target}
`

beforeAll(async () => {
  if (!hasProxy) return
  const directory = newDataDir()
  program = await startProgram(directory, { RATE_LIMIT: 'strict', TRUST_PROXY: '2' })
  port = await freePort()
  const file = path.join(directory, 'haproxy.cfg')
  writeFileSync(file, configuration(port, await freePort(), Number(new URL(program.baseUrl).port)))
  proxies = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  ended = watchChild(proxies, { name: 'HAProxy' })
  const isUp = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.end())
    })
  await until(async () => {
    expect([proxies.exitCode, proxies.signalCode]).toEqual([null, null])
    return isUp()
  })
})

afterAll(async () => {
  if (!hasProxy) return
  proxies.kill('SIGTERM')
  await ended('it was asked to stop', 60)
  expect(await program.stop()).toBe(0)
})

/** Asks as somebody at an address. @returns the status of the answer. */
async function ask(from: string, ...headers: string[]): Promise<number> {
  const [family, to] = from.includes(':') ? ['TCP6', '2001:db8::1'] : ['TCP4', '192.0.2.1']
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(`PROXY ${family} ${from} ${to} 49152 80\r\n`)
  socket.write(
    `${['GET /api/v1/category-mgt/get HTTP/1.1', 'Host: town.example', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`,
  )
  await once(socket, 'close')
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])
}

/** Uses up what an address has; each try says something else of itself. */
async function useUp(from: string, claim: (n: number) => string[] = () => []): Promise<void> {
  for (let n = 0; n < most; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, i) => ask(from, ...claim(n + i))))
}

describe.skipIf(!hasProxy)('behind two proxies', () => {
  test('everybody has a budget of their own, and who uses it up takes nobody else’s', async () => {
    await useUp('203.0.113.7')
    expect(await ask('203.0.113.7')).toBe(429)
    expect(await ask('203.0.113.8')).toBe(200)
  })

  test('a header of one’s own making changes nothing', async () => {
    const victim = '198.51.100.1'
    const lies = (n: number) => [
      `X-Forwarded-For: ${victim}`,
      `X-Forwarded-For: 198.51.100.${n}, ${victim}`,
      `Forwarded: for=198.51.100.${n}`,
      `X-Real-IP: 198.51.100.${n}`,
    ]
    await useUp('203.0.113.20', lies)
    expect(await ask('203.0.113.20', ...lies(200))).toBe(429)
    expect(await ask(victim)).toBe(200)
  })

  test('a household of version 6 counts as one, and the next one for itself', async () => {
    await useUp('2001:db8:1:2::5')
    expect(await ask('2001:db8:1:2:ffff::9')).toBe(429)
    expect(await ask('2001:db8:1:3::5')).toBe(200)
    expect(await ask('2001:db8:1:4::5', 'X-Forwarded-For: 2001:db8:1:2::5')).toBe(200)
  })
})
