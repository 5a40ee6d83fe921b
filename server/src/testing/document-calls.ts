import { type Schema, sampleOf } from '../platform/http/sample.ts'
import type { Arranged } from './arranged.ts'

/** Calls made from an API document alone, as a generator of clients or collections makes them. */

export interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Schema> }
}

export interface DocumentedOperation {
  operationId: string
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema; example?: unknown }> }
}

/** What a document says of a value, as it is sampled. */
const inDocument =
  ({ components }: ApiDocument) =>
  (ref: string): Schema =>
    components.schemas[ref.split('/').at(-1) ?? ''] ?? {}

/** The call of an operation with everything that its document names, optional things too. */
export function callFrom(
  document: ApiDocument,
  { operationId, parameters = [], requestBody }: DocumentedOperation,
): Arranged {
  const named = inDocument(document)
  const sent = (part: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === part)
        .map(({ name, schema }) => [name, sampleOf(schema, `${operationId} ${part}.${name}`, named)]),
    )
  const schema = requestBody?.content['application/json']?.schema
  const headers = sent('header') as Record<string, string>
  const [form] = Object.keys(requestBody?.content ?? {}).filter((type) => type.endsWith('form-urlencoded'))
  return {
    params: sent('path') as Record<string, string>,
    query: flat(sent('query')),
    headers,
    ...(schema ? { body: sampleOf(schema, `${operationId} body`, named) as Record<string, unknown> } : {}),
    ...(form && !schema
      ? { payload: Buffer.from('name=value'), headers: { ...headers, 'content-type': form } }
      : {}),
  }
}

/** An object in an address is one entry for each of its keys. */
const flat = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, String(inner)])
        : [[name, String(value)]],
    ),
  )
