import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { newId } from '../platform/ids.ts'

/** As long as the longest short text may be, and larger than an index entry however it is packed. */
export const incompressible = Array.from({ length: 64 }, (_, n) =>
  createHash('sha384').update(String(n)).digest('base64'),
).join('')

/** What people and attackers send instead of a value. */
export const hostile: unknown[] = [
  null,
  true,
  '',
  ' ',
  '0',
  '-1',
  'null',
  'NaN',
  '1e309',
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  { __proto__: null },
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '𝒳'.repeat(50),
  'x'.repeat(5000),
  incompressible,
  "'; drop table x; --",
  '%',
  '_',
  '\\',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '2026-01-01T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  'Mars/Olympus',
  'GMT+5',
  '👨‍👩‍👧‍👦',
  'İ',
  '١٢٣',
  '00000000-0000-0000-0000-000000000000',
  'javascript:alert(1)',
  'http://127.0.0.1:5432/',
  ['a', 'a'],
  { type: 'Point', coordinates: [181, 91] },
  '1'.repeat(400),
  '-0',
  '1,2,,3',
  'a,b',
]

/** Values that a schema describes, now and then one that it does not. */
export function anyValueOf(schema: TSchema | undefined): fc.Arbitrary<unknown> {
  const bad = fc.constantFrom(...hostile)
  return fc.oneof({ weight: 5, arbitrary: goodValueOf(schema) }, { weight: 1, arbitrary: bad })
}

const known = new WeakMap<TSchema, fc.Arbitrary<unknown>>()

/** Texts of the forms that inputs have. */
const likely = () => [
  newId(),
  '2026-05-05',
  '2026-05-05T10:00:00Z',
  'https://example.org/a.png',
  'person@example.org',
  'true',
  'Point',
  '12:30',
  'EUR',
  'USD',
  'new_listing',
]

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Values that a schema describes, as far as it is read here. */
export function goodValueOf(schema: TSchema = {}): fc.Arbitrary<unknown> {
  const values = known.get(schema) ?? describedBy(schema)
  known.set(schema, values)
  return values
}

function describedBy(schema: TSchema): fc.Arbitrary<unknown> {
  const {
    type,
    enum: values,
    anyOf,
    properties,
    required,
    items,
    minimum,
    maximum,
    minLength,
    maxLength,
    pattern,
    format,
    minItems,
    maxItems,
    examples,
  } = schema as Record<string, unknown>
  if (values) return fc.constantFrom(...(values as unknown[]))
  if (anyOf) return fc.oneof(...(anyOf as TSchema[]).map(goodValueOf))
  const [kind] = [type].flat()
  if (kind === 'object')
    return objectOf(properties as Record<string, TSchema> | undefined, (required ?? []) as string[])
  if (kind === 'array')
    return fc.array(anyValueOf(items as TSchema), {
      minLength: Number(minItems ?? 0),
      maxLength: Math.min(Number(maxItems ?? 3), 4),
    })
  if (kind === 'boolean') return fc.boolean()
  if (kind === 'integer')
    return fc.integer({
      min: Math.max(Number(minimum ?? 0), -(2 ** 31)),
      max: Math.min(Number(maximum ?? 100), 2 ** 31 - 1),
    })
  if (kind === 'number' && Array.isArray(examples))
    return fc.oneof(
      fc.constantFrom(...examples),
      fc.double({ min: Number(minimum ?? 0), max: Number(maximum ?? 100), noNaN: true }),
    )
  if (kind === 'number')
    return fc.oneof(
      fc.integer({
        min: Math.max(Math.ceil(Number(minimum ?? 0)), -1e6),
        max: Math.min(Math.floor(Number(maximum ?? 100)), 1e6),
      }),
      fc.double({ min: Number(minimum ?? 0), max: Number(maximum ?? 100), noNaN: true }),
    )
  if (format === 'date' || format === 'date-time') {
    const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    return format === 'date'
      ? fc.oneof(fc.constantFrom('1900-01-01', '9999-12-31', '2026-05-05', '2028-02-29'), moments.map(dayOf))
      : fc.oneof(
          fc.constantFrom('2026-05-05T10:00:00Z', '2026-05-05T10:00-11:30', '9999-12-31T23:59:59.999Z'),
          moments.map((at) => at.toISOString()),
        )
  }
  if (typeof pattern === 'string') {
    const form = new RegExp(pattern.length < 200 ? pattern : '.')
    const shown = (examples ?? []) as string[]
    const fitting = [...shown, ...likely().filter((text) => form.test(text))]
    return fc.oneof(fc.constantFrom(...(fitting.length > 0 ? fitting : likely())), fc.stringMatching(form))
  }
  return fc.string({
    unit: 'grapheme',
    minLength: Number(minLength ?? 0),
    maxLength: Math.min(Number(maxLength ?? 30), 60),
  })
}

function objectOf(properties: Record<string, TSchema> = {}, required: string[]): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties).map(
    ([name, schema]) =>
      [
        name,
        required.includes(name) ? anyValueOf(schema) : fc.option(anyValueOf(schema), { nil: undefined }),
      ] as const,
  )
  return fc.record(Object.fromEntries(entries)).map((value) => JSON.parse(JSON.stringify(value)))
}
