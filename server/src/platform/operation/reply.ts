import type { Readable } from 'node:stream'
import { Html } from './html.ts'
import type { ReplyShape } from './operation.ts'

interface ReplyParts {
  status?: number
  data?: unknown
  meta?: unknown
  text?: string
  html?: Html
  /** Where to go: an address of `https:` (or ours), or a path of this server. */
  redirect?: string
  file?: FileReply
  message?: string
  headers?: Record<string, string>
}

/** A file for somebody to keep, opened only once it is known which part of it is wanted. */
export interface FileReply {
  name: string
  type: string
  /** In bytes. Without it the file is sent while it is being made, whole and in one go. */
  size?: number
  /** Names exactly these bytes, quotes included: `"abc"`. Without it only `modified` tells versions apart. */
  etag?: string
  modified?: Date
  /** @param range the first and the last byte that are wanted; all of them when absent. */
  open(range?: ByteRange): Readable | Promise<Readable>
}

/** Both ends belong to it. */
export interface ByteRange {
  start: number
  end: number
}

/** A reply that says more than its data: another status, `meta`, a header, plain text, a page, a file. */
export class Reply {
  readonly parts: ReplyParts
  constructor(parts: ReplyParts) {
    this.parts = parts
  }
}

export const reply = (parts: ReplyParts): Reply => new Reply(parts)

/**
 * What is sent in place of an envelope.
 * @throws Error when a handler returned something else than its operation declares.
 */
export function contentOf({ html, file }: ReplyParts, shape: ReplyShape): string | FileReply {
  if ('html' in shape && html instanceof Html) return html.markup
  if ('file' in shape && file && shape.file.includes(file.type.split(';', 1)[0] ?? '')) return file
  throw new Error(`${Object.keys(shape)[0]} was declared and something else returned`)
}

/**
 * Where a redirect leads.
 * @throws Error when that is a script, or a path that would leave this server.
 */
export function addressOf(target: string | undefined, publicUrl: string): string {
  const address = target === undefined ? null : URL.parse(target, publicUrl)
  const isOurs = address?.origin === new URL(publicUrl).origin
  if (!address || !(isOurs || (address.protocol === 'https:' && !target?.startsWith('/'))))
    throw new Error(`a redirect may not lead to ${JSON.stringify(target)}`)
  return address.href
}
