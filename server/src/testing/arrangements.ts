import type { FastifyInstance } from 'fastify'
import type { Registered } from '../platform/operation/registry.ts'
import type { Arranged, Arrangements } from './arranged.ts'
import type { Cast } from './cast.ts'
import { type Answer, call, world } from './kit.ts'
import { marketplaceArrangements } from './marketplace-arrangements.ts'
import { wellnessArrangements } from './wellness-arrangements.ts'

const arrangements: Record<string, Arrangements> = {
  marketplace: marketplaceArrangements,
  wellness: wellnessArrangements,
}

/** Makes what an operation needs, once for each way that it can be called. */
export async function arrange({ module, id }: Registered, cast: Cast): Promise<Arranged[]> {
  const ways = [arrangements[module.product]?.[id] ?? []].flat()
  const arranged: Arranged[] = []
  for (const way of ways) arranged.push(await way(cast))
  return arranged
}

/** Sends an arranged call, signed at this moment if it is to be. */
export async function perform(
  { operation, path }: Registered,
  { params = {}, signer, ...rest }: Arranged,
  app?: FastifyInstance,
): Promise<Answer> {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? '-'))
  if (!signer) return call(operation.method, address, { ...rest, app })
  const { body, ...unsigned } = rest
  const { clock } = await world()
  const { payload, headers } = await signer.sign(Buffer.from(JSON.stringify(body) ?? ''), clock.now())
  return call(operation.method, address, {
    ...unsigned,
    app,
    payload,
    headers: { ...rest.headers, ...headers },
  })
}

/** Operations that answer and are done; a stream does not end by itself. */
export const answering = (operations: Registered[]): Registered[] =>
  operations.filter(({ operation }) => !Object.values(operation.replies).some((shape) => 'stream' in shape))
