import { type TObject, type TSchema, Type } from 'typebox'
import { bodySchemaOf, isOfTexts } from './body.ts'
import type { BaseCaller, RequestFacts } from './caller.ts'
import { IfMatch } from './etag.ts'
import type { Operation } from './operation.ts'
import { mostOnPage } from './page.ts'
import { type FieldProblem, idempotencyKeyRequired, invalidId, validationFailed } from './problem.ts'
import { takesKey } from './registry.ts'
import type { Sender, Sent } from './signature.ts'
import { validate } from './validate.ts'

export interface Input {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  headers: Record<string, unknown>
  /** The access token, with or without its scheme word taken off. */
  token: string | undefined
  request: RequestFacts
  /** Lets others go in: called when this one is found to take long. */
  stepAside?: () => void
  /** The request as it came; of operations that are `signedBy` somebody, whose body is read after that. */
  sent?: Sent
  sender?: Sender
}

export interface ValidInput {
  params: unknown
  query: Record<string, unknown>
  body: unknown
  headers: unknown
}
export type Call = ValidInput &
  Pick<Input, 'sender' | 'sent'> & { caller: BaseCaller | null; request: RequestFacts }

const pagingQuery = ({ limit, most = mostOnPage }: NonNullable<Operation['paged']>) => ({
  cursor: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'the `nextCursor` of the page before; empty for the first',
      examples: [''],
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: most, description: `${limit} unless given` })),
})
const numberedQuery = { page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }
const querySchemas = new WeakMap<Operation, TSchema>()

/** The query as declared, with `cursor`, `limit` and `page` where the operation is paged by them. */
export function querySchemaOf(operation: Operation): TSchema | undefined {
  if (!operation.paged) return operation.query
  const known = querySchemas.get(operation)
  if (known) return known
  const schema = Type.Object({
    ...operation.query?.properties,
    ...pagingQuery(operation.paged),
    ...(operation.paged.numbered ? numberedQuery : {}),
  })
  querySchemas.set(operation, schema)
  return schema
}

const headerSchemas = new WeakMap<Operation, TObject>()

/** The headers as declared, with `If-Match` where the operation changes a versioned row. */
export function headersSchemaOf(operation: Operation): TObject | undefined {
  if (!operation.versioned) return operation.headers
  const known = headerSchemas.get(operation)
  if (known) return known
  const schema = Type.Object({ ...IfMatch.properties, ...operation.headers?.properties })
  headerSchemas.set(operation, schema)
  return schema
}

/** @throws VALIDATION_FAILED or INVALID_ID naming every wrong field, or IDEMPOTENCY_KEY_REQUIRED */
export function checkInput(operation: Operation, input: Input, deepestJson?: number): ValidInput {
  const { params } = input
  const query = { ...input.query }
  const headersSchema = headersSchemaOf(operation)
  const headers = headersSchema
    ? Object.fromEntries(
        Object.keys(headersSchema.properties)
          .map((name) => [name, input.headers[name.toLowerCase()]])
          .filter(([, value]) => value !== undefined),
      )
    : {}
  const body = operation.body ? (input.body === undefined ? {} : input.body) : undefined
  const bodySchema = bodySchemaOf(operation)
  const inPath = operation.params ? validate(operation.params, 'params', params) : []
  const querySchema = querySchemaOf(operation)
  const elsewhere: FieldProblem[] = [
    ...(querySchema ? validate(querySchema, 'query', query) : []),
    ...(headersSchema ? validate(headersSchema, 'headers', headers) : []),
    ...(bodySchema
      ? validate(bodySchema, 'body', body, { isOfTexts: isOfTexts(operation), deepest: deepestJson })
      : []),
    // To those who sign their calls these headers are something of their own.
    ...(operation.access.verifier ? [] : validateKey(operation, input)),
  ]
  if (inPath.length > 0 && elsewhere.length === 0) throw invalidId({ fields: inPath })
  if (inPath.length + elsewhere.length > 0) throw validationFailed({ fields: [...inPath, ...elsewhere] })
  if (operation.idempotency === 'required' && input.request.key === undefined) throw idempotencyKeyRequired()
  return { params, query, body, headers }
}

function validateKey(operation: Operation, { request: { key }, headers }: Input): FieldProblem[] {
  if (key === undefined || /^[A-Za-z0-9._:-]{1,128}$/.test(key)) return []
  const header = headers['idempotency-key'] === key ? 'idempotency-key' : 'requestid'
  // Apps trace every request by it; a key it is only where something would be done twice.
  if (header === 'requestid' && !takesKey(operation)) return []
  return [{ path: `headers.${header}`, rule: 'pattern', message: 'must be 1 to 128 of A-Z a-z 0-9 . _ : -' }]
}
