import { once } from 'node:events'
import { createServer } from 'node:http'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OutsideServer, type Received, startOutsideServer } from '../testing/outside-server.ts'
import { minutes, seconds } from './clock.ts'
import { type Origin, type Outbound, openOutbound } from './outbound.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from './provider-errors.ts'

/** It stands still: how long a server is left alone is told to the second. */
const clock = { at: new Date(), now: () => clock.at }
let logged: string
let outbound: Outbound
let server: OutsideServer
let origin: Origin
let received: Received[]
/** What names lead to. */
let addresses: string[]
let lookups: number

beforeEach(async () => {
  logged = ''
  received = []
  addresses = ['127.0.0.1']
  lookups = 0
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  })
  outbound = openOutbound({
    clock,
    log: pino({ level: 'debug' }, sink),
    async resolve() {
      lookups += 1
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  })
  server = await startOutsideServer((request) => {
    received.push(request)
    return { status: 200, headers: { 'x-seen': 'yes' }, body: `{"path":"${request.url.pathname}"}` }
  })
  origin = outbound.at(`${server.url}/base/`)
})
afterEach(async () => {
  outbound.close()
  await server.close()
})

const get = { method: 'GET', path: '/thing' } as const
const post = { method: 'POST', path: '/thing', body: '{}' } as const

describe('a configured server', () => {
  test('is sent what was said, below its address, and its answer comes back whole', async () => {
    const answer = await origin.send({
      method: 'POST',
      path: '/things?a=1',
      headers: { authorization: 'Bearer t', 'content-type': 'text/plain' },
      body: 'Grüße',
    })
    expect(answer).toMatchObject({ status: 200, headers: { 'x-seen': 'yes' } })
    expect(JSON.parse(answer.bytes.toString())).toEqual({ path: '/base/things' })
    expect(received[0]?.bytes.toString()).toBe('Grüße')
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer t', 'content-length': '7' })
  })

  test.each(['things', '/../elsewhere', '/%2e%2e/elsewhere'])('is not left by the path %s', async (path) => {
    await expect(origin.send({ method: 'GET', path })).rejects.toThrow('path')
    expect(received).toEqual([])
  })

  test('may say no, and that is an answer', async () => {
    server.failNext({ status: 404 })
    expect((await origin.send(get)).status).toBe(404)
  })

  test('is not followed elsewhere', async () => {
    let hits = 0
    const inside = createServer((_request, response) => {
      hits += 1
      response.end()
    }).listen(0, '127.0.0.1')
    await once(inside, 'listening')
    const address = inside.address()
    const port = typeof address === 'object' ? address?.port : 0
    for (const status of [301, 302, 303, 307, 308]) {
      server.failNext({ status, headers: { location: `http://127.0.0.1:${port}/` } })
      await expect(origin.send(get)).rejects.toThrow(ProviderRefused)
    }
    expect(hits).toBe(0)
    inside.close()
  })

  test('may not answer more than was agreed', async () => {
    const large = await startOutsideServer(() => ({ status: 200, body: Buffer.alloc(2000) }))
    const wanted = { ...get, path: '/large' }
    await expect(outbound.at(large.url, { maxBytes: 1999 }).send(wanted)).rejects.toThrow(ProviderUnsure)
    expect((await outbound.at(large.url, { maxBytes: 2000 }).send(wanted)).bytes).toHaveLength(2000)
    await large.close()
  })

  test('that does not answer in time leaves it open whether it happened', async () => {
    server.failNext('slow')
    const call = origin.send({ ...post, timeoutMs: 1500 })
    await expect(call).rejects.toThrow(ProviderUnsure)
    expect(server.requests()).toBe(1)
  })

  test('is let go when the caller gives up', async () => {
    server.failNext('slow')
    const caller = new AbortController()
    const isUnsure = expect(origin.send({ ...get, signal: caller.signal })).rejects.toThrow(ProviderUnsure)
    await expect.poll(() => server.requests()).toBe(1)
    caller.abort()
    await isUnsure
  })

  test('that is not there was certainly sent nothing', async () => {
    await server.close()
    await expect(origin.send(post)).rejects.toThrow(ProviderUnavailable)
    server = await startOutsideServer(() => ({ status: 200 }))
  })

  test('gets a number of requests side by side, and the others after them', async () => {
    let now = 0
    let most = 0
    const waiting: (() => void)[] = []
    const busy = await startOutsideServer(async () => {
      most = Math.max(most, ++now)
      await new Promise<void>((resolve) => waiting.push(resolve))
      now -= 1
      return { status: 200 }
    })
    const two = outbound.at(busy.url, { atOnce: 2 })
    const calls = Array.from({ length: 6 }, () => two.send(get))
    for (let done = 0; done < 6; done += 1) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      waiting.shift()?.()
    }
    await Promise.all(calls)
    expect(most).toBe(2)
    await busy.close()
  })

  test('that is full for as long as one can wait was sent nothing', async () => {
    const one = outbound.at(server.url, { atOnce: 1 })
    server.failNext('slow')
    const leaving = new AbortController()
    const first = one.send({ ...post, timeoutMs: minutes(1), signal: leaving.signal })
    const isUnsure = expect(first).rejects.toThrow(ProviderUnsure)
    const second = one.send({ ...post, timeoutMs: 50 })
    await expect(second).rejects.toThrow(ProviderUnavailable)
    await expect.poll(() => server.requests()).toBe(1)
    leaving.abort()
    await isUnsure
    expect(server.requests()).toBe(1)
  })
})

