import type { Arranged } from './arranged.ts'

/** Calls made from an API document alone, as a generator of clients or collections makes them. */

export interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Schema> }
}

export interface DocumentedOperation {
  operationId: string
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  example?: unknown
  examples?: unknown[]
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  minimum?: number
  pattern?: string
  format?: string
  minLength?: number
}

/** A value that a schema describes: its example, else the simplest that fits. @throws Error where only an example would tell. */
function sampleOf(document: ApiDocument, schema: Schema, place: string): unknown {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return sampleOf(document, document.components.schemas[name] ?? {}, place)
  }
  const [example] = schema.examples ?? []
  if (example !== undefined) return example
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sampleOf(document, schema.anyOf[0], place)
  const [type] = [schema.type].flat()
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [
          name,
          sampleOf(document, inner, `${place}.${name}`),
        ]),
      )
    case 'array':
      return schema.items ? [sampleOf(document, schema.items, `${place}.*`)] : []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'string':
      if (schema.pattern || schema.format) throw new Error(`${place} needs an example`)
      return 'text'.padEnd(schema.minLength ?? 0, '.')
    default:
      throw new Error(`${place} has no type`)
  }
}

/** The call of an operation with everything that its document names, optional things too. */
export function callFrom(
  document: ApiDocument,
  { operationId, parameters = [], requestBody }: DocumentedOperation,
): Arranged {
  const sent = (part: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === part)
        .map(({ name, schema }) => [name, sampleOf(document, schema, `${operationId} ${part}.${name}`)]),
    )
  const schema = requestBody?.content['application/json']?.schema
  const headers = sent('header') as Record<string, string>
  const [form] = Object.keys(requestBody?.content ?? {}).filter((type) => type.endsWith('form-urlencoded'))
  return {
    params: sent('path') as Record<string, string>,
    query: flat(sent('query')),
    headers,
    ...(schema ? { body: sampleOf(document, schema, `${operationId} body`) as Record<string, unknown> } : {}),
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
