import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import { provider } from '../provider.ts'
import { isSameSecret } from '../same-secret.ts'
import { Text } from '../settings.ts'
import type { Announced, Files, PresignedPut } from './port.ts'
import { type Credentials, presign, presignedPut } from './signing.ts'

export const localFiles = provider({
  port: 'files',
  name: 'builtin',
  summary: 'keeps files under DATA_DIR',
  settings: Type.Object({
    FILES_SECRET: Text('key of presigned addresses on the local disk, at least 32 bytes'),
  }),
  secrets: ['FILES_SECRET'],
  open: ({ FILES_SECRET }, { dataDir, publicUrl, clock }): Files =>
    new LocalFiles({ directory: path.join(dataDir, 'files'), publicUrl, secret: FILES_SECRET, clock }),
})

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Only that a file is not there is an answer; a failing disk is not. */
const undefinedIfMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error
}

/** The database never forgets what it knows of a file, so a power cut must not undo its move either. */
async function publish(partial: string, target: string): Promise<void> {
  await rename(partial, target)
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const folder = await open(path.dirname(target))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const forOwner = { mode: 0o600, flush: true }

const safeKey = /^[a-z0-9][a-z0-9/_.-]{0,200}$/

/** The local disk under `directory`, behind `publicUrl/files/…` with S3's query signatures. */
export class LocalFiles implements Files {
  readonly #directory: string
  readonly #publicUrl: string
  readonly #credentials: Credentials
  readonly #clock: Clock

  constructor(options: { directory: string; publicUrl: string; secret: string; clock: Clock }) {
    this.#directory = options.directory
    this.#publicUrl = options.publicUrl
    this.#credentials = { accessKeyId: 'plaza', secretAccessKey: options.secret, region: 'local' }
    this.#clock = options.clock
  }

  /** Where an object lies on the disk. */
  pathOf(key: string): string {
    if (!safeKey.test(key) || key.includes('..')) throw new Error(`unsafe file key ${JSON.stringify(key)}`)
    return path.join(this.#directory, key)
  }

  presignPut(key: string, file: Announced, expiresSeconds: number): Promise<PresignedPut> {
    const url = `${this.#publicUrl}/files/${key}`
    return presignedPut(url, file, this.#credentials, this.#clock.now(), expiresSeconds)
  }

  presignGet(key: string, expiresSeconds: number): Promise<string> {
    return presign(
      `${this.#publicUrl}/files/${key}`,
      'GET',
      this.#credentials,
      this.#clock.now(),
      expiresSeconds,
    )
  }

  /** Whether a request to `/files/…` carries a signature made here, for its method and, if it is a PUT, its type and length, still in time. */
  async isSigned(
    method: 'GET' | 'PUT',
    pathAndQuery: string,
    sent: { 'content-type'?: string | undefined; 'content-length'?: string | undefined },
  ): Promise<boolean> {
    const asked = new URL(pathAndQuery, this.#publicUrl)
    // Written in another way, such as with `..` in it, it names another file to us than to the signature.
    if (!pathAndQuery.startsWith(`${asked.pathname}?`)) return false
    const signature = asked.searchParams.get('X-Amz-Signature') ?? ''
    const date = asked.searchParams.get('X-Amz-Date') ?? ''
    const expires = Number(asked.searchParams.get('X-Amz-Expires'))
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
    if (!year || !Number.isInteger(expires) || expires < 1 || expires > 604_800) return false
    const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    if (Number.isNaN(at.getTime())) return false
    const age = this.#clock.now().getTime() - at.getTime()
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
    return isSameSecret(signature, new URL(again).searchParams.get('X-Amz-Signature') ?? '')
  }

  receive(key: string, body: Readable): Promise<void> {
    return this.#place(key, (partial) => pipeline(body, createWriteStream(partial, forOwner)))
  }

  /** Has a file written beside its place, and moves it there when it is whole and on the disk. */
  async #place(key: string, write: (partial: string) => Promise<void>): Promise<void> {
    const target = this.pathOf(key)
    const partial = `${target}.${newId()}.partial`
    await mkdir(path.dirname(target), { recursive: true })
    try {
      await write(partial)
      await publish(partial, target)
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

  async readStart(key: string, bytes: number): Promise<Buffer | undefined> {
    const file = await open(this.pathOf(key)).catch(undefinedIfMissing)
    if (!file) return undefined
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }

  write(key: string, bytes: Buffer): Promise<void> {
    return this.#place(key, (partial) => writeFile(partial, bytes, forOwner))
  }

  writeFrom(source: string, key: string): Promise<void> {
    return this.#place(key, (partial) =>
      pipeline(createReadStream(source), createWriteStream(partial, forOwner)),
    )
  }

  async remove(key: string): Promise<void> {
    await unlink(this.pathOf(key)).catch(undefinedIfMissing)
  }
}