describe('a second try', () => {
  const keyed = { ...post, isRepeatable: true }
  test.each([
    ['a busy server', get, { status: 429 }, 2],
    ['a server that is away', get, { status: 503, headers: { 'retry-after': '0' } }, 2],
    ['a cut connection', get, 'cut', 2],
    ['a cut connection, of a POST with a key', keyed, 'cut', 2],
    ['an answer that got lost, of a POST with a key', keyed, 'lose', 2],
  ] as const)('follows %s', async (_name, request, fault, requests) => {
    server.failNext(fault)
    expect((await origin.send(request)).status).toBe(200)
    expect(server.requests()).toBe(requests)
  })

  test('does not follow where it could happen twice', async () => {
    server.failNext({ status: 503 })
    expect((await origin.send(post)).status).toBe(503)
    server.failNext('lose')
    await expect(origin.send(post)).rejects.toThrow(ProviderUnsure)
    expect([server.requests(), received.length]).toEqual([2, 1])
  })

  test('does not follow when the server asks for a longer rest', async () => {
    server.failNext({ status: 429, headers: { 'retry-after': '30' } })
    expect((await origin.send(get)).status).toBe(429)
    expect(server.requests()).toBe(1)
  })

  test('is followed by a third, and that is all', async () => {
    server.failNext({ status: 503 }, { status: 503 }, { status: 503 })
    expect((await origin.send(get)).status).toBe(503)
    expect(server.requests()).toBe(3)
  })
})

describe('a server that keeps failing', () => {
  const failing = { status: 500 }
  const break_ = async () => {
    server.failNext(failing, failing, failing, failing, failing)
    for (let call = 0; call < 5; call += 1) await origin.send(post)
  }

  test('is left alone, and tried again with one call', async () => {
    await break_()
    const refused = await origin.send(post).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ProviderUnavailable)
    expect(refused).toMatchObject({ retryAfterSeconds: 10 })
    expect(server.requests()).toBe(5)
    clock.at = new Date(clock.at.getTime() + seconds(11))
    server.failNext('slow')
    const caller = new AbortController()
    const isUnsure = expect(origin.send({ ...post, signal: caller.signal })).rejects.toThrow(ProviderUnsure)
    await expect(origin.send(post)).rejects.toThrow(ProviderUnavailable)
    await expect.poll(() => server.requests()).toBe(6)
    caller.abort()
    await isUnsure
    await expect(origin.send(post)).rejects.toThrow(ProviderUnavailable)
    clock.at = new Date(clock.at.getTime() + seconds(11))
    expect((await origin.send(post)).status).toBe(200)
    expect((await origin.send(post)).status).toBe(200)
  })

  test('is not one that says no', async () => {
    server.failNext(...Array.from({ length: 20 }, () => ({ status: 422 })))
    for (let call = 0; call < 20; call += 1) await origin.send(post)
    expect((await origin.send(post)).status).toBe(200)
  })

  test('takes no other server with it', async () => {
    await break_()
    const other = await startOutsideServer(() => ({ status: 200 }))
    expect((await outbound.at(other.url).send(post)).status).toBe(200)
    await other.close()
  })
})

