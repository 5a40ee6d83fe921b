import buildSerializer from 'fast-json-stringify'
import { type TSchema, Type } from 'typebox'
import { finishedText } from './json.ts'
import type { Operation, ReplyShape } from './operation.ts'
import { NumberedPageMeta, PageMeta, Shown } from './schema.ts'
import { mismatch } from './validate.ts'

/** What a successful reply looks like, whatever it is about. */
export interface Envelope {
  status: number
  statusCode: number
  message: string
  data: unknown
  meta?: unknown
}

type Serialize = (value: unknown) => string

/** Schemas of a shape, and the functions that are compiled from them on first use. */
interface Form {
  whole: TSchema
  serialize(): Serialize
  serializeMeta(): Serialize
}

const forms = new WeakMap<ReplyShape, Form>()

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function metaSchemaOf({ paged }: Operation, shape: { meta?: TSchema }): TSchema | undefined {
  const pageMeta = paged?.numbered ? NumberedPageMeta : PageMeta
  if (!paged) return shape.meta
  if (!shape.meta) return pageMeta
  return Type.Object({ ...pageMeta.properties, ...(shape.meta as typeof PageMeta).properties })
}

function formOf(operation: Operation, shape: ReplyShape): Form {
  const known = forms.get(shape)
  if (known) return known
  if (!('data' in shape)) throw new Error('only enveloped replies have an envelope')
  const meta = metaSchemaOf(operation, shape)
  const whole = Type.Object({
    status: Type.Integer(),
    statusCode: Type.Integer(),
    message: Shown(shape.message),
    data: shape.data,
    ...(meta ? { meta } : {}),
  })
  const form: Form = {
    whole,
    serialize: once(() => buildSerializer(whole as never) as Serialize),
    serializeMeta: once(() => buildSerializer((meta ?? Type.Object({})) as never) as Serialize),
  }
  forms.set(shape, form)
  return form
}

/** The schema of a whole successful reply. */
export const envelopeOf = (operation: Operation, shape: ReplyShape): TSchema => formOf(operation, shape).whole

/** A reply as it is sent. Replies are allow-lists: what the schema does not name is not written. */
export function envelopeText(operation: Operation, shape: ReplyShape, body: Envelope): string {
  const form = formOf(operation, shape)
  const data = finishedText(body.data)
  if (data === undefined) return form.serialize()(body)
  const meta = body.meta === undefined ? '' : `,"meta":${form.serializeMeta()(body.meta)}`
  return `{"status":${body.status},"statusCode":${body.statusCode},"message":${JSON.stringify(body.message)},"data":${data}${meta}}`
}

/** What is wrong with a reply, by what its operation declares; undefined when nothing is. */
export function wrongWith(operation: Operation, shape: ReplyShape, body: Envelope): string | undefined {
  const { whole, serialize } = formOf(operation, shape)
  const plain = JSON.parse(JSON.stringify(body))
  const wrong = mismatch(whole, plain)
  if (wrong !== undefined || finishedText(body.data) === undefined) return wrong
  const isAsAllowed = envelopeText(operation, shape, body) === serialize()(plain)
  return isAsAllowed ? undefined : 'finished JSON differs from what the schema lets through'
}
