import type { FastifyReply } from 'fastify'
import { problemOutcome } from '../operation/outcome.ts'
import { problem } from '../operation/problem.ts'
import type { ByteRange, FileReply } from '../operation/reply.ts'

export const rangeNotSatisfiable = problem(
  416,
  'RANGE_NOT_SATISFIABLE',
  'The file has no such part. Ask for it without a range.',
)

type Wanted = ByteRange | 'all' | 'nothing'

/**
 * Which part of a file of so many bytes a Range header asks for. What is no range of bytes counts as
 * none, and several at once get the whole, as RFC 9110 (14.2) allows: they cost more than they save.
 */
export function rangeIn(header: string | undefined, size: number): Wanted {
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'all'
  if (from === '') {
    const last = Number(to)
    if (last === 0) return 'nothing'
    return size === 0 ? 'all' : { start: Math.max(size - last, 0), end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? Number.POSITIVE_INFINITY : Number(to)
  if (end < start) return 'all'
  return start >= size ? 'nothing' : { start, end: Math.min(end, size - 1) }
}

/** A time as HTTP writes it knows no fractions of a second. */
const wholeSeconds = (time: Date) => Math.floor(time.getTime() / 1000) * 1000

/** Whether If-None-Match has a version among those that the sender knows. */
export const isNamed = (header: string, etag: string) =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

/** Whether the sender has this version already (RFC 9110, 13.1.2 and 13.1.3). */
function isKnown(headers: Record<string, string | undefined>, { etag, modified }: FileReply): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers
  if (tags !== undefined) return etag !== undefined && isNamed(tags, etag)
  return since !== undefined && modified !== undefined && wholeSeconds(modified) <= Date.parse(since)
}

/** Whether a part fits the rest that the sender has: a part of another version would make a broken file. */
function isSameVersion(ifRange: string | undefined, { etag, modified }: FileReply): boolean {
  if (ifRange === undefined) return true
  if (ifRange.startsWith('"')) return ifRange === etag
  return modified !== undefined && wholeSeconds(modified) === Date.parse(ifRange)
}

/** The name for every client: plain for old ones, in UTF-8 for the others (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

/** Sends a file, or the part of it that was asked for, or that the sender has it already. */
export async function sendFile(reply: FastifyReply, file: FileReply): Promise<FastifyReply> {
  const { headers, method } = reply.request
  const texts = headers as Record<string, string | undefined>
  if (file.etag) reply.header('ETag', file.etag)
  if (file.modified) reply.header('Last-Modified', file.modified.toUTCString())
  if (isKnown(texts, file)) return reply.code(304).send()
  reply.type(file.type).header('Content-Disposition', attachment(file.name))
  if (file.size === undefined) return reply.send(await file.open())
  reply.header('Accept-Ranges', 'bytes')
  const { size } = file
  const isPart = method === 'GET' && isSameVersion(texts['if-range'], file)
  const wanted = isPart ? rangeIn(texts.range, size) : 'all'
  if (wanted === 'nothing') return refuseRange(reply, size)
  if (wanted === 'all') return reply.header('Content-Length', String(size)).send(await file.open())
  const { start, end } = wanted
  return reply
    .code(206)
    .headers({
      'Content-Range': `bytes ${start}-${end}/${size}`,
      'Content-Length': String(end - start + 1),
    })
    .send(await file.open(wanted))
}

function refuseRange(reply: FastifyReply, size: number): FastifyReply {
  const { status, body } = problemOutcome(rangeNotSatisfiable(), { id: String(reply.request.id) })
  return reply
    .code(status)
    .removeHeader('Content-Disposition')
    .header('Content-Range', `bytes */${size}`)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