test('nothing that may be secret is logged or said in an error', async () => {
  const secret = 'sk_live_51Secret'
  const request = {
    method: 'POST',
    path: `/${secret}?key=${secret}`,
    headers: { authorization: `Bearer ${secret}` },
    body: secret,
  } as const
  await origin.send(request)
  server.failNext('cut')
  const cut = await origin.send(request).catch((error: unknown) => error)
  server.failNext({ status: 302, headers: { location: `http://127.0.0.1/${secret}` } })
  const moved = await origin.send(request).catch((error: unknown) => error)
  await server.close()
  const away = await origin.send(request).catch((error: unknown) => error)
  for (const error of [cut, moved, away]) expect(String((error as Error).stack)).not.toContain(secret)
  expect(logged).toContain('a call out failed')
  expect(logged).not.toContain(secret)
  server = await startOutsideServer(() => ({ status: 200 }))
})

describe('an address that came from somebody else', () => {
  const call = (url: string) => outbound.toPublic(url, { method: 'POST', body: 'x' })

  test.each([
    'not an address',
    '//example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'gopher://127.0.0.1:80/',
    'javascript:alert(1)',
    'http://example.org:8080/',
    'https://example.org:22/',
    'http://user@example.org/',
    'http://user:word@example.org/',
    'http://example.org@127.0.0.1/',
    'http://127.0.0.1/',
    'http://127.0.0.1:80/',
    'https://127.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://127.000.000.001/',
    'http://0177.0.0.1/',
    'http://0x7f.0.0.1/',
    'http://0x7f000001/',
    'http://0X7F.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://127。0。0。1/',
    'http://127.0.0.1/',
    'http://①②⑦.0.0.1/',
    'http:127.0.0.1/',
    'http:/127.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'http://127.0.0.1\\@example.org/',
    'http://127.0.0.1#@example.org/',
    'http://127.0.0.1?@example.org/',
    ' http://127.0.0.1/ ',
    'ht\ttp://127.0.\n0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[::1%25lo]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://3232235521/',
    'http://[fd00:ec2::254]/',
  ])('%j is not called, and no name is looked up', async (url) => {
    await expect(call(url)).rejects.toThrow(ProviderRefused)
    expect(lookups).toBe(0)
  })

  test.each([
    ['http://localhost/', ['127.0.0.1']],
    ['http://localhost./', ['127.0.0.1']],
    ['https://LOCALHOST/', ['::1']],
    ['http://rebound.example/', ['127.0.0.1']],
    ['http://metadata.example/', ['169.254.169.254']],
    ['http://six.example/', ['::ffff:10.0.0.1']],
    ['http://mixed.example/', ['93.184.216.34', '127.0.0.1']],
    ['http://mixed.example/', ['127.0.0.1', '93.184.216.34']],
    ['http://nowhere.example/', []],
  ])('%s is not called when it leads to %s', async (url, leadsTo) => {
    addresses = leadsTo
    await expect(call(url)).rejects.toThrow('is not a public address')
    // What is looked at is what is connected to: there is no second answer to believe.
    expect(lookups).toBe(1)
  })
})
