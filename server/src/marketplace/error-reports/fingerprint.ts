import { createHash } from 'node:crypto'

// What two reports of one fault have in common.

/** The frames nearest to the fault say where it is; those far below only how one came there. */
const mostFrames = 20
/** Of a line; what follows says no more, and takes time. */
const mostCharacters = 500

/** A line of a stack, or a sentence, without what differs from one report to the next. */
export const normalised = (line: string): string =>
  line
    .slice(0, mostCharacters)
    // The last part of a path says which file; the parts before it, where somebody has it installed.
    .replace(/(?:[a-z][a-z0-9+.-]{0,30}:\/\/)?[^\s()"'@]*[/\\](?=[^\s()"'/\\])/gi, '')
    // What a bundler adds to the name of a file: `index-B1xk29aZ.js`.
    .replace(/[-.](?=[\w-]*[\dA-Z])[\w-]{5,}(?=\.(?:[cm]?js|css|jsbundle|bundle)\b)/g, '')
    .replace(/\?[^\s:)]*/g, '')
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”/g, '…')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '#')
    .replace(/\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)[0-9a-f]{8,}\b/gi, '#')
    // Lines and columns, and every other number.
    .replace(/\d+/g, '#')
    .replace(/#(?:[:,.]#)+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()

const frame =
  /^\s*(?:at\s|#\d+\s|\d+\s+\S|File "|[^\s@]*@\S+:\d+|.*\.(?:m?[jt]sx?|dart|java|kt|swift|py|bundle)(?:[?:][^\s]*)?:\d+|.*\(Native)/

/** What kind of error it is: what stands before the message, which may say anything. */
const kindOf = (line: string): string =>
  /^\s*((?:[\w$]+\.){0,10}[\w$]*(?:Error|Exception|Failure))\b/.exec(line)?.[1] ?? ''

/** 32 hexadecimal digits, the same for reports of one fault: by the stack, or by the message where there is none. */
export function fingerprintOf({ message, stack = '' }: { message: string; stack?: string }): string {
  const lines = stack.split('\n').map((line) => line.slice(0, mostCharacters))
  const frames = lines.filter((line) => frame.test(line)).slice(0, mostFrames)
  const kind = kindOf(lines[0] ?? '') || kindOf(message.slice(0, mostCharacters))
  const parts = frames.length > 0 ? [kind, ...frames.map(normalised)] : [normalised(message)]
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)
}
