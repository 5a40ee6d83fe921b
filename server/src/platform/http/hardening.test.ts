import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { allOperations } from '../../host.ts'
import { call, eventually, expectProblem, newMember, type TestPerson, world } from '../../testing/kit.ts'
import { newUser, wellnessBase } from '../../testing/wellness.ts'
import { openApp, stillClock } from '../../testing/world.ts'
import { newId } from '../ids.ts'
import { mostReplyMs } from '../language-model/port.ts'
import { addressOf } from '../network.ts'

let port = 0
let close: () => Promise<void>

beforeAll(async () => {
  const { host } = await world()
  const app = await host.makeApp()
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  close = () => app.close()
})
afterAll(() => close())

/** Sends lines as they are and reads until the server closes. */
async function send(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await once(socket, 'close')
  return answer
}

test('a connection may be silent for as long as others think about an answer', async () => {
  const { app } = await world()
  expect(app.server.timeout).toBeGreaterThan(mostReplyMs)
})

test.each([
  ['before its request is handled', ['GET /api/v1/category-mgt/get HTTP/1.1', 'Host: here', '', '']],
  [
    'within its body',
    [
      'POST /api/v1/usr-mgt/login HTTP/1.1',
      'Host: here',
      'Content-Type: application/json',
      'Content-Length: 99',
      '',
      '{"email":',
    ],
  ],
])('a connection that is reset %s is no fault of the server', async (_, lines) => {
  const told: { level: number; msg: string }[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void told.push(JSON.parse(line)) })
  const app = await openApp({ log })
  onTestFinished(() => app.close())
  const { port: at } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(at), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(lines.join('\r\n'))
  socket.resetAndDestroy()
  await eventually(async () => told.some(({ msg }) => msg === 'a request was aborted by who sent it'))
  expect(told.filter(({ level }) => level > 30)).toEqual([])
})

