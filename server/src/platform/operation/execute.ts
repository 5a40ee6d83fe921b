import { type TSchema, Type } from 'typebox'
import type { Db } from '../db/database.ts'
import { isWorthRetrying, problemOfDatabaseError } from '../db/failures.ts'
import { type LiveEvent, publish } from '../events/publish.ts'
import { EventStream } from '../events/stream.ts'
import { amongSignIns } from '../identity/passwords.ts'
import type { AccessClaims } from '../identity/tokens.ts'
import { storeMail } from '../mail/mail.ts'
import type { Services } from '../services.ts'
import { bodySchemaOf, isOfTexts } from './body.ts'
import { letIn, type Sender, type Sent } from './door.ts'
import { claimKey, keepOutcome, releaseKey } from './idempotency.ts'
import type { BaseCaller, Operation, ReplyShape, RequestFacts, Work } from './operation.ts'
import { PageOf, pageOf } from './page.ts'
import {
  authRequired,
  type FieldProblem,
  forbidden,
  internal,
  invalidId,
  Problem,
  rateLimited,
  sessionRevoked,
  validationFailed,
} from './problem.ts'
import { isTransactional, type Registered, takesKey } from './registry.ts'
import { addressOf, contentOf, Reply } from './reply.ts'
import { NumberedPageMeta, PageMeta } from './schema.ts'
import { mismatch, validate } from './validate.ts'

export interface Input {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  headers: Record<string, unknown>
  /** The access token, with or without its scheme word taken off. */
  token: string | undefined
  request: RequestFacts
  /** The request as it came; of operations that are `signedBy` somebody, whose body is read after that. */
  sent?: Sent
  sender?: Sender
}

export interface Outcome {
  status: number
  shape: ReplyShape | undefined
  /** The envelope; or a string (text, a page, an address), or a file. */
  body: unknown
  headers: Record<string, string>
  problem?: Problem
  caller?: BaseCaller | null
}

/** @returns the seconds to wait, or undefined when within the limit. */
export type Limiter = (
  registered: Registered,
  caller: BaseCaller | null,
  request: RequestFacts,
) => Promise<number | undefined>

/**
 * Runs an operation for a caller, in the one order that every request passes: authenticate,
 * authorise, limit, validate, transaction, handle, check the reply.
 */
export async function execute(
  registered: Registered,
  input: Input,
  services: Services,
  limiter: Limiter,
): Promise<Outcome> {
  const { operation, module } = registered
  const { verifier } = operation.access
  const request = { ...input.request }
  const answer = (caller: BaseCaller | null) =>
    answerTo(registered, { ...input, request }, caller, services, limiter)
  try {
    if (verifier) {
      const proved = await letIn(registered, verifier, input, services, limiter)
      return await answerTo(registered, proved, null, services, unlimited)
    }
    if (input.token === undefined) return await answer(null)
    const claims = await services.identity.tokens.check(input.token, module.realms)
    // A read starts at once, for whoever the session was the last time. What it found is given
    // out only if the check that runs beside it finds the same person, unchanged.
    const waits = isTransactional(operation) || operation.ownConnection
    const guess = waits ? undefined : services.callers.guess(claims)
    const early = guess && answer(guess)
    const caller = await authenticate(registered, claims, services, request)
    return await (early && caller === guess ? early : answer(caller))
  } catch (error) {
    return { ...failureOutcome(operation, error, request, services), caller: null }
  }
}

/** Of a caller who has been counted already. */
const unlimited: Limiter = async () => undefined

/** Everything after the authentication. Never rejects. */
async function answerTo(
  registered: Registered,
  input: Input,
  caller: BaseCaller | null,
  services: Services,
  limiter: Limiter,
): Promise<Outcome> {
  const { operation } = registered
  const { request } = input
  try {
    authorise(operation, caller, request)
    const wait = await limiter(registered, caller, request)
    if (wait !== undefined) throw rateLimited({ retryAfterSeconds: wait })
    const { sender, sent } = input
    const call = { ...checkInput(operation, input), caller, request, sender, sent }
    const result = await (operation.hashesPassword
      ? amongSignIns(() => run(registered, call, services))
      : run(registered, call, services))
    const outcome = result instanceof Problem ? problemOutcome(result, request) : result
    return { ...outcome, caller }
  } catch (error) {
    return { ...failureOutcome(operation, error, request, services), caller }
  }
}

export interface ValidInput {
  params: unknown
  query: Record<string, unknown>
  body: unknown
  headers: unknown
}
export type Call = ValidInput &
  Pick<Input, 'sender' | 'sent'> & { caller: BaseCaller | null; request: RequestFacts }

async function authenticate(
  { operation }: Registered,
  claims: AccessClaims,
  services: Services,
  request: RequestFacts,
): Promise<BaseCaller | null> {
  const caller = await services.callers.check(claims)
  if (caller) return caller
  if (!operation.acceptsEndedSession) throw sessionRevoked()
  request.endedSessionId = claims.sessionId
  return null
}

