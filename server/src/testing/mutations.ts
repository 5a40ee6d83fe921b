import fc from 'fast-check'
import type { TObject, TSchema } from 'typebox'
import { bodySchemaOf } from '../platform/operation/body.ts'
import { headersSchemaOf, querySchemaOf } from '../platform/operation/input.ts'
import type { Operation } from '../platform/operation/operation.ts'
import { Email } from '../platform/operation/schema.ts'
import { validate } from '../platform/operation/validate.ts'
import type { Arranged } from './arranged.ts'
import { goodValueOf } from './values.ts'

/** A field of a call, and what may stand in the place of its value. */
export interface Field {
  /** Where it stands, such as `body.media.photoUrl`. */
  path: string
  /** The call with this value exchanged for others that the declaration allows. `other` is a second call, whose ids are as good. */
  mutations(way: Arranged, other: Arranged): Arranged[]
}

/** The same address in other letters is as good. */
const { pattern: emailPattern } = Email as { pattern?: string }

type Part = 'params' | 'query' | 'headers' | 'body'

const schemasOf = (operation: Operation): [Part, TSchema | undefined][] => [
  ['params', operation.params],
  ['query', querySchemaOf(operation)],
  ['headers', headersSchemaOf(operation)],
  ['body', bodySchemaOf(operation)],
]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

interface Place {
  path: string[]
  schema: TSchema
}

/** Every field that a call may carry, also those inside of objects that it does carry and of the first entries of its lists. */
function placesIn(schema: TSchema | undefined, known: unknown, path: string[] = []): Place[] {
  const { properties, items } = (schema ?? {}) as Partial<TObject> & { items?: TSchema }
  const entries = Array.isArray(known)
    ? [['0', items] as const].filter(() => known.length > 0)
    : Object.entries(properties ?? {})
  return entries.flatMap(([name, inner = {}]) => [
    { path: [...path, name], schema: inner },
    ...placesIn(inner, at(known, [name]), [...path, name]),
  ])
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

function withAt(value: unknown, [name, ...rest]: readonly string[], put: unknown): unknown {
  if (name === undefined) return put
  const inner = withAt(at(value, [name]), rest, put)
  return Array.isArray(value)
    ? value.with(Number(name), inner)
    : { ...(isObject(value) ? value : {}), [name]: inner }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const samples = 12

/** Every field of an operation, those included that a call does not send. */
export function fieldsOf(operation: Operation, known: Arranged, seed: number): Field[] {
  return schemasOf(operation).flatMap(([part, whole]) =>
    placesIn(whole, known[part]).map(({ path, schema }) => {
      const drawn = fc.sample(goodValueOf(schema), { seed, numRuns: samples })
      const { pattern, examples = [] } = schema as { pattern?: string; examples?: unknown[] }
      const isEmail = pattern === emailPattern
      return {
        path: [part, ...path].join('.'),
        mutations(way, other) {
          const value = at(way[part], path)
          const same = isEmail && typeof value === 'string' ? [value.toUpperCase()] : []
          return [at(other[part], path), ...same, ...examples, ...drawn]
            .filter((put) => put !== undefined && !isSame(put, value))
            .map((put) => withAt(way[part], path, put))
            .filter((input) => whole && validate(whole, part, structuredClone(input)).length === 0)
            .map((input) => ({ ...way, [part]: input }))
        },
      }
    }),
  )
}

/** Days and moments at which something begins or ends: the calendar, the time of computers, what 16 bits count of it. */
const endsOfTime: Record<string, string[]> = {
  date: ['1900-01-01', '1969-12-31', '1970-01-01', '2149-06-06', '2149-06-07', '9999-12-31'],
  'date-time': [
    '1900-01-01T00:00:00Z',
    '1969-12-31T23:59:59.999Z',
    '2149-06-07T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ],
}

function endsOf({ format = '', type, minimum, maximum }: Record<string, unknown>): unknown[] {
  const ends = type === 'integer' || type === 'number' ? [minimum, maximum] : endsOfTime[format as string]
  return (ends ?? []).filter((end) => end !== undefined)
}

/** An operation's call with one number, day or moment after the other as small, and as large, as it may be. */
export function callsAtEnds(operation: Operation, way: Arranged): Arranged[] {
  return schemasOf(operation).flatMap(([part, whole]) =>
    placesIn(whole, way[part]).flatMap(({ path, schema }) =>
      endsOf(schema as Record<string, unknown>).map((end) => ({
        ...way,
        [part]: withAt(way[part], path, end),
      })),
    ),
  )
}
