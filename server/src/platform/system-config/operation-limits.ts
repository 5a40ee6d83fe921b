import type { OwnLimit } from '../operation/operation.ts'
import { ownLimitsOf } from '../operation/operation.ts'
import type { Registered } from '../operation/registry.ts'
import { type ConfigKey, requests } from './key.ts'

// The keys of the limits that operations declare: they derive from the declarations.

const windows: Readonly<Record<number, string>> = { 1: 'second', 60: 'minute', 3600: 'hour', 86400: 'day' }

const inWords = (seconds: number) => windows[seconds] ?? `${seconds}_seconds`

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const known = new WeakMap<OwnLimit, ConfigKey<number | null>>()

/** The key of one limit that an operation declares. */
export function keyOfLimit({ id, module, operation }: Registered, limit: OwnLimit): ConfigKey<number | null> {
  const made = known.get(limit)
  if (made) return made
  const { max, strict = max, windowSeconds } = limit
  const window = inWords(windowSeconds)
  const key = requests(`limits.${module.product}.${snake(id)}.per_${window}`, {
    description: `calls of ${id} (${operation.summary}) of one person or network address in a ${window.replace('_', ' ')}`,
    default: max,
    strict,
  })
  known.set(limit, key)
  return key
}

/** The keys of every limit that operations declare. */
export const keysOfLimits = (operations: readonly Registered[]): ConfigKey<number | null>[] =>
  operations.flatMap((registered) =>
    ownLimitsOf(registered.operation).map((limit) => keyOfLimit(registered, limit)),
  )