function authorise(
  { access, wrongCaller = forbidden }: Operation,
  caller: BaseCaller | null,
  { endedSessionId }: RequestFacts,
): void {
  if (caller === null) {
    if (!access.isPublic && !access.verifier && endedSessionId === undefined) throw authRequired()
    return
  }
  if (!access.admits.includes(caller.kind)) throw wrongCaller()
}

const pagingQuery = {
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
}
const numberedQuery = { page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }
const querySchemas = new WeakMap<Operation, TSchema>()

/** The query as declared, with `cursor`, `limit` and `page` where the operation is paged by them. */
export function querySchemaOf(operation: Operation): TSchema | undefined {
  if (!operation.paged) return operation.query
  const known = querySchemas.get(operation)
  if (known) return known
  const schema = Type.Object({
    ...operation.query?.properties,
    ...pagingQuery,
    ...(operation.paged.numbered ? numberedQuery : {}),
  })
  querySchemas.set(operation, schema)
  return schema
}

function checkInput(operation: Operation, input: Input): ValidInput {
  const { params } = input
  const query = { ...input.query }
  const headers = operation.headers
    ? Object.fromEntries(
        Object.keys(operation.headers.properties)
          .map((name) => [name, input.headers[name.toLowerCase()]])
          .filter(([, value]) => value !== undefined),
      )
    : {}
  const body = operation.body ? (input.body ?? {}) : undefined
  const bodySchema = bodySchemaOf(operation)
  const inPath = operation.params ? validate(operation.params, 'params', params) : []
  const querySchema = querySchemaOf(operation)
  const elsewhere: FieldProblem[] = [
    ...(querySchema ? validate(querySchema, 'query', query) : []),
    ...(operation.headers ? validate(operation.headers, 'headers', headers) : []),
    ...(bodySchema ? validate(bodySchema, 'body', body, isOfTexts(operation)) : []),
    // To those who sign their calls these headers are something of their own.
    ...(operation.access.verifier ? [] : validateKey(input)),
  ]
  if (inPath.length > 0 && elsewhere.length === 0) throw invalidId({ fields: inPath })
  if (inPath.length + elsewhere.length > 0) throw validationFailed({ fields: [...inPath, ...elsewhere] })
  return { params, query, body, headers }
}

function validateKey({ request: { key }, headers }: Input): FieldProblem[] {
  if (key === undefined || /^[A-Za-z0-9._:-]{1,128}$/.test(key)) return []
  const header = headers['idempotency-key'] === key ? 'idempotency-key' : 'requestid'
  return [{ path: `headers.${header}`, rule: 'pattern', message: 'must be 1 to 128 of A-Z a-z 0-9 . _ : -' }]
}

const run = (registered: Registered, call: Call, services: Services): Promise<TransactionResult> =>
  isTransactional(registered.operation)
    ? inTransaction(registered, call, services)
    : handle(registered, call, services, registered.operation.ownConnection ? services.db : services.reads)

type TransactionResult = Omit<Outcome, 'caller'> | Problem

async function inTransaction(
  registered: Registered,
  call: Call,
  services: Services,
): Promise<TransactionResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await services.db.transaction().execute(async (db) => {
        const key = takesKey(registered.operation) ? call.request.key : undefined
        if (key === undefined) return handle(registered, call, services, db)
        const claim = await claimKey(db, registered, call, key, services)
        if ('replay' in claim) return claim.replay
        const outcome = await handle(registered, call, services, db)
        if (outcome instanceof Problem) await releaseKey(db, claim.scope, key)
        else await keepOutcome(db, claim.scope, key, outcome)
        return outcome
      })
    } catch (error) {
      if (attempt >= 3 || !isWorthRetrying(error)) throw error
    }
  }
}

/** Work bound to a connection; what it leaves to do is flushed by `flush`, before the commit. */
export function workOn(services: Services, db: Db): Work & { flush(): Promise<void> } {
  const events: LiveEvent[] = []
  return {
    db,
    clock: services.clock,
    services,
    publish: (event) => void events.push(event),
    async mail(mail) {
      const mailId = await storeMail(db, mail, services.clock.now())
      await services.jobs.enqueue(db, 'mail.deliver', { mailId }, { isBulk: mail.isBulk === true })
    },
    enqueue: (job, data, options) => services.jobs.enqueue(db, job, data, options),
    flush: () => publish(db, events, services.clock.now()),
  }
}

/** Runs a job's or a command's work in one transaction, its side effects included. */
export function transact<Result>(services: Services, work: (work: Work) => Promise<Result>): Promise<Result> {
  return services.db.transaction().execute(async (db) => {
    const bound = workOn(services, db)
    const result = await work(bound)
    await bound.flush()
    return result
  })
}

