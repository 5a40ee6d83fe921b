import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, expectProblem, world } from '../../testing/kit.ts'
import { fileBytes, testDoors, testModule, testSigner } from '../../testing/test-doors.ts'
import { openApp } from '../../testing/world.ts'
import { newId } from '../ids.ts'
import { openApiOf } from './openapi.ts'

/** The kinds of bodies and replies beside JSON, by operations that only the tests register. */

const base = '/doors-of-tests'
let app: FastifyInstance

beforeAll(async () => {
  app = await openApp({ operations: testDoors() })
})
afterAll(() => app.close())

describe('a body that is taken as it comes', () => {
  const send = (payload: Buffer, type: string) =>
    call('POST', `${base}/bytes`, { app, payload, headers: { 'content-type': type } })
  const sha256 = '40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880'

  test('reaches its operation byte by byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    for (const type of ['application/octet-stream', 'Image/PNG; charset=x']) {
      const { body } = await send(bytes, type)
      expect(body.data).toEqual({ sha256, bytes: 256 })
    }
  })

  test('has one of the declared types, and is not too large', async () => {
    expectProblem(await send(Buffer.from('{}'), 'application/json'), 415, 'UNSUPPORTED_MEDIA_TYPE')
    expectProblem(await send(Buffer.from('x'), ''), 415, 'UNSUPPORTED_MEDIA_TYPE')
    expectProblem(await send(Buffer.alloc(1001), 'image/png'), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('belongs to its key as much as any other input', async () => {
    const headers = { 'content-type': 'image/png', 'idempotency-key': newId(), deviceid: newId() }
    const keyed = (payload: string) =>
      call('POST', `${base}/bytes`, { app, headers, payload: Buffer.from(payload) })
    const first = await keyed('one')
    expect((await keyed('one')).headers['idempotency-replayed']).toBe('true')
    expect(first.status).toBe(200)
    expectProblem(await keyed('other'), 422, 'IDEMPOTENCY_KEY_REUSED')
  })
})

describe('a form', () => {
  const type = 'application/x-www-form-urlencoded'
  const send = (payload: string, contentType = type) =>
    call('POST', `${base}/form`, { app, payload, headers: { 'content-type': contentType } })

  test('is checked as JSON is, its texts taken for what they say', async () => {
    const { status, body } = await send(
      'name=+Ada%C3%A9+&count=7&isOpen=true&tags=a&tags=b+c&more=1',
      `${type}; charset=UTF-8`,
    )
    expect(status).toBe(200)
    expect(body.data).toEqual({ name: 'Adaé', count: 7, isOpen: true, tags: ['a', 'b c'] })
    expect((await send('name=A&count=0&isOpen=false&tags=one')).body.data).toMatchObject({
      isOpen: false,
      tags: ['one'],
    })
  })

  test('is refused field by field', async () => {
    const answer = await send('name=&count=eleven&isOpen=true&tags=a')
    for (const path of ['body.name', 'body.count']) expectProblem(answer, 400, 'VALIDATION_FAILED', path)
    expectProblem(
      await send('name=A&name=B&count=1&isOpen=true&tags=a'),
      400,
      'VALIDATION_FAILED',
      'body.name',
    )
    expectProblem(await send('__proto__=x&name=A'), 400, 'VALIDATION_FAILED', 'body.count')
    expectProblem(await send('name=%00&count=1&isOpen=true&tags=a'), 400, 'VALIDATION_FAILED')
    expectProblem(await send('', type), 400, 'VALIDATION_FAILED', 'body.name')
  })

  test('has its own type', async () => {
    for (const other of ['application/json', 'multipart/form-data; boundary=x', ''])
      expectProblem(await send('name=A', other), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })
})

describe('a page', () => {
  test('shows what came from outside as text, and runs nothing', async () => {
    const name = '<script>alert(1)</script>"\' onload=x'
    const { text, headers } = await call('GET', `${base}/page`, { app, query: { name } })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    const shown = '&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39; onload=x'
    expect(text).toBe(
      `<!doctype html><title>${shown}</title><ul title="${shown}"><li>${shown}</li><li>Ada &amp; Bob</li></ul>`,
    )
  })
})

describe('a redirect', () => {
  const follow = (to: string) => call('GET', `${base}/away`, { app, query: { to } })

  test('leads to another address', async () => {
    const { host } = await world()
    for (const [to, leads] of [
      ['https://example.org/a?b=ü', 'https://example.org/a?b=%C3%BC'],
      ['/wellness', `${host.services.settings.publicUrl}/wellness`],
    ] as const) {
      const { status, headers, text } = await follow(to)
      expect([status, headers.location, text]).toEqual([303, leads, ''])
    }
  })

  test('never to a script, or away from here by a path', async () => {
    for (const to of [
      'javascript:alert(1)',
      '//example.org',
      '/\\example.org',
      'http://example.org',
      'data:text/html,x',
      'https://',
    ])
      expectProblem(await follow(to), 500, 'INTERNAL')
  })
})

describe('a file', () => {
  const ask = async (headers: Record<string, string> = {}) => {
    const {
      statusCode,
      headers: got,
      rawPayload,
    } = await app.inject({ method: 'GET', url: `${base}/file`, headers })
    return { status: statusCode, headers: got, bytes: rawPayload }
  }
  const size = fileBytes.length

  test('comes whole, with what is needed to ask for parts', async () => {
    const { status, headers, bytes } = await ask()
    expect(status).toBe(200)
    expect(bytes.equals(fileBytes)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(size),
      'accept-ranges': 'bytes',
      etag: '"v1"',
      'last-modified': 'Sun, 01 Mar 2026 10:00:00 GMT',
      'content-disposition': `attachment; filename="_berweisung _1_.pdf"; filename*=UTF-8''%C3%9Cberweisung%20%221%22.pdf`,
    })
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=99990-', 99_990, size - 1],
    ['bytes=99990-200000', 99_990, size - 1],
    ['bytes=-5', size - 5, size - 1],
    ['bytes=-200000', 0, size - 1],
    ['Bytes= 1-2 ', 1, 2],
  ])('comes in parts: %s', async (range, start, end) => {
    const { status, headers, bytes } = await ask({ range })
    expect(status).toBe(206)
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/${size}`)
    expect(headers['content-length']).toBe(String(end - start + 1))
    expect(bytes.equals(fileBytes.subarray(start, end + 1))).toBe(true)
  })

  test.each(['bytes=100000-', 'bytes=-0', 'bytes=999999999999999999999-'])(
    'has no such part: %s',
    async (range) => {
      const { status, headers, bytes } = await ask({ range })
      expect(status).toBe(416)
      expect(headers['content-range']).toBe(`bytes */${size}`)
      expect(headers['content-disposition']).toBeUndefined()
      expect(JSON.parse(bytes.toString()).error.code).toBe('RANGE_NOT_SATISFIABLE')
    },
  )

  test.each(['bytes=5-1', 'bytes=0-1,5-6', 'bytes=-', 'bytes=a-b', 'lines=0-1', 'bytes 0-1', ''])(
    'comes whole where the range is none, or more than one: %s',
    async (range) => {
      const { status, bytes } = await ask({ range })
      expect([status, bytes.length]).toEqual([200, size])
    },
  )

  test.each([
    ['"v1"', 206],
    ['Sun, 01 Mar 2026 10:00:00 GMT', 206],
    ['"v0"', 200],
    ['W/"v1"', 200],
    ['Sun, 01 Mar 2026 09:59:59 GMT', 200],
    ['Sun, 01 Mar 2026 10:00:01 GMT', 200],
    ['yesterday', 200],
  ])('goes on only with the same version: If-Range: %s', async (ifRange, status) => {
    expect((await ask({ range: 'bytes=1-2', 'if-range': ifRange })).status).toBe(status)
  })

  test.each([
    [{ 'if-none-match': '"v1"' }, 304],
    [{ 'if-none-match': '"v0", W/"v1"' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"v0"' }, 200],
    [{ 'if-modified-since': 'Sun, 01 Mar 2026 10:00:00 GMT' }, 304],
    [{ 'if-modified-since': 'Sun, 01 Mar 2026 09:00:00 GMT' }, 200],
    [{ 'if-none-match': '"v0"', 'if-modified-since': 'Sun, 01 Mar 2026 10:00:00 GMT' }, 200],
    [{ 'if-none-match': '"v1"', range: 'bytes=1-2' }, 304],
  ])('is not sent to who has it: %o', async (headers, status) => {
    const answer = await ask(headers)
    expect(answer.status).toBe(status)
    if (status === 304) expect([answer.bytes.length, answer.headers.etag]).toEqual([0, '"v1"'])
  })

  test('of the local disk comes in parts, too', async () => {
    const { app: whole, host } = await world()
    const key = `originals/${newId()}`
    await host.services.providers.files.write(key, fileBytes, 'image/png')
    const { pathname, search } = new URL(await host.services.files.presignGet(key, 60))
    const load = (headers: Record<string, string>) =>
      whole.inject({ method: 'GET', url: pathname + search, headers })
    const first = await load({})
    expect(first.rawPayload.equals(fileBytes)).toBe(true)
    expect(first.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-type': 'application/octet-stream',
    })
    const part = await load({ range: 'bytes=100-199', 'if-range': String(first.headers.etag) })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${size}`])
    expect(part.rawPayload.equals(fileBytes.subarray(100, 200))).toBe(true)
    expect((await load({ range: `bytes=${size}-` })).statusCode).toBe(416)
    await host.services.providers.files.write(key, fileBytes.subarray(1), 'image/png')
    const changed = await load({ range: 'bytes=100-199', 'if-range': String(first.headers.etag) })
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, size - 1])
  })
})

