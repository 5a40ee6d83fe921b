import { Ajv2020 } from 'ajv/dist/2020.js'
import { operationsOf } from '../host.ts'
import { openApiOf } from '../platform/http/openapi.ts'
import type { Schema } from '../platform/http/sample.ts'
import { isDay, isInstant } from '../platform/operation/instant.ts'
import type { Registered } from '../platform/operation/registry.ts'
import type { ApiDocument, DocumentedOperation } from './document-calls.ts'
import type { Answer } from './kit.ts'

interface Document extends ApiDocument {
  paths: Record<
    string,
    Record<
      string,
      DocumentedOperation & {
        responses: Record<
          string,
          { content?: Record<string, { schema?: Schema }>; headers?: Record<string, unknown> }
        >
      }
    >
  >
}

const ajv = new Ajv2020({ strict: false, validateSchema: false })
ajv.addFormat('date', isDay)
ajv.addFormat('date-time', isInstant)
ajv.addFormat('uri', true)
export const documents = Object.fromEntries(
  (['marketplace', 'wellness'] as const).map((product) => {
    const { module, operations } = operationsOf(product)
    const document = JSON.parse(JSON.stringify(openApiOf(module, operations, '0')))
    ajv.addSchema({ ...document, $id: product })
    return [product, document as Document]
  }),
)

/** What a schema of a document has against a value; undefined where it fits. @param place the steps to the schema */
export function mismatchAt(
  product: string,
  place: readonly (string | number)[],
  value: unknown,
): string | undefined {
  const pointer = place
    .map((step) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const isValid = ajv.getSchema(`${product}#/${pointer}`)
  if (!isValid) return 'has no schema'
  return isValid(value) ? undefined : ajv.errorsText(isValid.errors)
}

/** What is wrong with an answer, seen from the API document; a 5xx always is. */
export function faultOf(
  { module, operation, path }: Registered,
  { status, body, text, headers }: Answer,
): string | undefined {
  if (status >= 500) return `${status} ${text}`
  // An address that hostile text turned into another one.
  if (status === 404 && body.error?.code === 'NOT_FOUND') return undefined
  const method = operation.method.toLowerCase()
  if (!documents[module.product]?.paths[path]?.[method]?.responses[status]) return `${status} is not declared`
  if (!String(headers['content-type']).startsWith('application/json')) return undefined
  const place = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
  const mismatch = mismatchAt(module.product, place, body)
  return mismatch && `${status} ${mismatch} in ${text.slice(0, 300)}`
}
