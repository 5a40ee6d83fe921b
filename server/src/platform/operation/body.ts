import type { Static, TSchema } from 'typebox'
import { bodyTooLarge, malformed, Problem, unsupportedType } from './problem.ts'

/** A body that the handler gets as it came, as a Buffer. */
export interface RawBody {
  readonly raw: { readonly types: readonly string[]; readonly bytes: number }
}

/** A body of `application/x-www-form-urlencoded`, as pages of others send it. */
export interface FormBody<S extends TSchema = TSchema> {
  readonly form: S
  /** Apps may send the same as JSON, and mail programs a form in parts. */
  readonly isOfEveryKind?: true
}

/** What an operation may declare as its body: a schema is JSON. */
export type Body = TSchema | RawBody | FormBody

/** What a handler gets of a body. */
export type BodyOf<B> = B extends RawBody
  ? Buffer
  : B extends FormBody<infer S>
    ? Static<S>
    : B extends TSchema
      ? Static<B>
      : undefined

/** The bytes as they came, at most so many, of one of the media types: `raw({ types: ['text/csv'], bytes: 1_000_000 })`. */
export const raw = (limits: { types: readonly [string, ...string[]]; bytes: number }): RawBody => ({
  raw: limits,
})

/** A form, checked as JSON is; its texts become the numbers and booleans that the schema wants, a name that comes twice a list. */
export const form = <S extends TSchema>(schema: S): FormBody<S> => ({ form: schema })

/**
 * A form, or the same as JSON. Or nothing, or a form in parts, which is not looked at: mail programs send it to
 * an address that says everything already (RFC 8058).
 */
export const formOfEveryKind = <S extends TSchema>(schema: S): FormBody<S> => ({
  form: schema,
  isOfEveryKind: true,
})

/** What an operation says of its body. */
interface Declared {
  body?: Body | undefined
}

const isRaw = (body: Body): body is RawBody => 'raw' in body
const isForm = (body: Body): body is FormBody => 'form' in body

/** What a body is checked against; undefined where there is none, or nothing is known of its bytes. */
export function bodySchemaOf({ body }: Declared): TSchema | undefined {
  if (body === undefined || isRaw(body)) return undefined
  return isForm(body) ? body.form : body
}

/** Whether the values of a body come as text, so that a "5" may be a number. */
export const isOfTexts = ({ body }: Declared): boolean => body !== undefined && isForm(body)

/** Whether an operation needs its body byte by byte, instead of what a JSON parser makes of it. */
export const needsBytes = ({ access, body }: Declared & { access: { verifier?: unknown } }): boolean =>
  access.verifier !== undefined || (body !== undefined && (isRaw(body) || isForm(body)))

const formType = 'application/x-www-form-urlencoded'
const jsonType = 'application/json'
const partsType = 'multipart/form-data'

/** The media types that an operation takes. */
export function bodyTypesOf({ body }: Declared): readonly string[] {
  if (body === undefined) return []
  if (isRaw(body)) return body.raw.types
  if (!isForm(body)) return [jsonType]
  return body.isOfEveryKind ? [jsonType, formType, partsType] : [formType]
}

/** The largest body in bytes; undefined where the general limit holds. */
export const bodyLimitOf = ({
  body,
  bodyLimitBytes,
}: Declared & { bodyLimitBytes?: number }): number | undefined =>
  body !== undefined && isRaw(body) ? body.raw.bytes : bodyLimitBytes

/**
 * The body of a request to an operation that `needsBytes`.
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or MALFORMED_REQUEST
 */
export function readBody(operation: Declared, bytes: Buffer, contentType: string | undefined): unknown {
  const { body } = operation
  if (body === undefined) return undefined
  const types = bodyTypesOf(operation)
  if (isForm(body) && body.isOfEveryKind && bytes.length === 0) return {}
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!types.includes(type))
    throw new Problem(unsupportedType.status, unsupportedType.code, `Send the body as ${types.join(' or ')}.`)
  if (isRaw(body)) {
    if (bytes.length > body.raw.bytes) throw bodyTooLarge()
    return bytes
  }
  if (type === partsType) return {}
  return isForm(body) && type === formType ? fieldsOf(textOf(bytes)) : jsonOf(textOf(bytes))
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw malformed({ fields: [{ path: 'body', rule: 'utf-8', message: 'is not valid UTF-8' }] })
  }
}

/** @throws MALFORMED_REQUEST */
export function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    throw malformed({ fields: [{ path: 'body', rule: 'json', message: 'is not valid JSON' }] })
  }
}

function fieldsOf(text: string): Record<string, string | string[]> {
  const values = Map.groupBy(new URLSearchParams(text), ([name]) => name)
  return Object.fromEntries(
    [...values].map(([name, pairs]) => {
      const texts = pairs.map(([, value]) => value)
      return [name, texts.length === 1 ? (texts[0] ?? '') : texts]
    }),
  )
}