describe('a table', () => {
  test('is sent as it is read, and no cell becomes a formula or another line', async () => {
    const { text, headers } = await call('GET', `${base}/table`, { app, headers: { range: 'bytes=0-1' } })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(headers['content-length']).toBeUndefined()
    const [head, first, second, third, fourth] = text.split('\r\n')
    expect(head).toBe('name,number,nothing,time')
    expect(first).toBe('"Ada, ""the first""",-1,,1970-01-01T00:00:00.000Z')
    expect(second).toBe("'=cmd(),1.5,,1970-01-01T00:00:00.000Z")
    expect(third).toBe('"line\n0",0,true,1970-01-01T00:00:00.000Z')
    expect(fourth).toBe('"line\n1",1,true,1970-01-01T00:00:00.000Z')
    expect(text.split('\r\n')).toHaveLength(20_004)
  })

  test('stops being made when nobody reads on', async () => {
    const server = await openApp({ operations: testDoors() })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const request = get({ port, host: '127.0.0.1', path: `${base}/table` })
    const [response] = await once(request, 'response')
    response.destroy()
    await once(response, 'close')
    await server.close()
  })
})

describe('the API document', () => {
  const document = JSON.parse(JSON.stringify(openApiOf(testModule, testDoors(), '0')))
  const of = (method: string, path: string) => document.paths[base + path][method]

  test('shows bodies and replies of every kind', () => {
    expect(Object.keys(of('post', '/bytes').requestBody.content)).toEqual([
      'application/octet-stream',
      'image/png',
    ])
    const formBody = of('post', '/form').requestBody.content['application/x-www-form-urlencoded']
    expect(Object.keys(formBody.schema.properties)).toEqual(['name', 'count', 'isOpen', 'tags'])
    expect(Object.keys(of('get', '/page').responses[200].content)).toEqual(['text/html'])
    expect(of('get', '/away').responses[303].headers.Location.schema.format).toBe('uri')
    const { responses } = of('get', '/file')
    expect([200, 206].map((status) => Object.keys(responses[status].content))).toEqual([
      ['application/pdf'],
      ['application/pdf'],
    ])
    expect(responses[304]).toBeDefined()
    expect(responses[416].description).toContain('RANGE_NOT_SATISFIABLE')
  })

  test('shows who signs a call, and that no token of ours is asked for', () => {
    const { security, responses } = of('post', '/event')
    expect(security).toEqual([{ testSignature: [] }])
    expect(document.components.securitySchemes.testSignature).toMatchObject({ type: 'apiKey' })
    expect(responses[401].description).toBe('Unauthorized: SIGNATURE_INVALID, SIGNATURE_EXPIRED')
    expect([403, 409, 422, 429].filter((status) => status in responses)).toEqual([])
  })
})

