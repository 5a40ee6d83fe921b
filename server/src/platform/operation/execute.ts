import type { Db } from '../db/database.ts'
import { readingFor } from '../db/slow-reads.ts'
import { amongSignIns } from '../identity/passwords.ts'
import type { AccessClaims } from '../identity/tokens.ts'
import { addressOf } from '../network.ts'
import type { Services } from '../services.ts'
import { configured } from '../system-config/configured.ts'
import { readOnly, readOnlyRetry, readOnlySentence } from '../system-config/keys.ts'
import type { BaseCaller, RequestFacts } from './caller.ts'
import { letIn } from './door.ts'
import { expectedVersion } from './etag.ts'
import { checkSenders } from './field-access.ts'
import { claimKey, keepOutcome } from './idempotency.ts'
import { type Call, checkInput, type Input } from './input.ts'
import type { Operation } from './operation.ts'
import { type Answer, failureOutcome, type Outcome, outcomeOf, problemOutcome } from './outcome.ts'
import { pageOf } from './page.ts'
import {
  authRequired,
  forbidden,
  overloaded,
  Problem,
  rateLimited,
  serverReadOnly,
  sessionRevoked,
  tokenExpired,
  tokenInvalid,
  versionConflict,
} from './problem.ts'
import { administratorKind, boundTo, type Registered, restsReadOnly, runsOf, takesKey } from './registry.ts'
import { runSteps } from './steps.ts'
import { inTransaction, surroundingsOf, type Transaction, workOn } from './transact.ts'

/** What the limits leave to somebody. */
export interface Allowance {
  /** Undefined when within them. */
  waitSeconds: number | undefined
  /** Go with the reply, so that an app can slow down before it is refused. */
  headers: Record<string, string>
}

/** Of whom nothing is counted. */
export const unlimited: Allowance = { waitSeconds: undefined, headers: {} }

/** Counts a request. */
export type Limiter = (registered: Registered, caller: BaseCaller | null, request: RequestFacts) => Allowance

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
  const { operation } = registered
  const { verifier } = operation.access
  // Not a copy: that would look for the language, which few ask for.
  const { request } = input
  const answer = (caller: BaseCaller | null) => answerTo(registered, input, caller, services, limiter)
  try {
    if (verifier) {
      const { waitSeconds } = limiter(registered, null, request)
      // Most senders take a 4xx for a no, and do not try again.
      if (waitSeconds !== undefined) throw overloaded({ retryAfterSeconds: waitSeconds })
      const proved = await letIn(operation, verifier, input, services)
      // Counted already.
      return await answerTo(registered, proved, null, services, () => unlimited)
    }
    const claims = await claimsOf(registered, input, services)
    if (!claims) return await answer(null)
    // A read starts at once, for whoever the session was the last time. What it found is given
    // out only if the check that runs beside it finds the same person, unchanged.
    const guess = runsOf(operation) === 'read' ? services.callers.guess(claims) : undefined
    const checked = authenticate(registered, claims, services, request)
    const early = guess && answer(guess)
    const caller = await checked
    return await (early && caller === guess ? early : answer(caller))
  } catch (error) {
    return { ...failureOutcome(operation, error, request, services), caller: null }
  }
}

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
  let { headers } = unlimited
  const told = (outcome: Outcome) => ({ ...outcome, headers: { ...outcome.headers, ...headers }, caller })
  try {
    authorise(operation, caller, request)
    const allowance = limiter(registered, caller, request)
    headers = allowance.headers
    const { waitSeconds } = allowance
    if (waitSeconds !== undefined) throw rateLimited({ retryAfterSeconds: waitSeconds })
    checkOpen(registered, caller, services)
    const { sender, sent, stepAside } = input
    const proof = sender && sent ? { sender, sent } : {}
    const call = { ...checkInput(operation, input, registered.module.deepestJson), ...proof, caller, request }
    checkSenders(operation, call)
    const result = await (operation.credentials?.hashesPassword
      ? amongSignIns(addressOf(request.ip), () => run(registered, call, services, stepAside))
      : run(registered, call, services, stepAside))
    return told(result instanceof Problem ? problemOutcome(result, request) : result)
  } catch (error) {
    return told(failureOutcome(operation, error, request, services))
  }
}

/** What a token says, where there is one and the operation looks at it. @throws TOKEN_INVALID or TOKEN_EXPIRED */
async function claimsOf(
  { operation, module }: Registered,
  { token, request }: Input,
  { tokens, clock }: Services,
): Promise<AccessClaims | undefined> {
  const { access, credentials } = operation
  if (token === undefined || access.tokens === 'unread') return undefined
  const claims = await tokens.read(token, module.realms)
  if (claims && claims.expiresAt > clock.now().getTime()) return claims
  if (access.tokens === 'forgiven') return undefined
  if (!claims) throw tokenInvalid()
  if (!credentials?.acceptsExpiredToken) throw tokenExpired()
  request.hasExpiredToken = true
  return claims
}

