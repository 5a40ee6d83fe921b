import { type TObject, type TSchema, Type } from 'typebox'
import { liveEvent } from '../events/live-event.ts'
import { tooManyHashes } from '../identity/passwords.ts'
import { http } from '../node-http.ts'
import { bodySchemaOf, bodyTypesOf } from '../operation/body.ts'
import { problemsOfDoor } from '../operation/door.ts'
import { envelopeOf } from '../operation/envelope.ts'
import { senderFieldsOf, senderKeyword } from '../operation/field-access.ts'
import { headersSchemaOf, querySchemaOf } from '../operation/input.ts'
import { opennessKeyword } from '../operation/open-id.ts'
import { comesInParts, type Operation, type ReplyShape } from '../operation/operation.ts'
import {
  authRequired,
  bodyTooLarge,
  cursorInvalid,
  databaseUnavailable,
  forbidden,
  idempotencyInProgress,
  idempotencyKeyRequired,
  idempotencyKeyReused,
  internal,
  invalidId,
  malformed,
  overloaded,
  type ProblemKind,
  rateLimited,
  serverReadOnly,
  sessionRevoked,
  tokenExpired,
  tokenInvalid,
  unsupportedType,
  validationFailed,
  versionConflict,
} from '../operation/problem.ts'
import type { Module, Registered } from '../operation/registry.ts'
import { restsReadOnly, takesKey } from '../operation/registry.ts'
import { exampleId, moneyKeyword } from '../operation/schema.ts'
import { rangeNotSatisfiable } from './file-reply.ts'
import { sampleOf } from './sample.ts'

type Json = Record<string, unknown>

/** Everything an operation may refuse with: what it declares, and what the kernel adds. */
export function problemsOf({ operation, module }: Pick<Registered, 'operation' | 'module'>): ProblemKind[] {
  const { verifier } = operation.access
  const hasInput =
    operation.params || querySchemaOf(operation) || operation.body || headersSchemaOf(operation)
  return [
    ...(operation.paged ? [cursorInvalid] : []),
    ...(operation.problems ?? []),
    ...(operation.versioned ? [versionConflict] : []),
    // Of an operation without input: a malformed Idempotency-Key.
    ...(verifier && !hasInput ? [] : [validationFailed]),
    ...(operation.params ? [invalidId] : []),
    ...(operation.body ? [malformed, bodyTooLarge, unsupportedType] : []),
    ...(verifier ? problemsOfDoor(verifier) : problemsOfTokens(operation, module)),
    ...(operation.credentials?.hashesPassword ? [tooManyHashes] : []),
    ...(operation.idempotency === 'required' ? [idempotencyKeyRequired] : []),
    ...(takesKey(operation) ? [idempotencyInProgress, ...(hasInput ? [idempotencyKeyReused] : [])] : []),
    ...(Object.values(operation.replies).some(comesInParts) ? [rangeNotSatisfiable] : []),
    ...(restsReadOnly({ operation }) ? [serverReadOnly] : []),
    internal,
    overloaded,
    databaseUnavailable,
  ]
}

/** What those are told who sign in, or should, or ask too often. */
function problemsOfTokens(operation: Operation, module: Module): ProblemKind[] {
  if (operation.access.tokens) return [rateLimited]
  const { credentials } = operation
  const admitsAll = module.kinds.every((kind) => operation.access.admits.includes(kind))
  return [
    ...(operation.access.isPublic ? [] : [authRequired]),
    tokenInvalid,
    ...(credentials?.acceptsExpiredToken ? [] : [tokenExpired]),
    ...(credentials?.acceptsEndedSession ? [] : [sessionRevoked]),
    ...(admitsAll ? [] : [operation.wrongCaller ?? forbidden]),
    ...(senderFieldsOf(operation).some(({ sender }) => sender.kind === forbidden) ? [forbidden] : []),
    rateLimited,
  ]
}

