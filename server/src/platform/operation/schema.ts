import { type Static, type TSchema, type TUnsafe, Type } from 'typebox'

/** Schemas that inputs and replies share. A `title` makes a schema a named component of the API document. */

export const uuidPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'

export const Id = Type.String({
  pattern: uuidPattern,
  minLength: 36,
  maxLength: 36,
  description: 'UUIDv7 in canonical text form',
})

/** Text of `minimum`–`maximum` code points after NFC normalisation and trimming. */
export const Text = (
  minimum: number,
  maximum: number,
  options: { description?: string; pattern?: string } = {},
) => Type.String({ trimmed: true, minLength: minimum, maxLength: maximum, ...options })

/** Text kept exactly as typed: passwords and opaque tokens. */
export const Verbatim = (
  minimum: number,
  maximum: number,
  options: { description?: string; pattern?: string } = {},
) => Type.String({ minLength: minimum, maxLength: maximum, ...options })

export const Email = Type.String({
  trimmed: true,
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@<>"(),:;\\[\\]\\\\]+@[^\\s@<>"(),:;\\[\\]\\\\]+\\.[^\\s@<>"(),:;\\[\\]\\\\]+$',
  description: 'an e-mail address',
})

export const Integer = (
  minimum: number,
  maximum: number,
  options: { description?: string; default?: number } = {},
) => Type.Integer({ minimum, maximum, ...options })

export const Decimal = (
  minimum: number,
  maximum: number,
  options: { description?: string; default?: number } = {},
) => Type.Number({ minimum, maximum, ...options })

export const OneOf = <const T extends readonly [string, ...string[]]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options })

/** Several values of one list, comma-separated in a query string. */
export const CommaSeparated = (values: readonly string[], description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 400,
    pattern: `^(${values.join('|')})(,(${values.join('|')}))*$`,
    description,
  })

/** `schema` or null, in the form that OpenAPI 3.1 and the serializer both like best. */
export function Nullable<T extends TSchema>(schema: T, description?: string): TUnsafe<Static<T> | null> {
  const said = description === undefined ? {} : { description }
  const plain = schema as TSchema & { type?: string; title?: string; enum?: readonly unknown[] }
  if (typeof plain.type === 'string' && !['object', 'array'].includes(plain.type)) {
    return Type.Unsafe<Static<T> | null>({
      ...plain,
      ...said,
      type: [plain.type, 'null'],
      ...(plain.enum ? { enum: [...plain.enum, null] } : {}),
    })
  }
  return Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }], ...said })
}

/** ISO 8601 UTC with milliseconds, as every reply carries times. */
export const Timestamp = Type.String({ format: 'date-time', maxLength: 40, description: 'ISO 8601, UTC' })

/** A client's time; any offset. Parse it with `parseInstant`. */
export const Instant = Type.String({
  maxLength: 40,
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})$',
  description: 'ISO 8601 date and time with offset',
})

export const CalendarDate = Type.String({
  maxLength: 10,
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'ISO 8601 date',
})

/** `[longitude, latitude]` as GeoJSON orders them. */
export const Point = Type.Object({
  type: Type.String({ minLength: 5, maxLength: 5, pattern: '^[Pp][Oo][Ii][Nn][Tt]$' }),
  coordinates: Type.Array(Type.Number({ minimum: -180, maximum: 180 }), {
    minItems: 2,
    maxItems: 2,
    description: '[longitude, latitude]',
  }),
})

export const PageMeta = Type.Object({
  nextCursor: Nullable(Type.String({ maxLength: 2000 })),
  hasMore: Type.Boolean(),
  limit: Type.Integer({ minimum: 1, maximum: 500 }),
})

/** Of a list whose pages can be asked for by number. */
export const NumberedPageMeta = Type.Object({
  ...PageMeta.properties,
  total: Type.Integer({ minimum: 0, description: 'how many there are on all pages' }),
})
