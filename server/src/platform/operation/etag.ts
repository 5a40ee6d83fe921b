import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { type Reply, reply } from './reply.ts'

/** The headers of a read that answers 304 to whoever has its reply already. */
export const IfNoneMatch = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({ maxLength: 2000, description: 'the ETag of the reply you have', examples: ['"none"'] }),
  ),
})

/** The headers of a change that is refused when its subject is no longer as the caller read it. */
export const IfMatch = Type.Object({
  'If-Match': Type.Optional(
    Type.String({
      maxLength: 14,
      pattern: '^(\\*|\\d{1,10}|(W/)?"\\d{1,10}")$',
      description: 'the `__v` you read, or * for any',
      examples: ['*'],
    }),
  ),
})

/** The version that an `If-Match` header asks for. @returns undefined when any will do. */
export const expectedVersion = (header: string | undefined): number | undefined =>
  header === undefined || header === '*' ? undefined : Number(header.replace(/\D/g, ''))

/** What a reply is known by. */
export const etagOf = ({ data, meta }: { data: unknown; meta?: unknown }): string =>
  `W/"${createHash('sha256')
    .update(JSON.stringify([data, meta]))
    .digest('base64url')
    .slice(0, 27)}"`

/** @returns 304 when the caller has this reply already, else the whole of it with its ETag. */
export function unlessKnown(
  headers: { 'If-None-Match'?: string },
  { data, meta }: { data: unknown; meta?: unknown },
  maxAgeSeconds: number,
): Reply {
  const ETag = etagOf({ data, meta })
  const isKnown = headers['If-None-Match']?.split(',').some((one) => one.trim() === ETag)
  const caching = { ETag, 'Cache-Control': `private, max-age=${maxAgeSeconds}` }
  return reply(isKnown ? { status: 304, headers: caching } : { data, meta, headers: caching })
}