async function handle(
  registered: Registered,
  call: Call,
  services: Services,
  db: Db,
): Promise<TransactionResult> {
  const { operation } = registered
  const work = workOn(services, db)
  const result: unknown = await operation.handle({
    ...work,
    ...call,
    page: pageFor(registered, call, services),
    // What the operation's own types say of its caller and sender was checked at the door.
  } as unknown as Parameters<Operation['handle']>[0])
  if (result instanceof Problem) {
    if (isTransactional(operation)) await work.flush()
    return result
  }
  await work.flush()
  return outcomeOf(operation, result, services)
}

function pageFor({ id, module, operation }: Registered, { query, caller }: Call, services: Services) {
  const { cursor, limit, page: number, ...filters } = query
  const paged = operation.paged ?? { limit: 1 }
  return pageOf({
    secret: services.settings.signingSecret,
    scope: JSON.stringify([module.product, id, caller?.id ?? null, filters]),
    limit: Math.min(Number(limit ?? paged.limit), paged.most ?? 100),
    cursor: operation.paged ? (cursor as string | undefined) : undefined,
    number: operation.paged?.numbered ? (number as number | undefined) : undefined,
  })
}

function outcomeOf(operation: Operation, result: unknown, services: Services): Omit<Outcome, 'caller'> {
  if (result instanceof EventStream)
    return { status: 200, shape: operation.replies[200], body: result, headers: {} }
  const parts =
    result instanceof Reply
      ? result.parts
      : result instanceof PageOf
        ? { data: result.data, meta: result.meta }
        : { data: result }
  const status = parts.status ?? Number(Object.keys(operation.replies)[0])
  const shape = operation.replies[status]
  if (!shape) throw new Error(`the reply status ${status} is not declared`)
  const headers = parts.headers ?? {}
  if ('empty' in shape) return { status, shape, body: undefined, headers }
  if ('text' in shape) return { status, shape, body: parts.text, headers }
  if ('redirect' in shape) {
    const Location = addressOf(parts.redirect, services.settings.publicUrl)
    return { status, shape, body: undefined, headers: { ...headers, Location } }
  }
  if (!('data' in shape)) return { status, shape, body: contentOf(parts, shape), headers }
  const body = {
    status,
    statusCode: status,
    message: parts.message ?? shape.message,
    data: parts.data ?? null,
    ...(parts.meta === undefined ? {} : { meta: parts.meta }),
  }
  if (services.settings.checksReplies) {
    const wrong = mismatch(envelopeOf(operation, shape), JSON.parse(JSON.stringify(body)))
    if (wrong)
      throw new Error(`the reply is not what ${operation.method} ${operation.path} declares: ${wrong}`)
  }
  return { status, shape, body, headers }
}

const envelopes = new WeakMap<ReplyShape, TSchema>()

/** The schema of a whole successful reply. */
export function envelopeOf(operation: Operation, shape: ReplyShape): TSchema {
  const known = envelopes.get(shape)
  if (known) return known
  if (!('data' in shape)) throw new Error('only enveloped replies have an envelope')
  const pageMeta = operation.paged?.numbered ? NumberedPageMeta : PageMeta
  const meta = shape.meta ?? (operation.paged ? pageMeta : undefined)
  const paged =
    operation.paged && shape.meta
      ? Type.Object({ ...pageMeta.properties, ...(shape.meta as typeof PageMeta).properties })
      : meta
  const schema = Type.Object({
    status: Type.Integer(),
    statusCode: Type.Integer(),
    message: Type.String(),
    data: shape.data,
    ...(paged ? { meta: paged } : {}),
  })
  envelopes.set(shape, schema)
  return schema
}

function failureOutcome(
  operation: Operation,
  error: unknown,
  request: RequestFacts,
  services: Services,
): Outcome {
  const known = error instanceof Problem ? error : problemOfDatabaseError(error)
  if (!known)
    services.log.error(
      { requestId: request.id, error: error instanceof Error ? error.stack : String(error) },
      'a request failed',
    )
  const problem = known ?? internal()
  if (problem.status === 500 && operation.onFailure) {
    return {
      status: 500,
      shape: { text: Type.String(), description: '' },
      body: operation.onFailure.text,
      headers: {},
      problem,
    }
  }
  return problemOutcome(problem, request)
}

/** The error envelope, the same in both products. */
export function problemOutcome(problem: Problem, request: Pick<RequestFacts, 'id'>): Outcome {
  const { fields, retryAfterSeconds, details } = problem.extra
  const error = {
    code: problem.code,
    ...(fields ? { fields } : {}),
    ...(details ? { details } : {}),
    ...(retryAfterSeconds ? { retryAfter: retryAfterSeconds } : {}),
    requestId: request.id,
  }
  return {
    status: problem.status,
    shape: undefined,
    body: { status: problem.status, statusCode: problem.status, message: problem.message, data: null, error },
    headers: retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {},
    problem,
  }
}
