/** What of a JSON schema tells how a value of it may look. */
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

/**
 * A value that a schema describes: its example, else the simplest that fits.
 * @param named what a `$ref` leads to
 * @throws Error where only an example would tell
 */
export function sampleOf(
  schema: Schema,
  place: string,
  named: (ref: string) => Schema = () => ({}),
): unknown {
  if (schema.$ref) return sampleOf(named(schema.$ref), place, named)
  const [example] = schema.examples ?? []
  if (example !== undefined) return example
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], place, named)
  const [type] = [schema.type].flat()
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [
          name,
          sampleOf(inner, `${place}.${name}`, named),
        ]),
      )
    case 'array':
      return schema.items ? [sampleOf(schema.items, `${place}.*`, named)] : []
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
