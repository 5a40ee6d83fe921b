import type { TSchema } from 'typebox'
import { bodySchemaOf } from '../platform/operation/body.ts'
import { querySchemaOf } from '../platform/operation/input.ts'
import type { Operation } from '../platform/operation/operation.ts'
import { moneyKeyword } from '../platform/operation/schema.ts'
import type { Arranged } from './arranged.ts'

/** An amount of money that a call may carry. */
export interface AmountField {
  /** Where it stands, such as `body.costs.0.amount`. */
  path: string
  part: 'body' | 'query'
  place: readonly string[]
  /** Whether its currency is said beside it; else it is that of what the call is about. */
  isBesideCurrency: boolean
  /** What has to stand beside it, where nothing does yet. */
  beside: Readonly<Record<string, unknown>>
}

interface Described {
  properties?: Record<string, TSchema>
  required?: string[]
  items?: TSchema
  anyOf?: TSchema[]
  enum?: unknown[]
  examples?: unknown[]
  [moneyKeyword]?: true
}

type Found = Omit<AmountField, 'path' | 'part'>

function amountsIn(schema: TSchema, found: Found): Found[] {
  const { properties = {}, required = [], items, anyOf = [], [moneyKeyword]: isMoney } = schema as Described
  if (isMoney) return [found]
  const shown = (name: string) => {
    const { enum: values = [], examples = [] } = properties[name] as Described
    return [name, values[0] ?? examples[0]] as const
  }
  const place = (name: string) => [...found.place, name]
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => {
      const beside = Object.fromEntries(required.filter((other) => other !== name).map(shown))
      return amountsIn(inner, { place: place(name), isBesideCurrency: 'currency' in properties, beside })
    }),
    ...(items ? amountsIn(items, { ...found, place: place('0') }) : []),
    ...anyOf.flatMap((inner) => amountsIn(inner, found)),
  ]
}

/** Every amount that an operation takes. */
export function amountFieldsOf(operation: Operation): AmountField[] {
  const parts = [
    ['body', bodySchemaOf(operation)],
    ['query', querySchemaOf(operation)],
  ] as const
  return parts.flatMap(([part, schema]) =>
    amountsIn(schema ?? {}, { place: [], isBesideCurrency: false, beside: {} }).map((field) => ({
      ...field,
      part,
      path: [part, ...field.place].join('.'),
    })),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const valueAt = (value: unknown, place: readonly string[]): unknown =>
  place.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

function withAt(value: unknown, [name, ...rest]: readonly string[], put: unknown, beside = {}): unknown {
  if (name === undefined) return put
  const inner = withAt(valueAt(value, [name]), rest, put, beside)
  if (name === '0') return [inner]
  return { ...(rest.length === 0 ? beside : {}), ...(isObject(value) ? value : {}), [name]: inner }
}

/** The call with another amount, in another currency where that is said beside it. */
export function withAmount(way: Arranged, field: AmountField, amount: unknown, currency?: string): Arranged {
  const { part, place, isBesideCurrency, beside } = field
  const given = withAt(way[part], place, amount, beside)
  const isSaid = isBesideCurrency && currency !== undefined
  const changed = isSaid ? withAt(given, [...place.slice(0, -1), 'currency'], currency) : given
  return { ...way, [part]: changed }
}
