import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { world } from '../../testing/kit.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { type S3Server, startS3Server } from '../../testing/s3-server.ts'
import { type Clock, minutes, movableClock } from '../clock.ts'
import { newId } from '../ids.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'
import type { Files } from './port.ts'
import { s3Files } from './s3.ts'

/** What every place for files promises, asked of each through HTTP as a phone would. */
interface Place {
  files: Files
  clock: { advance(ms: number): void }
  send(request: Sending): Promise<{ status: number; bytes: Buffer }>
}

interface Sending {
  method: 'GET' | 'PUT'
  url: string
  headers?: Record<string, string>
  bytes?: Buffer
}

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  await closeProviders()
  for (const close of closing) await close()
})

async function localDisk(): Promise<Place> {
  const { app, host, clock } = await world()
  return {
    files: host.services.providers.files,
    clock,
    async send({ method, url, headers = {}, bytes }) {
      const { pathname, search } = new URL(url)
      const payload = bytes ? { payload: bytes } : {}
      const { statusCode, rawPayload } = await app.inject({
        method,
        url: pathname + search,
        headers,
        ...payload,
      })
      return { status: statusCode, bytes: rawPayload }
    },
  }
}

async function bucket(): Promise<Place> {
  const clock = movableClock()
  const server = await startS3Server(clock)
  closing.push(server.close)
  return {
    files: await openBucket(server, clock),
    clock,
    async send({ method, url, headers = {}, bytes }) {
      const body = bytes ? { body: new Uint8Array(bytes) } : {}
      const response = await fetch(url, { method, headers, ...body })
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    },
  }
}

const openBucket = (
  { endpoint, bucket, credentials }: S3Server,
  clock: Clock,
  settings: Record<string, string> = {},
) =>
  openProvider(
    s3Files,
    {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: credentials.region,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      ...settings,
    },
    { clock },
  )

const bytes = Buffer.from('some bytes of a picture')
const announced = { contentType: 'image/jpeg', size: bytes.length }
const newKey = () => `originals/${newId()}`

