import type { FastifyInstance, FastifyRequest } from 'fastify'
import { needsBytes, readBody } from '../operation/body.ts'
import type { Registered } from '../operation/registry.ts'
import type { Sent } from '../operation/signature.ts'

/** A part of the app in which every body stays as it came, whatever type it says it has. */
export async function withBytes(
  app: FastifyInstance,
  routes: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    routes(scope)
  })
}

/**
 * The body of a request as its operation declares it; that of a signed one waits as bytes until it is
 * known who sent it.
 */
export function inputOf(
  { operation }: Registered,
  { body, headers }: FastifyRequest,
): { body: unknown; sent?: Sent } {
  if (!needsBytes(operation)) return { body }
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (!operation.access.verifier) return { body: readBody(operation, bytes, headers['content-type']) }
  const texts = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
  return { body: undefined, sent: { bytes, headers: Object.fromEntries(texts) } }
}
