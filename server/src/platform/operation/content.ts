import { isLoopbackHost } from '../network.ts'
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
  const ours = new URL(publicUrl)
  const isOurs = address?.origin === ours.origin
  // While we are reached on this machine only, so may be those to whom somebody is sent.
  const isHere = isLoopbackHost(ours.hostname) && isLoopbackHost(address?.hostname ?? '')
  const isSafe = address?.protocol === 'https:' || (address?.protocol === 'http:' && isHere)
  if (!address || !(isOurs || (isSafe && !target?.startsWith('/'))))
    throw new Error(`a redirect may not lead to ${JSON.stringify(target)}`)
  return address.href
}