describe.each([
  ['the local disk', localDisk],
  ['a bucket', bucket],
])('%s', (_name, open) => {
  test('takes what was announced at a signed address, and gives it back at another', async () => {
    const { files, send } = await open()
    const key = newKey()
    const { url, method, headers } = await files.presignPut(key, announced, 900)
    expect(headers).toEqual({ 'content-type': 'image/jpeg' })
    expect((await send({ method, url, headers, bytes })).status).toBe(200)
    expect(await files.size(key)).toBe(bytes.length)
    expect(await files.read(key)).toEqual(bytes)
    expect(await files.readStart(key, 4)).toEqual(bytes.subarray(0, 4))
    expect(await files.readStart(key, 4000)).toEqual(bytes)
    expect(await files.readStart(newKey(), 4)).toBeUndefined()
    const got = await send({ method: 'GET', url: await files.presignGet(key, 60) })
    expect(got).toEqual({ status: 200, bytes })
  })

  test('refuses whatever differs from what was signed', async () => {
    const { files, send } = await open()
    const key = newKey()
    const { url, headers } = await files.presignPut(key, announced, 900)
    const put = { method: 'PUT' as const, url, headers, bytes }
    const changed = (name: string, value: string) => {
      const address = new URL(url)
      address.searchParams.set(name, value)
      return address.toString()
    }
    for (const wrong of [
      { ...put, url: changed('X-Amz-Signature', 'f'.repeat(64)) },
      { ...put, url: changed('X-Amz-Expires', '604800') },
      { ...put, url: url.replace(key, newKey()) },
      { ...put, url: url.split('?')[0] ?? '' },
      { ...put, headers: { 'content-type': 'text/html' } },
      { ...put, bytes: bytes.subarray(1) },
      { ...put, bytes: Buffer.concat([bytes, bytes]) },
      { method: 'GET' as const, url },
      { ...put, url: await files.presignGet(key, 900) },
    ])
      expect((await send(wrong)).status).toBe(403)
    expect(await files.read(key)).toBeUndefined()
    expect((await send(put)).status).toBe(200)
  })

  test('refuses an address whose time is over', async () => {
    const { files, clock, send } = await open()
    const { url, headers } = await files.presignPut(newKey(), announced, 900)
    clock.advance(minutes(16))
    const late = await send({ method: 'PUT', url, headers, bytes })
    clock.advance(-minutes(16))
    expect(late.status).toBe(403)
    expect((await send({ method: 'PUT', url, headers, bytes })).status).toBe(200)
  })

  test('takes more from a file of this machine than anybody would hold', async () => {
    const { files } = await open()
    const folder = await mkdtemp(path.join(tmpdir(), 'plaza-test-files-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const large = path.join(folder, 'large')
    await writeFile(large, Buffer.alloc(3_000_000, 'many bytes '))
    const key = newKey()
    for (let time = 0; time < 2; time += 1) await files.writeFrom(large, key, 'application/json')
    expect(await files.size(key)).toBe(3_000_000)
    expect((await files.read(key))?.equals(await readFile(large))).toBe(true)
    await expect(files.writeFrom(path.join(folder, 'none'), newKey(), 'application/json')).rejects.toThrow(
      'ENOENT',
    )
  })

  test('keeps what the program itself writes, until it removes it', async () => {
    const { files, send } = await open()
    const key = `variants/${newId()}/320.webp`
    expect(await files.read(key)).toBeUndefined()
    expect(await files.size(key)).toBeUndefined()
    await files.write(key, bytes, 'image/webp')
    await files.write(key, bytes, 'image/webp')
    expect(await files.read(key)).toEqual(bytes)
    await files.remove(key)
    await files.remove(key)
    expect(await files.read(key)).toBeUndefined()
    expect((await send({ method: 'GET', url: await files.presignGet(key, 60) })).status).toBe(404)
  })
})

describe('a bucket', () => {
  async function open(settings?: Record<string, string>) {
    const clock = movableClock()
    const server = await startS3Server(clock)
    closing.push(server.close)
    return { server, files: await openBucket(server, clock, settings) }
  }

  test('that does not know our key has no missing files', async () => {
    const { files } = await open({ S3_SECRET_ACCESS_KEY: 'another secret' })
    const error = await files.read(newKey()).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ProviderRefused)
    expect((error as Error).message).toContain('answered 403')
    expect(String((error as Error).stack)).not.toContain('another secret')
  })

  test('that is busy, away or cut off for a moment does it at the second try', async () => {
    const { files, server } = await open()
    const key = newKey()
    for (const fault of [{ status: 429 }, { status: 503 }, 'cut', 'lose'] as const) {
      server.failNext(fault)
      await files.write(key, bytes, 'image/webp')
      server.failNext(fault)
      await files.writeFrom(import.meta.filename, key, 'text/plain')
      expect(server.objects.get(key)?.bytes).toEqual(await readFile(import.meta.filename))
      await files.write(key, bytes, 'image/webp')
      server.failNext(fault)
      expect(await files.read(key)).toEqual(bytes)
      server.failNext(fault)
      await files.remove(key)
      expect(server.objects.size).toBe(0)
    }
  })

  test('that stays broken has failed, and no file is taken for missing', async () => {
    const { files, server } = await open()
    server.failNext({ status: 500 })
    await expect(files.write(newKey(), bytes, 'image/webp')).rejects.toThrow(ProviderUnsure)
    server.failNext({ status: 503 }, { status: 503 }, { status: 503 })
    await expect(files.size(newKey())).rejects.toThrow(ProviderUnavailable)
    await server.close()
    await expect(files.read(newKey())).rejects.toThrow(ProviderUnavailable)
    closing.splice(closing.indexOf(server.close), 1)
  })
})
