import { createHash, createHmac } from 'node:crypto'
import { type Given, type OutsideServer, type Received, startOutsideServer } from './outside-server.ts'

/**
 * One bucket that speaks S3 as far as Plaza does: objects by path, signatures of version 4 in the
 * query or in the header, computed here from the protocol's description and from nothing of ours.
 */
export interface S3Server extends Omit<OutsideServer, 'url'> {
  endpoint: string
  bucket: string
  credentials: { accessKeyId: string; secretAccessKey: string; region: string }
  objects: Map<string, { bytes: Buffer; contentType: string }>
}

/** Refuses a request as S3 does. */
class S3Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

interface Signature {
  accessKeyId: string
  /** day/region/service/aws4_request */
  scope: string
  signedHeaders: string[]
  signature: string
  date: string
  payloadHash: string
}

const credentials = {
  accessKeyId: 'AKIDPLAZATEST',
  secretAccessKey: 'a secret that only the two of them know',
  region: 'eu-test-1',
}
const clockSkewMs = 15 * 60_000
const unsigned = 'UNSIGNED-PAYLOAD'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

export async function startS3Server(options: { now: () => Date }): Promise<S3Server> {
  const bucket = 'plaza-test'
  const objects: S3Server['objects'] = new Map()
  const { url: endpoint, ...server } = await startOutsideServer((received) => {
    try {
      const { url } = received
      checkSignature(received, options.now())
      const [, ofBucket, key] = /^\/([^/]+)\/(.+)$/.exec(decodeURIComponent(url.pathname)) ?? []
      if (ofBucket !== bucket || !key) throw new S3Refusal(404, 'NoSuchBucket')
      return answer(received, objects, key)
    } catch (error) {
      const { status, code } = error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError')
      const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`
      return { status, headers: { 'content-type': 'application/xml' }, body: xml }
    }
  })
  return { ...server, endpoint, bucket, credentials, objects }
}

function answer({ method, headers, bytes }: Received, objects: S3Server['objects'], key: string): Given {
  if (method === 'PUT') {
    objects.set(key, { bytes, contentType: headers['content-type'] ?? 'binary/octet-stream' })
    return { status: 200, headers: { etag: `"${createHash('md5').update(bytes).digest('hex')}"` } }
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }
  if (method !== 'GET' && method !== 'HEAD') throw new S3Refusal(405, 'MethodNotAllowed')
  const object = objects.get(key)
  if (!object) throw new S3Refusal(404, 'NoSuchKey')
  const [, last] = /^bytes=0-(\d+)$/.exec(headers.range ?? '') ?? []
  const part = last === undefined ? object.bytes : object.bytes.subarray(0, Number(last) + 1)
  return {
    status: last === undefined ? 200 : 206,
    headers: { 'content-type': object.contentType, 'content-length': part.length },
    body: method === 'GET' ? part : undefined,
  }
}

/** @throws S3Refusal unless the request is signed by the key's holder, as it arrived, in time. */
function checkSignature(request: Received, now: Date): void {
  const { url } = request
  const isPresigned = url.searchParams.has('X-Amz-Signature')
  const signed = isPresigned ? signatureInQuery(url, now) : signatureInHeader(request, now)
  const [day, region, service, end] = signed.scope.split('/')
  if (signed.accessKeyId !== credentials.accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId')
  if (
    day !== signed.date.slice(0, 8) ||
    region !== credentials.region ||
    service !== 's3' ||
    end !== 'aws4_request' ||
    !signed.signedHeaders.includes('host')
  )
    throw new S3Refusal(403, 'AccessDenied')
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const canonical = [
    request.method,
    decodeURIComponent(url.pathname).split('/').map(encode).join('/'),
    query,
    ...signed.signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signed.signedHeaders.join(';'),
    signed.payloadHash,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', signed.date, signed.scope, sha256(canonical)].join('\n')
  const key = [day, region, service, end].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${credentials.secretAccessKey}`,
  )
  if (hmac(key, toSign).toString('hex') !== signed.signature)
    throw new S3Refusal(403, 'SignatureDoesNotMatch')
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function signatureInQuery(url: URL, now: Date): Signature {
  const value = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? ''
  const age = now.getTime() - timeOf(value('Date'))
  if (value('Algorithm') !== 'AWS4-HMAC-SHA256') throw new S3Refusal(400, 'AuthorizationQueryParametersError')
  if (!(age >= -clockSkewMs && age <= Number(value('Expires')) * 1000))
    throw new S3Refusal(403, 'AccessDenied')
  const [accessKeyId = '', ...scope] = value('Credential').split('/')
  return {
    accessKeyId,
    scope: scope.join('/'),
    signedHeaders: value('SignedHeaders').split(';'),
    signature: value('Signature'),
    date: value('Date'),
    payloadHash: unsigned,
  }
}

function signatureInHeader({ headers, bytes }: Received, now: Date): Signature {
  const [, accessKeyId = '', scope = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!signature) throw new S3Refusal(403, 'AccessDenied')
  const date = String(headers['x-amz-date'])
  if (!(Math.abs(now.getTime() - timeOf(date)) <= clockSkewMs))
    throw new S3Refusal(403, 'RequestTimeTooSkewed')
  const payloadHash = String(headers['x-amz-content-sha256'])
  if (payloadHash !== unsigned && payloadHash !== sha256(bytes))
    throw new S3Refusal(400, 'XAmzContentSHA256Mismatch')
  return { accessKeyId, scope, signedHeaders: signedHeaders.split(';'), signature, date, payloadHash }
}