describe('requests that no client sends', () => {
  test.each([
    ['two lengths', 'Content-Length: 2', 'Content-Length: 3'],
    ['two tokens', 'Authorization: Bearer a', 'Authorization: Bearer b'],
    ['two types', 'Content-Type: application/json', 'Content-Type: text/plain'],
  ])('are refused: %s', async (_, ...headers) => {
    const answer = await send(
      'POST /api/v1/usr-mgt/login HTTP/1.1',
      'Host: here',
      'Connection: close',
      ...headers,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  test.each([
    '//[',
    '//',
    '/%zz',
    '/%00',
    `/api/v1/category-mgt/delete/${'a'.repeat(300)}`,
    '/api/v1/../../etc/passwd',
  ])('are refused without a stack or another form of error: %s', async (path) => {
    const answer = await send(`GET ${path} HTTP/1.1`, 'Host: here', 'Accept: text/html', 'Connection: close')
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404) /)
    expect(answer).toMatch(/x-content-type-options: nosniff/i)
    expect(answer).not.toMatch(/node_modules|at .*\.ts/)
  })
})

test.each(['x/../', 'x/%2e%2e/', './', 'x/y/../../', 'x\\..\\'])(
  'a signed address is refused when it is written in another way: %s',
  async (detour) => {
    const { host } = await world()
    const { files } = host.services.providers
    const key = `originals/${newId()}`
    await files.write(key, Buffer.from('bytes'), 'image/jpeg')
    const signed = {
      GET: await files.presignGet(key, 60),
      PUT: (await files.presignPut(key, { contentType: 'image/jpeg', size: 5 }, 60)).url,
    }
    for (const [method, url] of Object.entries(signed)) {
      const ask = (address: string) =>
        send(
          `${method} ${address} HTTP/1.1`,
          'Host: here',
          'Connection: close',
          ...(method === 'PUT' ? ['Content-Type: image/jpeg', 'Content-Length: 5', '', 'bytes'] : []),
        )
      const address = url.slice(new URL(url).origin.length)
      expect(await ask(address)).toMatch(/^HTTP\/1\.1 200 /)
      expect(await ask(address.replace('/files/', `/files/${detour}`))).toMatch(/^HTTP\/1\.1 403 /)
    }
  },
)

test('an empty body may have any type where none is expected', async () => {
  const without = allOperations().filter(({ operation }) => operation.method !== 'GET' && !operation.body)
  expect(without.length).toBeGreaterThan(5)
  for (const { operation, path } of without) {
    const headers = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 0']
    const address = path.replace(/\{\w+\}/g, newId)
    const answer = await send(
      `${operation.method} ${address} HTTP/1.1`,
      'Host: here',
      'Connection: close',
      ...headers,
    )
    expect(answer).not.toMatch(/^HTTP\/1\.1 415 /)
  }
})

test('an id by which an app traces its requests is a key only where one is taken', async () => {
  const as = await newMember()
  const ask = (method: 'GET' | 'PATCH', path: string) =>
    call(method, `/api/v1/notification-mgt/${path}`, { as, headers: { requestid: '{trace 1}' } })
  expect((await ask('GET', 'unread-count')).status).toBe(200)
  expectProblem(await ask('PATCH', 'read-all'), 400, 'VALIDATION_FAILED', 'headers.requestid')
})

describe('input that is too much, or hides something', () => {
  const path = `${wellnessBase}/goals`
  const send = async (as: TestPerson, body: string) => {
    const { app } = await world()
    const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' }
    const { statusCode: status, body: text } = await app.inject({ method: 'POST', url: path, headers, body })
    return { status, text, error: JSON.parse(text).error }
  }
  const nested = (levels: number) => `{"title":"A","more":${'['.repeat(levels)}${']'.repeat(levels)}}`

  test('is refused by name, and nothing of it is kept', async () => {
    const ada = await newUser()
    for (const [body, status, field] of [
      [JSON.stringify({ title: 'A', description: 'a'.repeat(300 * 1024) }), 413, undefined],
      [JSON.stringify({ title: 'a'.repeat(1024 * 1024) }), 413, undefined],
      [JSON.stringify({ title: 'a'.repeat(121) }), 400, 'body.title'],
      [JSON.stringify({ title: 'a\u0000b' }), 400, 'body.title'],
      [JSON.stringify({ title: 'a\u202eb' }), 400, 'body.title'],
      ['{"title":"\\ud800"}', 400, 'body.title'],
      [nested(20), 201, undefined],
      [nested(21), 400, 'body.more.0'],
      [nested(120_000), 400, 'body.more.0'],
    ] as const) {
      const answer = await send(ada, body)
      expect([body.slice(0, 40), answer.status]).toEqual([body.slice(0, 40), status])
      if (field !== undefined) expect(answer.error.fields[0].path).toMatch(field)
    }
    const member = await newMember()
    for (const [levels, status] of [
      [12, 200],
      [13, 400],
    ] as const) {
      const body = { name: 'Ada', more: JSON.parse(nested(levels)).more }
      const answer = await call('PUT', '/api/v1/usr-mgt/update', { as: member, body })
      expect([levels, answer.status]).toEqual([levels, status])
    }
    for (const limit of [0, -1, 1.5, 101, 1e9])
      expectProblem(
        await call('GET', path, { as: ada, query: { limit } }),
        400,
        'VALIDATION_FAILED',
        'query.limit',
      )
    const numbered = { as: ada, query: { page: -1 } }
    expectProblem(
      await call('GET', `${wellnessBase}/user/category`, numbered),
      400,
      'VALIDATION_FAILED',
      'query.page',
    )
    const asked = async (length: number) => {
      const search = { q: 'a'.repeat(length - 'q='.length) }
      return call('GET', '/api/v1/usr-mgt/search-post', { as: await newMember(), query: search })
    }
    expectProblem(await asked(8193), 400, 'VALIDATION_FAILED', 'query')
    expectProblem(await asked(8192), 400, 'VALIDATION_FAILED', 'query.q')
  })

  test('is no property of anything else by its name', async () => {
    const ada = await newUser()
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const answer = await send(ada, `{"title":"A","${name}":{"status":"ARCHIVED"}}`)
      expect([name, answer.status]).toEqual([name, 201])
      expect(JSON.parse(answer.text).data).toMatchObject({ title: 'A', status: 'ACTIVE' })
    }
    expect('status' in {}).toBe(false)
  })
})

test('a name that shows nothing counts as empty', async () => {
  const person = await newMember()
  for (const name of ['\u200b', ' \u3164 ', '\u2060\ufeff'])
    expect((await call('PUT', '/api/v1/usr-mgt/update', { as: person, body: { name } })).status).toBe(400)
})

test('of those behind proxies the address counts that the furthest of these saw', async () => {
  const app = await openApp({ rateLimit: 'strict', trustProxy: 2, clock: stillClock() })
  onTestFinished(() => app.close())
  const ask = async (forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded }
    const { statusCode } = await app.inject({ url: '/api/v1/category-mgt/get', headers })
    return statusCode
  }
  // What stands before it is the client's own; ports and brackets are no part of it.
  for (let n = 0; n < 120; n += 1)
    expect(await ask(`10.9.9.${n}, 203.0.113.7${n % 2 ? `:${n + 1024}` : ''}, 10.0.0.2`)).toBe(200)
  expect(await ask('203.0.113.7, 10.0.0.2')).toBe(429)
  expect(await ask('203.0.113.7, 203.0.113.8, 10.0.0.2')).toBe(200)
  expect(await ask('[2001:db8::1]:443, 10.0.0.2')).toBe(200)
  // Whom a proxy does not name counts as the machine that the connection comes from.
  for (const nobody of ['unknown, 10.0.0.2', '_hidden, 10.0.0.3']) expect(await ask(nobody)).toBe(200)
})

test('requests are counted by the network that sends them', () => {
  expect(addressOf('203.0.113.7')).toBe('203.0.113.7')
  expect(addressOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(addressOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(addressOf('2001:DB8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(addressOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(addressOf('::1')).toBe('0:0:0:0::/64')
})
