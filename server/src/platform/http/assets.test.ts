import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataDir } from '../../testing/data-dir.ts'
import { openApp } from '../../testing/world.ts'

const script = `console.log(${JSON.stringify('a'.repeat(5000))})`
const directory = newDataDir()
const assets = path.join(directory, 'assets')
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(path.join(directory, 'en/admin'), { recursive: true })
  writeFileSync(path.join(directory, 'en/admin/index.html'), '<!doctype html>')
  writeFileSync(path.join(directory, 'secret.js'), 'secret')
  mkdirSync(assets)
  writeFileSync(path.join(assets, 'app-B1xk9.js'), script)
  writeFileSync(path.join(assets, 'app-B1xk9.js.br'), brotliCompressSync(script))
  writeFileSync(path.join(assets, 'app-B1xk9.js.gz'), gzipSync(script))
  writeFileSync(path.join(assets, 'short-B1xk9.css'), 'a{}')
  writeFileSync(path.join(assets, 'picture.png'), Buffer.alloc(9, 1))
  app = await openApp({ pages: { directory, publicUrl: 'http://localhost', fileOrigins: [] } })
})
afterAll(() => app?.close())

const load = (url: string, accepts?: string, headers = {}) =>
  app.inject({ url, headers: { ...headers, ...(accepts && { 'accept-encoding': accepts }) } })

test('a script is the same packed by whatever the browser knows, and kept for a year', async () => {
  for (const [accepts, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    [undefined, undefined],
  ] as const)
    for (const _again of [1, 2]) {
      const { statusCode, headers, rawPayload } = await load('/assets/app-B1xk9.js', accepts)
      expect([statusCode, headers['content-encoding']]).toEqual([200, encoding])
      expect(headers).toMatchObject({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
      })
      if (encoding === 'br') expect(rawPayload).toEqual(brotliCompressSync(script))
      else expect(String(encoding ? gunzipSync(rawPayload) : rawPayload)).toBe(script)
    }
})

test('what is too short to be packed, and what is no script, comes as it is', async () => {
  const style = await load('/assets/short-B1xk9.css', 'br')
  expect([style.body, style.headers['content-encoding']]).toEqual(['a{}', undefined])
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
  const picture = await load('/assets/picture.png', 'br')
  expect([picture.rawPayload.length, picture.headers['content-type']]).toEqual([9, 'image/png'])
  expect((await load('/assets/app-B1xk9.js', 'br', { range: 'bytes=0-6' })).statusCode).toBe(206)
})

test('nothing is served that is not there, or lies elsewhere', async () => {
  for (const name of ['gone.js', '../secret.js', '%2e%2e%2fsecret.js', '..%5csecret.js', 'a%00.js', '']) {
    const { statusCode, body } = await load(`/assets/${name}`, 'br')
    expect([name, statusCode >= 400, statusCode < 500, body.includes('secret')]).toEqual([
      name,
      true,
      true,
      false,
    ])
  }
  rmSync(path.join(assets, 'app-B1xk9.js'))
  expect((await load('/assets/app-B1xk9.js', 'br')).statusCode).toBe(200)
})
