import type { Readable } from 'node:stream'
import type { Html } from './html.ts'

export interface ReplyParts {
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
