import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeWorld, worldWith } from '../../testing/world.ts'

const token = 'a token of those who watch'
let app: Awaited<ReturnType<typeof worldWith>>['app']

beforeAll(async () => {
  app = (await worldWith({ variables: { METRICS_TOKEN: token } })).app
})
afterAll(closeWorld)

describe('the metrics', () => {
  const ask = (authorization?: string) =>
    app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

  test('are for who has the token, however the scheme is written', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
      const { statusCode, body } = await ask(`${scheme} ${token}`)
      expect([scheme, statusCode]).toEqual([scheme, 200])
      expect(body).toContain('plaza_operation_duration_seconds')
    }
    for (const wrong of [
      undefined,
      '',
      'Bearer',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Basic ${token}`,
    ])
      expect([wrong, (await ask(wrong)).statusCode]).toEqual([wrong, 401])
  })
})

test('the reference of the API is a page that may run its own script, and nothing from elsewhere', async () => {
  expect((await app.inject({ url: '/docs' })).headers.location).toBe('/docs/')
  const page = await app.inject({ url: '/docs/' })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.body).toContain('/openapi/marketplace.json')
  const script = await app.inject({ url: '/docs/js/scalar.js' })
  expect([script.statusCode, script.headers['content-type']]).toEqual([
    200,
    'application/javascript; charset=utf-8',
  ])
  for (const { headers } of [page, script])
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'self'; script-src 'self' 'unsafe-inline'/,
    )
})

describe('the outbox', () => {
  const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1', url = '/outbox.json') =>
    app.inject({ url, headers: { host: 'localhost:3000', ...headers }, remoteAddress })

  test.each(['/outbox', '/outbox.json'])('answers whoever sits at the machine: %s', async (url) => {
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
      for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
        expect([address, host, (await ask({ host }, address, url)).statusCode]).toEqual([address, host, 200])
  })

  test.each(['/outbox', '/outbox.json'])('answers nobody else: %s', async (url) => {
    for (const [headers, address] of [
      [{}, '192.168.1.7'],
      [{}, '203.0.113.7'],
      [{}, '2001:db8::1'],
      [{}, '::ffff:10.0.0.1'],
      [{ forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
      [{ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
      [{ 'x-forwarded-proto': 'https' }, '127.0.0.1'],
      [{ 'X-Forwarded-Host': 'localhost' }, '::1'],
      [{ 'x-forwarded-for': '' }, '127.0.0.1'],
      // A name of somebody else that was made to mean this machine.
      [{ host: 'rebound.example:3000' }, '127.0.0.1'],
      [{ host: 'localhost.example' }, '127.0.0.1'],
      [{ host: '127.0.0.1.example' }, '127.0.0.1'],
    ] as const) {
      const answer = await ask(headers, address, url)
      expect([headers, address, answer.statusCode]).toEqual([headers, address, 403])
      expect(answer.json().error.code).toBe('LOCAL_ONLY')
    }
  })
})
