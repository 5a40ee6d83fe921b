import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { allOperations } from '../../host.ts'
import { call, newMember, world } from '../../testing/kit.ts'
import { openApp } from '../../testing/world.ts'
import { newId } from '../ids.ts'
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

test('a name that shows nothing counts as empty', async () => {
  const person = await newMember()
  for (const name of ['\u200b', ' \u3164 ', '\u2060\ufeff'])
    expect((await call('PUT', '/api/v1/usr-mgt/update', { as: person, body: { name } })).status).toBe(400)
})

test('of those behind proxies the address counts that the furthest of these saw', async () => {
  const app = await openApp({ rateLimit: 'strict', trustProxy: 2 })
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
