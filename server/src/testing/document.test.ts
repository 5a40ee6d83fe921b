import { beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import type { Schema } from '../platform/http/sample.ts'
import {
  bodyTooLarge,
  cursorInvalid,
  invalidId,
  malformed,
  unsupportedType,
  validationFailed,
} from '../platform/operation/problem.ts'
import { documents, mismatchAt } from './api-document.ts'
import { answering, perform } from './arrangements.ts'
import { type Cast, callerFor, newCast } from './cast.ts'
import { callFrom } from './document-calls.ts'
import type { Answer } from './kit.ts'

/** Who knows nothing but the API document is never told that a call was malformed. */

/** Refusals that tell something about the state of things, not about the call. */
const isAboutCall = ({ status, body: { error } }: Answer) => status >= 400 && aboutCalls.includes(error.code)
const aboutCalls = [validationFailed, malformed, unsupportedType, bodyTooLarge, cursorInvalid, invalidId].map(
  ({ code }) => code,
)

let cast: Cast
beforeAll(async () => {
  cast = await newCast()
}, minutes(5))

describe.each(['marketplace', 'wellness'] as const)('a call made from the document of the %s', (product) => {
  const document = documents[product]
  const operations = answering(allOperations()).filter(({ module }) => module.product === product)
  test.each(operations.map((registered) => [registered.id, registered] as const))(
    '%s',
    async (_id, registered) => {
      const documented = document?.paths[registered.path]?.[registered.operation.method.toLowerCase()]
      if (!document || !documented) throw new Error(`${registered.id} is not in the document`)
      const call = callFrom(document, documented)
      const answer = await perform(registered, { ...call, as: callerFor(registered, cast) })
      expect(isAboutCall(answer), `${JSON.stringify(call)}: ${answer.text}`).toBe(false)
      if (answer.status >= 300) return
      const { 'Idempotency-Replayed': _ofRepeats, ...said } =
        documented.responses[answer.status]?.headers ?? {}
      for (const name of Object.keys(said)) expect(answer.headers).toHaveProperty(name.toLowerCase())
    },
  )
})

/** The places of texts that a reader would have to guess at. */
function unexplained(schema: Schema, place: string): string[] {
  const {
    type,
    examples,
    default: usual,
    enum: values,
    const: only,
    properties = {},
    items,
    anyOf = [],
  } = schema
  if (examples ?? values ?? usual ?? only) return []
  const inside = Object.entries(properties).flatMap(([name, inner]) => unexplained(inner, `${place}.${name}`))
  const others = [...(items ? [items] : []), ...anyOf].flatMap((inner) => unexplained(inner, place))
  return [...([type].flat().includes('string') ? [place] : []), ...inside, ...others]
}

test.each(['marketplace', 'wellness'])('every text in the document of the %s has an example', (product) => {
  const { components = { schemas: {} }, paths = {} } = documents[product] ?? {}
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const jsonOf = ({ content = {} }: { content?: Record<string, { schema?: Schema }> }) =>
    content['application/json']?.schema ?? {}
  const places = [
    ...Object.entries(components.schemas).flatMap(([name, schema]) => unexplained(schema, name)),
    ...operations.flatMap(({ operationId, parameters = [], requestBody = {}, responses }) => [
      ...parameters.flatMap(({ name, schema }) => unexplained(schema, `${operationId} ${name}`)),
      ...[requestBody, ...Object.values(responses)].flatMap((part) => unexplained(jsonOf(part), operationId)),
    ]),
  ]
  expect(places).toEqual([])
})

/** What of the examples and defaults in a document breaks the schema that it stands beside. */
function wrongExamples(product: string, node: unknown, place: readonly (string | number)[] = []): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((inner, at) => wrongExamples(product, inner, [...place, at]))
  const { examples, default: usual } = node as Schema
  const isSchema = place.at(-1) !== 'properties'
  const shown = isSchema ? [...(examples ?? []), ...(usual === undefined ? [] : [usual])] : []
  const wrong = (value: unknown, at = place) => {
    const mismatch = mismatchAt(product, at, value)
    return mismatch ? [`${at.join(' ')}: ${JSON.stringify(value)} ${mismatch}`] : []
  }
  return [
    ...shown.flatMap((value) => wrong(value)),
    // Of a whole body, whose schema stands beside it.
    ...('schema' in node && 'example' in node ? wrong(node.example, [...place, 'schema']) : []),
    ...Object.entries(node)
      .filter(([key]) => !isSchema || !['examples', 'default'].includes(key))
      .flatMap(([key, inner]) => wrongExamples(product, inner, [...place, key])),
  ]
}

test.each(['marketplace', 'wellness'])(
  'every example in the document of the %s fits its schema',
  (product) => {
    expect(wrongExamples(product, documents[product])).toEqual([])
  },
)
