import type { FieldProblem } from '../../platform/operation/problem.ts'

export const attributeTypes = ['text', 'number', 'enum', 'bool'] as const

/** One attribute that listings of a category may carry. */
export interface AttributeDefinition {
  key: string
  label: string
  type: (typeof attributeTypes)[number]
  required: boolean
  /** The allowed values; only of `enum`. */
  options: string[]
  /** What a number counts, such as `km`; empty when nothing. */
  unit: string
}

/** Characters of a text attribute, in a listing and in a search for one. */
export const longestText = 200
const largestNumber = 1_000_000_000_000

function fault(definition: AttributeDefinition, value: unknown): [rule: string, message: string] | undefined {
  switch (definition.type) {
    case 'text':
      if (typeof value !== 'string') return ['type', 'must be text']
      if (value === '') return ['minLength', 'must not be empty']
      return [...value].length > longestText
        ? ['maxLength', `must have at most ${longestText} characters`]
        : undefined
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return ['type', 'must be a number']
      return Math.abs(value) > largestNumber
        ? ['maximum', `must be at most ${largestNumber} in size`]
        : undefined
    case 'bool':
      return typeof value === 'boolean' ? undefined : ['type', 'must be true or false']
    case 'enum':
      return typeof value === 'string' && definition.options.includes(value)
        ? undefined
        : ['enum', `must be one of: ${definition.options.join(', ')}`]
  }
}

/** What text in an address means to an attribute. @returns undefined when it is no value of it. */
function readValue(definition: AttributeDefinition, text: string): string | number | boolean | undefined {
  const value =
    definition.type === 'number' ? Number(text) : definition.type === 'bool' ? text === 'true' : text
  const isBool = definition.type !== 'bool' || text === 'true' || text === 'false'
  return isBool && text !== '' && !fault(definition, value) ? value : undefined
}

/**
 * Reads the attributes that a search asks for; several categories may know the same key.
 * @returns the values, and every fault; a key with a fault has no value.
 */
export function readAttributeFilter(
  schema: readonly AttributeDefinition[],
  asked: Readonly<Record<string, string>>,
): { values: Record<string, string | number | boolean>; faults: FieldProblem[] } {
  const values: Record<string, string | number | boolean> = {}
  const faults: FieldProblem[] = []
  for (const [key, text] of Object.entries(asked)) {
    const known = schema.filter((definition) => definition.key === key)
    const value = known.map((definition) => readValue(definition, text)).find((found) => found !== undefined)
    if (value !== undefined) values[key] = value
    else
      faults.push({
        path: `query.attributes.${key}`,
        rule: known.length > 0 ? 'value' : 'unknown',
        message:
          known.length > 0 ? 'is not a value of this attribute' : 'is not an attribute of this category',
      })
  }
  return { values, faults }
}

/** Compares a listing's attributes with what its category asks. @returns every fault; empty when all is well. */
export function checkAttributes(
  schema: readonly AttributeDefinition[],
  attributes: Readonly<Record<string, unknown>>,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  const report = (key: string, rule: string, message: string) =>
    problems.push({ path: `body.attributes.${key}`, rule, message })
  const known = new Set(schema.map((definition) => definition.key))
  for (const definition of schema) {
    // A client's object may lack the key and still inherit one of that name.
    const value = Object.hasOwn(attributes, definition.key) ? attributes[definition.key] : undefined
    if (value === undefined || value === null) {
      if (definition.required) report(definition.key, 'required', 'is required in this category')
      continue
    }
    const found = fault(definition, value)
    if (found) report(definition.key, ...found)
  }
  for (const key of Object.keys(attributes))
    if (!known.has(key)) report(key, 'unknown', 'is not an attribute of this category')
  return problems
}