describe('a signed call', () => {
  test('is judged before anything of it is read', async () => {
    const { clock } = await world()
    const send = async (payload: string, isSigned: boolean) => {
      const signed = await testSigner.sign(Buffer.from(payload), clock.now())
      const headers = isSigned ? signed.headers : { 'content-type': 'application/json' }
      return call('POST', `${base}/event`, { app, payload, headers })
    }
    for (const payload of ['{', '{}', '[]', ''])
      expectProblem(await send(payload, false), 401, 'SIGNATURE_INVALID')
    expectProblem(await send('{', true), 400, 'MALFORMED_REQUEST')
    expectProblem(await send('{}', true), 400, 'VALIDATION_FAILED', 'body.id')
    const { body } = await send(' {"id":"a"}', true)
    expect(body.data).toEqual({ id: 'a', provider: 'tests', bytes: 11 })
  })

  test('may carry a bearer of somebody else’s, and headers that mean something of ours', async () => {
    const { clock } = await world()
    const payload = Buffer.from('{"id":"a"}')
    const { headers } = await testSigner.sign(payload, clock.now())
    const more = { authorization: 'Bearer theirs', 'idempotency-key': 'not a key of ours', requestid: '' }
    for (let sent = 0; sent < 2; sent += 1) {
      const answer = await call('POST', `${base}/event`, { app, payload, headers: { ...headers, ...more } })
      expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([200, undefined])
    }
  })
})
