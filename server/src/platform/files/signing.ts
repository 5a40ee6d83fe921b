import { AwsV4Signer } from 'aws4fetch'
import type { Announced, PresignedPut } from './port.ts'

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

export const isoBasic = (date: Date) => date.toISOString().replace(/[:-]|\.\d{3}/g, '')

/** Signs an address in its query, with version 4 of the signatures. */
export async function presign(
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

export async function presignedPut(
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
