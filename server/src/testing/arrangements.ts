import { globSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { allOperations } from '../host.ts'
import { newId } from '../platform/ids.ts'
import type { Product } from '../platform/operation/caller.ts'
import type { Registered } from '../platform/operation/registry.ts'
import type { Arranged, Arrangements } from './arranged.ts'
import type { Cast } from './cast.ts'
import { type Answer, call, world } from './kit.ts'

const source = path.join(import.meta.dirname, '..')

/** By product and operation, as each noun's `arrangements.ts` has them. */
const arrangements: Record<string, Arrangements> = { marketplace: {}, wellness: {} }
for (const file of globSync('{marketplace,wellness}/*/arrangements.ts', { cwd: source })) {
  const noun: { arrangements: Arrangements } = await import(path.join(source, file))
  Object.assign(arrangements[file.split(path.sep)[0] ?? ''] ?? {}, noun.arrangements)
}

export function operationNamed(product: Product, id: string): Registered {
  const found = allOperations().find((one) => one.module.product === product && one.id === id)
  if (!found) throw new Error(`the ${product} has no ${id}`)
  return found
}

/** Makes what an operation needs, once for each way that it can be called. */
export async function arrange({ module, id }: Registered, cast: Cast): Promise<Arranged[]> {
  const ways = [arrangements[module.product]?.[id] ?? []].flat()
  const arranged: Arranged[] = []
  for (const way of ways) arranged.push(await way(cast))
  return arranged
}

/** The address of an arranged call. */
export const addressOf = ({ path }: Registered, { params = {} }: Arranged): string =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? '-'))

/**
 * Sends an arranged call, signed at this moment where somebody signs it; where a key is required and none
 * given, with one that nobody has used.
 */
export async function perform(registered: Registered, way: Arranged, app?: FastifyInstance): Promise<Answer> {
  const { method, idempotency } = registered.operation
  const address = addressOf(registered, way)
  const key: Record<string, string> = idempotency === 'required' ? { 'idempotency-key': newId() } : {}
  const { signer, body, ...rest } = { ...way, headers: { ...key, ...way.headers } }
  if (!signer) return call(method, address, { ...rest, body, app })
  const { clock } = await world()
  const { payload, headers } = await signer.sign(Buffer.from(JSON.stringify(body) ?? ''), clock.now())
  return call(method, address, { ...rest, app, payload, headers: { ...rest.headers, ...headers } })
}

/** A body with nothing in it, of the kind that an operation takes. */
export function nothingFor(
  { body }: Registered['operation'],
  nothing: object = {},
): { body?: object; payload?: Buffer; headers?: Record<string, string> } {
  if (body === undefined) return {}
  return 'raw' in body
    ? { payload: Buffer.alloc(0), headers: { 'content-type': body.raw.types[0] ?? '' } }
    : { body: nothing }
}

/** Operations that answer and are done; a stream does not end by itself. */
export const answering = (operations: Registered[]): Registered[] =>
  operations.filter(({ operation }) => !Object.values(operation.replies).some((shape) => 'stream' in shape))
