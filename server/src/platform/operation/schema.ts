import { type Static, type TSchema, type TUnsafe, Type } from 'typebox'

/** Schemas that inputs and replies share. A `title` makes a schema a named component of the API document. */

export const uuidPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'

export const exampleId = '0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01'

export const Id = Type.String({
  pattern: uuidPattern,
  minLength: 36,
  maxLength: 36,
  description: 'UUIDv7 in canonical text form',
  examples: [exampleId],
})

/** What a text field is described by; the example stands in the API document. */
interface TextOptions {
  description?: string
  pattern?: string
  example?: string
}

const shown = <T extends { example?: string }>({ example, ...rest }: T) =>
  example === undefined ? rest : { ...rest, examples: [example] }

/** Text of `minimum`–`maximum` code points after NFC normalisation and trimming. */
export const Text = (minimum: number, maximum: number, options: TextOptions = {}) =>
  Type.String({ trimmed: true, minLength: minimum, maxLength: maximum, ...shown(options) })

/** Text of one line, such as a name, which others' mails and lists show beside their own. */
export const Line = (minimum: number, maximum: number, options: Omit<TextOptions, 'pattern'> = {}) =>
  Text(minimum, maximum, { pattern: oneLine, ...options })

// No control characters, and neither of the two separators that Unicode has for lines and paragraphs.
const oneLine = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$'

/** Text kept exactly as typed: passwords and opaque tokens. */
export const Verbatim = (minimum: number, maximum: number, options: TextOptions = {}) =>
  Type.String({ minLength: minimum, maxLength: maximum, ...shown(options) })

/** Text of a reply, by example. */
export const Shown = (example: string, description?: string) =>
  Type.String({ ...(description === undefined ? {} : { description }), examples: [example] })

export const Email = Type.String({
  trimmed: true,
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@<>"(),:;\\[\\]\\\\]+@[^\\s.@<>"(),:;\\[\\]\\\\]+(\\.[^\\s.@<>"(),:;\\[\\]\\\\]+)+$',
  description: 'an e-mail address',
  examples: ['ada@example.org'],
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

/** The keyword of what is an amount of money; the API document does not show it. */
export const moneyKeyword = 'money'

/** An amount in major units, exact to the decimals of its currency: what takes one refuses more with PRICE_PRECISION. */
export const Money = (minimum: number, maximum: number, options: { description?: string } = {}) => ({
  ...Decimal(minimum, maximum, options),
  [moneyKeyword]: true,
})

export const OneOf = <const T extends readonly [string, ...string[]]>(
  values: T,
  options: { description?: string; default?: T[number]; example?: T[number] } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: values, ...shown(options) })

/** Several values of one list, comma-separated in a query string. */
export const CommaSeparated = (values: readonly string[], description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 400,
    pattern: `^(${values.join('|')})(,(${values.join('|')}))*$`,
    description,
    examples: values.slice(0, 1),
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
export const Timestamp = Type.String({
  format: 'date-time',
  maxLength: 40,
  description: 'ISO 8601, UTC',
  examples: ['2026-03-01T09:30:00.000Z'],
})

/** A client's time, which there is; any offset. */
export const Instant = Type.String({
  format: 'date-time',
  maxLength: 40,
  description: 'ISO 8601 date and time with offset',
  examples: ['2026-03-01T10:30:00+01:00'],
})

/** A day that the calendar has. */
export const CalendarDate = Type.String({
  format: 'date',
  maxLength: 10,
  description: 'ISO 8601 date',
  examples: ['2026-03-01'],
})

export const DateOfBirth = { ...CalendarDate, examples: ['1990-05-17'] }

/** `[longitude, latitude]` as GeoJSON orders them. */
export const Point = Type.Object({
  type: Type.String({ minLength: 5, maxLength: 5, pattern: '^[Pp][Oo][Ii][Nn][Tt]$', examples: ['Point'] }),
  coordinates: Type.Array(Type.Number({ minimum: -180, maximum: 180 }), {
    minItems: 2,
    maxItems: 2,
    description: '[longitude, latitude]',
    examples: [[13.405, 52.52]],
  }),
})

export const PageMeta = Type.Object({
  nextCursor: Nullable(
    Type.String({
      maxLength: 2000,
      description: 'what `cursor` takes for the next page',
      examples: ['WyIwMTk3Il0.c2lnbmF0dXJl'],
    }),
  ),
  hasMore: Type.Boolean(),
  limit: Type.Integer({ minimum: 1, maximum: 500 }),
})

/** Of a list whose pages can be asked for by number. */
export const NumberedPageMeta = Type.Object({
  ...PageMeta.properties,
  total: Type.Integer({ minimum: 0, description: 'how many there are on all pages' }),
})
