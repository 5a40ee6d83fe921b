import { Html } from './html.ts'
import type { ReplyShape } from './operation.ts'
import type { FileReply, ReplyParts } from './reply.ts'

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