/** The OpenAPI 3.1 document of one product, made from its operations. */
export function openApiOf(module: Module, operations: readonly Registered[], version: string): Json {
  const components: Record<string, unknown> = { Problem: problemSchema }
  const paths: Record<string, Record<string, unknown>> = {}
  const places = Object.keys(module.nouns)
  const inOrder = operations.toSorted(
    (a, b) => places.indexOf(tagOf(a)) - places.indexOf(tagOf(b)) || (a.id < b.id ? -1 : 1),
  )
  for (const registered of inOrder) {
    const item = paths[registered.path] ?? {}
    paths[registered.path] = item
    item[registered.operation.method.toLowerCase()] = operationObject(registered, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: module.title,
      version,
      description: module.about.description,
      contact: { name: 'Who runs this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(inOrder.map(tagOf))].map((name) => ({ name, description: module.about.tags[name] })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        ...Object.fromEntries(
          operations.flatMap(({ operation: { access } }) =>
            access.verifier ? [[access.verifier.scheme.name, access.verifier.scheme.definition]] : [],
          ),
        ),
      },
      headers: { RetryAfter: { description: 'seconds to wait', schema: inSeconds } },
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

const tagOf = ({ operation, noun }: Registered) => operation.tag ?? noun

const problemSchema = {
  type: 'object',
  required: ['status', 'statusCode', 'message', 'data', 'error'],
  properties: {
    status: { type: 'integer' },
    statusCode: { type: 'integer' },
    message: { type: 'string', examples: ['Some of the request is not as it should be.'] },
    data: { type: 'null' },
    error: {
      type: 'object',
      required: ['code', 'requestId'],
      properties: {
        code: { type: 'string', description: 'stable', examples: ['VALIDATION_FAILED'] },
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'rule', 'message'],
            properties: {
              path: { type: 'string', examples: ['body.title'] },
              rule: { type: 'string', examples: ['required'] },
              message: { type: 'string', examples: ['is required'] },
            },
          },
        },
        details: { type: 'object', additionalProperties: true },
        retryAfter: { type: 'integer' },
        requestId: { type: 'string', examples: [exampleId] },
      },
    },
  },
}

function operationObject(registered: Registered, components: Record<string, unknown>): Json {
  const { id, operation } = registered
  const publish = (schema: TSchema) => withComponents(schema, components)
  const query = querySchemaOf(operation)
  const parameters = [
    ...parametersOf('path', operation.params, publish),
    ...parametersOf('query', query as TObject | undefined, publish),
    ...parametersOf('header', headersSchemaOf(operation), publish),
    ...(takesKey(operation)
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: operation.idempotency === 'required',
            schema: {
              type: 'string',
              minLength: 1,
              maxLength: 128,
              pattern: '^[A-Za-z0-9._:-]+$',
              examples: ['5f0c9a4e-1b'],
            },
            description:
              'a repeat with the same key gets the first answer; `requestid` is taken for it where it is absent',
          },
        ]
      : []),
    ...(Object.values(operation.replies).some((shape) => 'stream' in shape) ? [lastEventId] : []),
  ]
  return {
    operationId: id,
    tags: [tagOf(registered)],
    summary: operation.summary,
    description: `${audienceOf(operation)} Source: ${operation.source}.`,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body ? { requestBody: requestBodyOf(operation, publish) } : {}),
    responses: responsesOf(registered, publish),
    security: securityOf(operation),
  }
}

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 20, examples: ['4711'] },
  description: 'the `id` of the last event that you handled: what came after it is sent first',
}

const audienceOf = ({ access: { verifier, isPublic, admits, tokens } }: Operation): string => {
  if (verifier) return 'Open to who proves to be the sender.'
  if (tokens === 'forgiven') return 'Open to anyone; an access token that is no good counts as none.'
  return `Open to ${isPublic ? 'anyone' : admits.join(', ')}.`
}

function requestBodyOf(operation: Operation, publish: (schema: TSchema) => unknown): Json {
  const schema = bodySchemaOf(operation)
  const described = schema ? { schema: publish(schema), example: usualBody(schema) } : {}
  const content = bodyTypesOf(operation).map((type) => [type, described])
  return { required: true, content: Object.fromEntries(content) }
}

/** A whole body: what it needs, or of one that needs nothing all that it may have. */
function usualBody(schema: TSchema): unknown {
  const { examples, required, properties } = schema as TObject & { examples?: unknown[] }
  if (examples || !required?.length) return sampleOf(schema, 'body')
  const needed = Object.entries(properties).filter(([name]) => required.includes(name))
  return sampleOf({ type: 'object', properties: Object.fromEntries(needed) }, 'body')
}

function securityOf({ access: { verifier, isPublic, tokens } }: Operation): Json[] {
  if (verifier) return [{ [verifier.scheme.name]: [] }]
  if (tokens === 'unread') return []
  return isPublic ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

function parametersOf(
  place: string,
  schema: TObject | undefined,
  publish: (schema: TSchema) => unknown,
): Json[] {
  if (!schema) return []
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    ...((property as { type?: string }).type === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema: publish(property as TSchema),
  }))
}

const inSeconds = { type: 'integer', minimum: 0 }

/** Of a refusal that a later try may be spared. */
const waitHeaders = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
/** Of every reply while there are limits, and needed where one is used up. */
const limitHeaders = {
  ...waitHeaders,
  'RateLimit-Limit': { description: 'what the nearest limit grants in its window', schema: inSeconds },
  'RateLimit-Remaining': { description: 'what is left of it', schema: inSeconds },
  'RateLimit-Reset': { description: 'seconds until its window ends', schema: inSeconds },
}

