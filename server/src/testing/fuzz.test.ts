import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import fc from 'fast-check'
import type { TObject, TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { allOperations, operationsOf } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import { openApiOf } from '../platform/http/openapi.ts'
import { bodySchemaOf } from '../platform/operation/body.ts'
import { querySchemaOf } from '../platform/operation/input.ts'
import type { Registered } from '../platform/operation/registry.ts'
import type { Arranged } from './arranged.ts'
import { answering, arrange, perform } from './arrangements.ts'
import { type Cast, newCast } from './cast.ts'
import type { Answer } from './kit.ts'
import { anyValueOf, goodValueOf, hostile } from './values.ts'

/**
 * Hostile values through every parameter and field of every operation: a call that succeeds, with
 * some of it exchanged. No 5xx, no status that the API document does not know, no reply that is
 * not what the document says.
 */

const operations = answering(allOperations())
const requestsPerOperation = Math.ceil(10_500 / operations.length)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(performance.timeOrigin % 2 ** 31))

/** After these the next operation needs other people. */
const endsSessions = /logout|deleteSession|ContentViolation/i

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

// ajv-formats is CommonJS: its function is the default of the default.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void
const ajv = new Ajv2020({ strict: false, validateSchema: false })
addFormats(ajv)
const documents = Object.fromEntries(
  (['marketplace', 'wellness'] as const).map((product) => {
    const { module, operations: own } = operationsOf(product)
    const document = JSON.parse(JSON.stringify(openApiOf(module, own, '0')))
    ajv.addSchema({ ...document, $id: product })
    return [product, document as Document]
  }),
)

/** One part of an input, near the one that succeeds. */
function nearTo(schema: TSchema | undefined, known: object | undefined): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined)
  const fields = Object.entries((schema as TObject).properties).map(
    ([name, inner]) =>
      [
        name,
        fc.oneof(
          { weight: 7, arbitrary: fc.constant(known?.[name as keyof typeof known]) },
          { weight: 1, arbitrary: anyValueOf(inner as TSchema) },
          { weight: 1, arbitrary: goodValueOf(inner as TSchema) },
        ),
      ] as const,
  )
  return fc.oneof(
    { weight: 20, arbitrary: fc.record(Object.fromEntries(fields)) },
    { weight: 5, arbitrary: goodValueOf(schema) },
    { weight: 1, arbitrary: fc.constantFrom(...hostile) },
  )
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : String(JSON.stringify(value))).toWellFormed()

/** The values of a part that goes into an address or a header, as text. */
const textsOf = (part: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((part ?? {}) as object)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, textOf(value)]),
  )

interface Sample {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
}

function samplesNear({ operation }: Registered, way: Arranged): Sample[] {
  const near = fc.record({
    params: nearTo(operation.params, way.params),
    query: nearTo(querySchemaOf(operation), way.query),
    headers: nearTo(operation.headers, way.headers),
    body: nearTo(bodySchemaOf(operation), way.body),
  })
  return fc.sample(near, { seed, numRuns: requestsPerOperation })
}

function arrangedOf({ operation }: Registered, way: Arranged, sample: Sample, index: number): Arranged {
  const params = textsOf(sample.params)
  const headers = Object.entries(textsOf(sample.headers)).filter(
    // What no client can put into a header
    ([, value]) => value !== '' && !/[^\x20-\x7e]/.test(value),
  )
  return {
    ...(operation.access.isPublic && index % 2 === 0 ? {} : { as: way.as }),
    params: Object.fromEntries(
      Object.entries(params).map(([name, text]) => [name, text.slice(0, 150) || '-']),
    ),
    query: textsOf(sample.query),
    headers: Object.fromEntries(headers),
    body: sample.body,
    ...(way.signer ? { signer: way.signer } : {}),
  } as Arranged
}

/** What is wrong with an answer, seen from the API document. */
function faultOf(
  { module, operation, path }: Registered,
  { status, body, text, headers }: Answer,
): string | undefined {
  if (status >= 500) return `${status} ${text}`
  // An address that hostile text turned into another one.
  if (status === 404 && body.error?.code === 'NOT_FOUND') return undefined
  const method = operation.method.toLowerCase()
  if (!documents[module.product]?.paths[path]?.[method]?.responses[status]) return `${status} is not declared`
  if (!String(headers['content-type']).startsWith('application/json')) return undefined
  const pointer = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
    .map((step) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const isValid = ajv.getSchema(`${module.product}#/${pointer}`)
  if (!isValid) return `${status} has no schema`
  return isValid(body) ? undefined : `${status} ${ajv.errorsText(isValid.errors)} in ${text.slice(0, 300)}`
}

test(`hostile input makes no failure and no surprise (seed ${seed})`, { timeout: minutes(15) }, async () => {
  console.log(
    `fuzz seed ${seed}, ${requestsPerOperation} requests for each of ${operations.length} operations`,
  )
  const faults = new Set<string>()
  let cast: Cast | undefined
  let previous: Registered | undefined
  for (const registered of operations) {
    const isShared = previous?.noun === registered.noun && !endsSessions.test(previous.id)
    if (!cast || !isShared) cast = await newCast()
    previous = registered
    const ways = await arrange(registered, cast)
    const [way = {}] = ways
    const first = await perform(registered, way)
    expect(first.status, `${registered.id} with success: ${first.text}`).toBeLessThan(300)
    for (const [index, sample] of samplesNear(registered, way).entries()) {
      const arranged = arrangedOf(registered, way, sample, index)
      const fault = faultOf(registered, await perform(registered, arranged))
      if (fault)
        faults.add(
          `${registered.id} ${fault} to ${JSON.stringify({ ...arranged, as: undefined })}`.slice(0, 900),
        )
    }
    if (faults.size > 20) break
  }
  expect([...faults]).toEqual([])
})
