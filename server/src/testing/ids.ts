import { bodySchemaOf } from '../platform/operation/body.ts'
import { type Openness, opennessKeyword } from '../platform/operation/open-id.ts'
import type { Operation } from '../platform/operation/operation.ts'
import { uuidPattern } from '../platform/operation/schema.ts'
import type { Arranged } from './arranged.ts'

/** Where ids stand in inputs, as paths such as `body.media.*`. */

const parts = ['params', 'query', 'body'] as const
const anId = new RegExp(`(^|/)${uuidPattern.slice(1, -1)}(/|$)`)

interface IdAt {
  path: string
  value: string
}

const general = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '.*')

/** The ids of a call, also those inside of addresses. */
export function idsIn(arranged: Arranged): IdAt[] {
  const found: IdAt[] = []
  const look = (value: unknown, path: string) => {
    if (typeof value === 'string' && anId.test(value)) found.push({ path, value })
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) look(inner, `${path}.${key}`)
  }
  for (const part of parts) look(arranged[part], part)
  return found.map(({ path, value }) => ({ path: general(path), value }))
}

/** The call with another value for the ids at some paths. */
export function withIds(arranged: Arranged, values: readonly IdAt[]): Arranged {
  const replaced = (value: unknown, path: string): unknown => {
    const other = values.find((id) => id.path === general(path))
    if (typeof value === 'string') return other && anId.test(value) ? other.value : value
    if (Array.isArray(value)) return value.map((inner, index) => replaced(inner, `${path}.${index}`))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, replaced(inner, `${path}.${key}`)]),
    )
  }
  const inputs = parts.map((part) => [part, replaced(arranged[part], part)])
  return { ...arranged, ...(Object.fromEntries(inputs) as Arranged) }
}

/** The places of an operation's input that are declared to be ids. */
export const idPathsOf = (operation: Operation): string[] => Object.keys(idsDeclaredBy(operation))

/** Who may name the ids that an operation takes, by the place of each; undefined where nobody but the owner. */
export function idsDeclaredBy(operation: Operation): Record<string, Openness | undefined> {
  const found: Record<string, Openness | undefined> = {}
  const look = (schema: unknown, path: string) => {
    if (typeof schema !== 'object' || schema === null) return
    const {
      pattern,
      properties,
      items,
      anyOf,
      [opennessKeyword]: openness,
    } = schema as Record<string, unknown>
    if (pattern === uuidPattern) found[path] = openness as Openness | undefined
    for (const [key, inner] of Object.entries(properties ?? {})) look(inner, `${path}.${key}`)
    look(items, `${path}.*`)
    for (const inner of (anyOf as unknown[] | undefined) ?? []) look(inner, path)
  }
  look(operation.params, 'params')
  look(operation.query, 'query')
  look(bodySchemaOf(operation), 'body')
  return found
}