async function authenticate(
  { operation }: Registered,
  claims: AccessClaims,
  services: Services,
  request: RequestFacts,
): Promise<BaseCaller | null> {
  const caller = await services.callers.check(claims)
  if (caller) return caller
  if (operation.access.tokens === 'forgiven') return null
  if (!operation.credentials?.acceptsEndedSession) throw sessionRevoked()
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

/** What administrators have closed for now. They themselves may write while the server is read-only. */
function checkOpen(registered: Registered, caller: BaseCaller | null, services: Services): void {
  const { operation } = registered
  if (operation.switch && !configured(services, operation.switch.flag)) throw operation.switch.refusal()
  if (!configured(services, readOnly) || !restsReadOnly(registered) || caller?.kind === administratorKind)
    return
  const sentence = configured(services, readOnlySentence)
  const { status, code } = serverReadOnly
  const retryAfterSeconds = configured(services, readOnlyRetry)
  throw sentence === ''
    ? serverReadOnly({ retryAfterSeconds })
    : new Problem(status, code, sentence, { retryAfterSeconds, details: { sentence } })
}

function run(
  registered: Registered,
  call: Call,
  services: Services,
  stepAside: Input['stepAside'],
): Promise<Answer | Problem> {
  const { caller, request } = call
  const person = caller ? `${caller.realm} ${caller.id}` : request.ip
  return readingFor({ person, operation: registered.id, stepAside }, () => runAs(registered, call, services))
}

function runAs(registered: Registered, call: Call, services: Services): Promise<Answer | Problem> {
  switch (runsOf(registered.operation)) {
    case 'read':
      return read(registered, call, services, services.reads)
    case 'long-read':
      return read(registered, call, services, services.longReads)
    case 'write':
      return asOneWrite(registered, call, services)
    case 'steps':
      return runSteps(registered, call, services)
  }
}

function read(registered: Registered, call: Call, services: Services, db: Db): Promise<Answer | Problem> {
  return handle(registered, { ...surroundingsOf(services, registered.module), db }, call, services)
}

function asOneWrite(registered: Registered, call: Call, services: Services): Promise<Answer | Problem> {
  return inTransaction(services, async (transaction) => {
    const { db, pipeline } = transaction
    const key = takesKey(registered.operation) ? call.request.key : undefined
    if (key === undefined) return write(registered, call, services, transaction)
    const claim = await claimKey(db, registered, call, key, services)
    if ('replay' in claim) return claim.replay
    const outcome = await write(registered, call, services, transaction)
    if (!(outcome instanceof Problem)) pipeline(keepOutcome(db, claim, outcome, services))
    return outcome
  })
}

async function write(
  registered: Registered,
  call: Call,
  services: Services,
  transaction: Transaction,
): Promise<Answer | Problem> {
  const { flush, ...work } = workOn(services, boundTo(registered, call.caller), transaction)
  const outcome = await handle(registered, work, call, services)
  await flush()
  return outcome
}

async function handle(
  registered: Registered,
  means: object,
  call: Call,
  services: Services,
): Promise<Answer | Problem> {
  const { operation } = registered
  const version = versionCheck(call)
  const { expectVersion } = version
  const context = { ...means, ...call, page: pageFor(registered, call, services), expectVersion }
  const result: unknown = await operation.handle(context as unknown as Parameters<Operation['handle']>[0])
  const isForgotten = operation.versioned && !version.wasChecked() && !(result instanceof Problem)
  if (isForgotten && services.settings.checksReplies)
    throw new Error(`${registered.id} is versioned and did not look at the version`)
  return result instanceof Problem ? result : outcomeOf(operation, result, services)
}

/** Compares a row with the version that the caller read. */
function versionCheck({ headers }: Call) {
  const expected = expectedVersion((headers as { 'If-Match'?: string })['If-Match'])
  let wasChecked = false
  return {
    expectVersion({ version }: { version: number }) {
      wasChecked = true
      if (expected !== undefined && expected !== version) throw versionConflict()
    },
    wasChecked: () => wasChecked,
  }
}

function pageFor({ id, module, operation }: Registered, { query, caller }: Call, services: Services) {
  const { cursor, limit, page: number, ...filters } = query
  const paged = operation.paged ?? { limit: 1 }
  return pageOf({
    secret: services.settings.signingSecret,
    scope: () => JSON.stringify([module.product, id, caller?.id ?? null, filters]),
    limit: Number(limit ?? paged.limit),
    cursor: operation.paged ? (cursor as string | undefined) : undefined,
    number: operation.paged?.numbered ? (number as number | undefined) : undefined,
  })
}
