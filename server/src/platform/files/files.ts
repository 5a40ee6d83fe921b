import { createHash, timingSafeEqual } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { newId } from '../ids.ts'

export interface PresignedPut {
  url: string
  method: 'PUT'
  headers: Record<string, string>
}

export interface Announced {
  contentType: string
  /** In bytes. */
  size: number
}

/** A place for files, spoken to as S3: bytes go in and out by presigned addresses. */
export interface Files {
  provider: 'builtin' | 's3'
  /** An address to which exactly these bytes may be PUT: the type and the length are signed too. */
  presignPut(key: string, file: Announced, expiresSeconds: number): Promise<PresignedPut>
  presignGet(key: string, expiresSeconds: number): Promise<string>
  /** @returns undefined when there is no such object. */
  size(key: string): Promise<number | undefined>
  read(key: string): Promise<Buffer | undefined>
  write(key: string, bytes: Buffer, contentType: string): Promise<void>
  remove(key: string): Promise<void>
}

interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

const isoBasic = (date: Date) => date.toISOString().replace(/[:-]|\.\d{3}/g, '')

async function presign(
  url: string,
  method: string,
  credentials: Credentials,
  at: Date,
  expiresSeconds: number,
  headers: Record<string, string> = {},
): Promise<string> {
  const target = new URL(url)
  target.searchParams.set('X-Amz-Expires', String(expiresSeconds))
  const signer = new AwsV4Signer({
    ...credentials,
    url: target.toString(),
    method,
    headers,
    service: 's3',
    signQuery: true,
    allHeaders: true,
    datetime: isoBasic(at),
  })
  return (await signer.sign()).url.toString()
}

