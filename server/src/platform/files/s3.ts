import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { type Origin, requireSuccess, type Streamed } from '../outbound.ts'
import { provider } from '../provider.ts'
import { ProviderUnsure } from '../provider-errors.ts'
import { Address, Text } from '../settings.ts'
import type { Announced, Files, PresignedPut } from './port.ts'
import { type Credentials, isoBasic, presign, presignedPut } from './signing.ts'

const timeoutMs = 10_000
const largestObject = 256 * 1024 * 1024

/** What is put there; its digest is signed with the request. */
interface Sent {
  body: Buffer | Streamed
  sha256: string
  contentType: string
}

const sha256Of = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** What is large may take longer, as long as a megabyte goes in a second. */
const timeFor = (body: Sent['body']) => timeoutMs + (Buffer.isBuffer(body) ? 0 : Math.ceil(body.size / 1000))

export const s3Files = provider({
  port: 'files',
  name: 's3',
  summary: 'in a bucket',
  settings: Type.Object({
    S3_ENDPOINT: Address(['http', 'https'], 'address of the S3 service, needed with FILES_PROVIDER=s3'),
    S3_BUCKET: Text('bucket, needed with FILES_PROVIDER=s3'),
    S3_REGION: Type.String({ default: 'us-east-1', maxLength: 64, description: 'region of the bucket' }),
    S3_ACCESS_KEY_ID: Text('needed with FILES_PROVIDER=s3'),
    S3_SECRET_ACCESS_KEY: Text('needed with FILES_PROVIDER=s3'),
  }),
  needs: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  open: (settings, { clock, outbound }): Files =>
    new S3Files({
      endpoint: settings.S3_ENDPOINT.replace(/\/+$/, ''),
      bucket: settings.S3_BUCKET,
      credentials: {
        accessKeyId: settings.S3_ACCESS_KEY_ID,
        secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
        region: settings.S3_REGION,
      },
      clock,
      service: outbound.at(settings.S3_ENDPOINT, { timeoutMs, maxBytes: largestObject }),
    }),
})

/** A bucket of an S3-compatible service, addressed by path. */
class S3Files implements Files {
  readonly origin: string
  readonly #endpoint: string
  readonly #base: string
  readonly #credentials: Credentials
  readonly #clock: Clock
  readonly #service: Origin

  constructor(options: {
    endpoint: string
    bucket: string
    credentials: Credentials
    clock: Clock
    service: Origin
  }) {
    this.origin = new URL(options.endpoint).origin
    this.#endpoint = options.endpoint
    this.#base = `${options.endpoint}/${options.bucket}`
    this.#credentials = options.credentials
    this.#clock = options.clock
    this.#service = options.service
  }

  presignPut(key: string, file: Announced, expiresSeconds: number): Promise<PresignedPut> {
    return presignedPut(`${this.#base}/${key}`, file, this.#credentials, this.#clock.now(), expiresSeconds)
  }

  presignGet(key: string, expiresSeconds: number): Promise<string> {
    return presign(`${this.#base}/${key}`, 'GET', this.#credentials, this.#clock.now(), expiresSeconds)
  }

  async #request(
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    key: string,
    { file, firstBytes }: { file?: Sent; firstBytes?: number } = {},
  ) {
    const signed = await new AwsV4Signer({
      ...this.#credentials,
      url: `${this.#base}/${key}`,
      method,
      headers: {
        'x-amz-content-sha256': file?.sha256 ?? sha256Of(''),
        ...(file ? { 'content-type': file.contentType } : {}),
        ...(firstBytes ? { range: `bytes=0-${firstBytes - 1}` } : {}),
      },
      service: 's3',
      datetime: isoBasic(this.#clock.now()),
    }).sign()
    const answer = await this.#service.send({
      method,
      path: signed.url.href.slice(this.#endpoint.length),
      headers: Object.fromEntries(signed.headers),
      ...(file ? { body: file.body, timeoutMs: timeFor(file.body) } : {}),
    })
    if (answer.status === 404) return undefined
    return requireSuccess(answer, 'the file service')
  }

  async size(key: string): Promise<number | undefined> {
    const answer = await this.#request('HEAD', key)
    if (!answer) return undefined
    const size = Number(answer.headers['content-length'])
    if (!Number.isSafeInteger(size)) throw new ProviderUnsure('the file service says no length')
    return size
  }

  async read(key: string): Promise<Buffer | undefined> {
    return (await this.#request('GET', key))?.bytes
  }

  async readStart(key: string, firstBytes: number): Promise<Buffer | undefined> {
    return (await this.#request('GET', key, { firstBytes }))?.bytes.subarray(0, firstBytes)
  }

  async write(key: string, bytes: Buffer, contentType: string): Promise<void> {
    await this.#request('PUT', key, { file: { body: bytes, sha256: sha256Of(bytes), contentType } })
  }

  async writeFrom(source: string, key: string, contentType: string): Promise<void> {
    const { size } = await stat(source)
    const hash = createHash('sha256')
    for await (const piece of createReadStream(source)) hash.update(piece)
    const body = { size, open: () => createReadStream(source) }
    await this.#request('PUT', key, { file: { body, sha256: hash.digest('hex'), contentType } })
  }

  async remove(key: string): Promise<void> {
    await this.#request('DELETE', key)
  }
}