function responsesOf(registered: Registered, publish: (schema: TSchema) => unknown): Json {
  const { operation } = registered
  const responses: Json = {}
  for (const [status, shape] of Object.entries(operation.replies)) {
    const headers = headersOf(operation, Number(status), shape)
    responses[status] = {
      ...responseOf(registered, shape, publish),
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
    }
    if (comesInParts(shape)) Object.assign(responses, partsOf(shape.file))
  }
  const byStatus = Map.groupBy(problemsOf(registered), (kind) => kind.status)
  for (const [status, kinds] of [...byStatus].sort(([a], [b]) => a - b)) {
    const codes = [...new Set(kinds.map((kind) => kind.code))].join(', ')
    const content: Json = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
    if (status === 500 && operation.onFailure)
      content[operation.onFailure.type] = { schema: { type: 'string' } }
    const isWait = status === 503 || kinds.includes(idempotencyInProgress)
    const headers = status === 429 ? { headers: limitHeaders } : isWait ? { headers: waitHeaders } : {}
    responses[status] ??= { description: `${http.STATUS_CODES[status]}: ${codes}`, ...headers, content }
  }
  return responses
}

/** What a reply says in headers, besides the limits. */
function headersOf(operation: Operation, status: number, shape: ReplyShape): Json {
  const isReread = operation.headers?.properties['If-None-Match'] !== undefined && status < 400
  const said = {
    ...('headers' in shape ? shape.headers : {}),
    ...(isReread ? { ETag: 'of this reply, for `If-None-Match`' } : {}),
    ...(takesKey(operation) ? { 'Idempotency-Replayed': '`true` where it is the first answer again' } : {}),
  }
  const texts = Object.entries(said).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  const Location = { description: 'where to go', schema: { type: 'string', format: 'uri' } }
  return { ...('redirect' in shape ? { Location } : {}), ...Object.fromEntries(texts) }
}

const ownKeywords = ['trimmed', senderKeyword, opennessKeyword, moneyKeyword]

/** What a stream's events hold, by the name that stands in their `event` field; `data` is JSON. */
const eventsOf = ({ events }: Module): TSchema =>
  Type.Union(
    [...ofEveryStream, ...events.toSorted((a, b) => a.type.localeCompare(b.type))].map(({ type, data }) =>
      Type.Object({ type: Type.Literal(type), data }),
    ),
    { title: 'LiveEvent' },
  )

/** The first event, and the one that asks to load everything anew. */
const ofEveryStream = ['connected', 'resync'].map((type) => liveEvent(type, Type.Object({})))

function responseOf(
  { operation, module }: Registered,
  shape: ReplyShape,
  publish: (schema: TSchema) => unknown,
): Json {
  if ('data' in shape)
    return {
      description: shape.message,
      content: {
        'application/json': { schema: publish(envelopeOf(operation, shape)) },
        ...(operation.tells ? { 'text/event-stream': { schema: publish(toldBy(operation, shape)) } } : {}),
      },
    }
  const { description } = shape
  if ('text' in shape) return { description, content: { 'text/plain': { schema: publish(shape.text) } } }
  if ('html' in shape) return { description, content: { 'text/html': { schema: { type: 'string' } } } }
  if ('stream' in shape)
    return { description, content: { [shape.stream]: { schema: publish(eventsOf(module)) } } }
  if ('file' in shape) return { description, content: bytesOf(shape.file) }
  return { description }
}

/** What is told of an answer while it is made, and how it ends. */
const toldBy = (operation: Operation, shape: ReplyShape): TSchema =>
  Type.Union(
    Object.entries({
      ...operation.tells,
      answer: envelopeOf(operation, shape),
      refusal: Type.Unsafe({ $ref: '#/components/schemas/Problem' }),
    }).map(([type, data]) => Type.Object({ type: Type.Literal(type), data })),
    { description: 'server-sent events, for `Accept: text/event-stream`; the last is `answer` or `refusal`' },
  )

const bytesOf = (types: readonly string[]): Json => Object.fromEntries(types.map((type) => [type, {}]))

/** What a file may be answered with besides the whole of it. */
const partsOf = (types: readonly string[]): Json => ({
  206: {
    description: 'The part that `Range` asks for',
    headers: { 'Content-Range': { schema: { type: 'string' } } },
    content: bytesOf(types),
  },
  304: { description: 'It is the one that you have' },
})

/** Named schemas move to the components; keywords of our own stay out of the document. */
function withComponents(schema: unknown, components: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withComponents(item, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Json = {}
  for (const [key, value] of Object.entries(schema)) {
    if (ownKeywords.includes(key) || key.startsWith('~')) continue
    copy[key] =
      key === 'properties'
        ? Object.fromEntries(
            Object.entries(value as Json).map(([name, inner]) => [name, withComponents(inner, components)]),
          )
        : ['enum', 'default', 'required', 'examples'].includes(key)
          ? value
          : withComponents(value, components)
  }
  const name = copy.title
  if (typeof name !== 'string' || !/^[A-Z][A-Za-z]+$/.test(name)) return copy
  components[name] ??= copy
  return { $ref: `#/components/schemas/${name}` }
}