async function presignedPut(
  url: string,
  { contentType, size }: Announced,
  credentials: Credentials,
  at: Date,
  expiresSeconds: number,
): Promise<PresignedPut> {
  const headers = { 'content-type': contentType }
  // Every client sends the length by itself, so it is not among the headers to set.
  const signed = { ...headers, 'content-length': String(size) }
  return {
    url: await presign(url, 'PUT', credentials, at, expiresSeconds, signed),
    method: 'PUT',
    headers,
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Only that a file is not there is an answer; a failing disk is not. */
const undefinedIfMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error
}

const safeKey = /^[a-z0-9][a-z0-9/_.-]{0,200}$/

/** The local disk under `directory`, behind `publicUrl/files/…` with S3's query signatures. */
export class LocalFiles implements Files {
  readonly provider = 'builtin'
  readonly #directory: string
  readonly #publicUrl: string
  readonly #credentials: Credentials
  readonly #now: () => Date

  constructor(options: { directory: string; publicUrl: string; secret: string; now: () => Date }) {
    this.#directory = options.directory
    this.#publicUrl = options.publicUrl
    this.#credentials = { accessKeyId: 'plaza', secretAccessKey: options.secret, region: 'local' }
    this.#now = options.now
  }

  /** Where an object lies on the disk. */
  pathOf(key: string): string {
    if (!safeKey.test(key) || key.includes('..')) throw new Error(`unsafe file key ${JSON.stringify(key)}`)
    return path.join(this.#directory, key)
  }

  presignPut(key: string, file: Announced, expiresSeconds: number): Promise<PresignedPut> {
    const url = `${this.#publicUrl}/files/${key}`
    return presignedPut(url, file, this.#credentials, this.#now(), expiresSeconds)
  }

  presignGet(key: string, expiresSeconds: number): Promise<string> {
    return presign(`${this.#publicUrl}/files/${key}`, 'GET', this.#credentials, this.#now(), expiresSeconds)
  }

  /** Whether a request to `/files/…` carries a signature made here, for its method and, if it is a PUT, its type and length, still in time. */
  async isSigned(
    method: 'GET' | 'PUT',
    pathAndQuery: string,
    sent: { 'content-type'?: string | undefined; 'content-length'?: string | undefined },
  ): Promise<boolean> {
    const asked = new URL(pathAndQuery, this.#publicUrl)
    const signature = asked.searchParams.get('X-Amz-Signature') ?? ''
    const date = asked.searchParams.get('X-Amz-Date') ?? ''
    const expires = Number(asked.searchParams.get('X-Amz-Expires'))
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
    if (!year || !Number.isInteger(expires) || expires < 1 || expires > 604_800) return false
    const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    if (Number.isNaN(at.getTime())) return false
    const age = this.#now().getTime() - at.getTime()
    if (age < -60_000 || age > expires * 1000) return false
    const headers: Record<string, string> =
      method === 'PUT'
        ? { 'content-type': sent['content-type'] ?? '', 'content-length': sent['content-length'] ?? '' }
        : {}
    const again = await presign(
      `${this.#publicUrl}${asked.pathname}`,
      method,
      this.#credentials,
      at,
      expires,
      headers,
    )
    const expected = Buffer.from(new URL(again).searchParams.get('X-Amz-Signature') ?? '')
    const given = Buffer.from(signature)
    return expected.length === given.length && timingSafeEqual(expected, given)
  }

  /** Writes an upload beside its place and moves it there when whole. */
  async receive(key: string, body: Readable): Promise<void> {
    const target = this.pathOf(key)
    const partial = `${target}.${newId()}.partial`
    await mkdir(path.dirname(target), { recursive: true })
    try {
      await pipeline(body, createWriteStream(partial, { mode: 0o600 }))
      await rename(partial, target)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }

  async size(key: string): Promise<number | undefined> {
    return (await stat(this.pathOf(key)).catch(undefinedIfMissing))?.size
  }

  async read(key: string): Promise<Buffer | undefined> {
    return readFile(this.pathOf(key)).catch(undefinedIfMissing)
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    const target = this.pathOf(key)
    const partial = `${target}.${newId()}.partial`
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(partial, bytes, { mode: 0o600 })
    await rename(partial, target)
  }

  async remove(key: string): Promise<void> {
    await unlink(this.pathOf(key)).catch(undefinedIfMissing)
  }
}

/** A bucket of an S3-compatible service, addressed by path. */
export class S3Files implements Files {
  readonly provider = 's3'
  readonly #base: string
  readonly #credentials: Credentials
  readonly #now: () => Date

  constructor(options: { endpoint: string; bucket: string; credentials: Credentials; now: () => Date }) {
    this.#base = `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`
    this.#credentials = options.credentials
    this.#now = options.now
  }

  presignPut(key: string, file: Announced, expiresSeconds: number): Promise<PresignedPut> {
    return presignedPut(`${this.#base}/${key}`, file, this.#credentials, this.#now(), expiresSeconds)
  }

  presignGet(key: string, expiresSeconds: number): Promise<string> {
    return presign(`${this.#base}/${key}`, 'GET', this.#credentials, this.#now(), expiresSeconds)
  }

  async #request(
    method: string,
    key: string,
    file?: { bytes: Buffer; contentType: string },
  ): Promise<Response | undefined> {
    const signed = await new AwsV4Signer({
      ...this.#credentials,
      url: `${this.#base}/${key}`,
      method,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(file?.bytes ?? '')
          .digest('hex'),
        ...(file ? { 'content-type': file.contentType } : {}),
      },
      service: 's3',
      datetime: isoBasic(this.#now()),
    }).sign()
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(file ? { body: new Uint8Array(file.bytes) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`the file service answered ${response.status} to ${method}`)
    return response
  }

  async size(key: string): Promise<number | undefined> {
    const response = await this.#request('HEAD', key)
    return response ? Number(response.headers.get('content-length')) : undefined
  }

  async read(key: string): Promise<Buffer | undefined> {
    const response = await this.#request('GET', key)
    return response ? Buffer.from(await response.arrayBuffer()) : undefined
  }

  async write(key: string, bytes: Buffer, contentType: string): Promise<void> {
    await this.#request('PUT', key, { bytes, contentType })
  }

  async remove(key: string): Promise<void> {
    await this.#request('DELETE', key)
  }
}
