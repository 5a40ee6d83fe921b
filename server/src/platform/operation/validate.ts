import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { senderKeyword } from './field-access.ts'
import { isDay, isInstant } from './instant.ts'
import { opennessKeyword } from './open-id.ts'
import type { FieldProblem } from './problem.ts'
import { moneyKeyword } from './schema.ts'

type Part = 'params' | 'query' | 'body' | 'headers'

/** One form for what looks the same; nothing, if nothing of it can be seen. */
export function trimmed(text: string): string {
  const whole = text.normalize('NFC').trim()
  return /^[\p{C}\p{Z}\u115f\u1160\u3164\uffa0]*$/u.test(whole) ? '' : whole
}

/**
 * Tells whether a text has a form. What `maxLength` refuses is not compared with it: every keyword is asked
 * for all that is wrong, and a pattern may take a time that grows with the square of the length.
 */
function matcherOf(pattern: string, { maxLength = Number.POSITIVE_INFINITY }: AnySchemaObject) {
  const form = new RegExp(pattern, 'u')
  const mostUnits = 2 * maxLength
  return (text: string) => text.length > mostUnits || form.test(text)
}

function makeAjv(coerceTypes: boolean | 'array'): Ajv {
  const ajv = new Ajv({
    coerceTypes,
    // A text may stand for a number beyond all, to which Ajv would not apply `maximum` otherwise.
    strictNumbers: coerceTypes === false,
    useDefaults: true,
    removeAdditional: true,
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictTuples: false,
  })
  ajv.removeKeyword('pattern')
  ajv.addKeyword({ keyword: 'pattern', type: 'string', schemaType: 'string', compile: matcherOf })
  ajv.addFormat('date', isDay)
  ajv.addFormat('date-time', isInstant)
  // They say something to the kernel and to tests, nothing about the value.
  for (const keyword of [senderKeyword, opennessKeyword, moneyKeyword]) ajv.addKeyword({ keyword })
  ajv.addKeyword({
    keyword: 'trimmed',
    type: 'string',
    modifying: true,
    // The first that looks at a text.
    before: 'maxLength',
    validate: (
      isOn: boolean,
      text: string,
      _schema: unknown,
      at?: { parentData: Record<string | number, unknown>; parentDataProperty: string | number },
    ) => {
      if (isOn && at) at.parentData[at.parentDataProperty] = trimmed(text)
      return true
    },
  })
  return ajv
}

// Text comes in from addresses, headers and forms, so there a "5" may be a number; in a JSON body it may not.
const loose = makeAjv('array')
const strict = makeAjv(false)

/** Unknown keys are dropped wherever a schema lists its properties and says nothing else. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema))
    copy[key] = key === 'enum' || key === 'default' || key === 'const' ? value : closed(value)
  if (copy.type === 'object' && copy.properties && !('additionalProperties' in copy))
    copy.additionalProperties = false
  return copy
}

const compiled = new WeakMap<TSchema, ValidateFunction>()

function validatorOf(schema: TSchema, isOfTexts: boolean): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  const validate = (isOfTexts ? loose : strict).compile(closed(schema) as object)
  compiled.set(schema, validate)
  return validate
}

const mostFieldsReported = 20

/** Checks one part of the input in place: defaults filled, text trimmed, unknown keys gone. */
export function validate(
  schema: TSchema,
  part: Part,
  value: unknown,
  { isOfTexts = part !== 'body', deepest = deepestAnywhere }: { isOfTexts?: boolean; deepest?: number } = {},
): FieldProblem[] {
  const unstorable = findUnstorableText(value, part, deepest)
  if (unstorable) return [unstorable]
  const check = validatorOf(schema, isOfTexts)
  if (check(value)) return []
  const seen = new Set<string>()
  return withoutForks(check.errors ?? [])
    .map((error) => fieldProblemOf(error, part))
    .filter(({ path, rule }) => !seen.has(path + rule) && seen.add(path + rule))
    .slice(0, mostFieldsReported)
}

/**
 * Of a choice between forms, what is wrong with them, without that none of them is right; and without that it might
 * be null, where something else may be sent.
 */
function withoutForks(errors: readonly ErrorObject[]): ErrorObject[] {
  const named = errors.filter(({ keyword }) => keyword !== 'anyOf')
  const isNull = ({ keyword, params }: ErrorObject) => keyword === 'type' && params.type === 'null'
  return named.filter(
    (error) =>
      !isNull(error) ||
      !named.some((other) => !isNull(other) && other.instancePath.startsWith(error.instancePath)),
  )
}

function fieldProblemOf(error: ErrorObject, part: Part): FieldProblem {
  const inner = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (error.keyword === 'required') inner.push(String(error.params.missingProperty))
  const path = [part, ...inner].join('.')
  const rule = error.keyword === 'format' ? String(error.params.format) : error.keyword
  return { path, rule, message: sentenceOf(error) }
}

function sentenceOf({ keyword, params, message = 'is not valid' }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'enum':
      return oneOf(params.allowedValues)
    case 'format':
      return params.format === 'date'
        ? 'is not a day that exists, as 2026-03-01'
        : 'is not a moment that exists, as 2026-03-01T10:30:00+01:00'
    case 'pattern':
      return 'does not have the right form'
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    default:
      return message
  }
}

function oneOf(allowed: readonly unknown[]): string {
  // Null is what a field is without a value; nobody looks for its name.
  const words = allowed.filter((value) => value !== '' && value !== null)
  if (words.length === 0) return 'must be empty'
  return `must be ${allowed.includes('') ? 'empty or ' : ''}one of ${words.join(', ')}`
}

// U+0000 cannot be stored, lone surrogates cannot be sent, other control characters steer terminals and
// mails, and bidi overrides make text lie about its order.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unstorableText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
// No language needs more (https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format), and to bring them into
// order takes a time that grows with the square of their number.
const tooManyMarks = /\p{M}{31}/u
/** How deep JSON may be nested where a product does not say otherwise. */
const deepestAnywhere = 12

function findUnstorableText(
  value: unknown,
  path: string,
  deepest: number,
  depth = 0,
): FieldProblem | undefined {
  if (typeof value === 'string') {
    if (unstorableText.test(value) || !value.isWellFormed())
      return { path, rule: 'text', message: 'contains characters that are not allowed' }
    if (tooManyMarks.test(value)) return { path, rule: 'text', message: 'has more than 30 marks on a letter' }
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > deepest) return { path, rule: 'depth', message: `is nested more than ${deepest} levels deep` }
  for (const [key, inner] of Object.entries(value)) {
    const found =
      findUnstorableText(key, path, deepest) ??
      findUnstorableText(inner, `${path}.${key}`, deepest, depth + 1)
    if (found) return found
  }
  return undefined
}

/** Whether `value` is what `schema` promises; used on replies in tests. @returns what is wrong, or undefined. */
export function mismatch(schema: TSchema, value: unknown): string | undefined {
  const known = compiled.get(schema) ?? strict.compile(schema as object)
  compiled.set(schema, known)
  return known(value) ? undefined : strict.errorsText(known.errors)
}
