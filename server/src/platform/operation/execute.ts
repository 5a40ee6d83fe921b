import type { Db } from '../db/database.ts'
import { isWorthRetrying } from '../db/failures.ts'
import { amongSignIns } from '../identity/passwords.ts'
import type { AccessClaims } from '../identity/tokens.ts'
import type { Services } from '../services.ts'
import type { BaseCaller, RequestFacts } from './caller.ts'
import { letIn } from './door.ts'
import { expectedVersion } from './etag.ts'
import { checkSenders } from './field-access.ts'
import { claimKey, keepOutcome, releaseKey } from './idempotency.ts'
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
  sessionRevoked,
  versionConflict,
} from './problem.ts'
import { boundTo, type Registered, runsOf, takesKey } from './registry.ts'
import { runSteps } from './steps.ts'
import { surroundingsOf, transact, workOn } from './transact.ts'
import type { Work } from './work.ts'

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
      const wait = await limiter(registered, null, request)
      // Most senders take a 4xx for a no, and do not try again.
      if (wait !== undefined) throw overloaded({ retryAfterSeconds: wait })
      const proved = await letIn(operation, verifier, { ...input, request }, services)
      return await answerTo(registered, proved, null, services, unlimited)
    }
    if (input.token === undefined) return await answer(null)
    const claims = await services.tokens.check(input.token, module.realms)
    // A read starts at once, for whoever the session was the last time. What it found is given
    // out only if the check that runs beside it finds the same person, unchanged.
    const guess = runsOf(operation) === 'read' ? services.callers.guess(claims) : undefined
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
    const proof = sender && sent ? { sender, sent } : {}
    const call = { ...checkInput(operation, input), ...proof, caller, request }
    checkSenders(operation, call)
    const result = await (operation.credentials?.hashesPassword
      ? amongSignIns(() => run(registered, call, services))
      : run(registered, call, services))
    const outcome = result instanceof Problem ? problemOutcome(result, request) : result
    return { ...outcome, caller }
  } catch (error) {
    return { ...failureOutcome(operation, error, request, services), caller }
  }
}

async function authenticate(
  { operation }: Registered,
  claims: AccessClaims,
  services: Services,
  request: RequestFacts,
): Promise<BaseCaller | null> {
  const caller = await services.callers.check(claims)
  if (caller) return caller
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

function run(registered: Registered, call: Call, services: Services): Promise<Answer | Problem> {
  const runs = runsOf(registered.operation)
  switch (runs) {
    case 'read':
      return read(registered, call, services)
    case 'long-read':
      return longRead(registered, call, services)
    case 'write':
      return inTransaction(registered, call, services)
    case 'steps':
      return runSteps(registered, call, services)
  }
}

function read(registered: Registered, call: Call, services: Services): Promise<Answer | Problem> {
  const reading = { ...surroundingsOf(services, registered.module), db: services.reads }
  return handle(registered, reading, call, services)
}

async function longRead(registered: Registered, call: Call, services: Services): Promise<Answer | Problem> {
  const notes: ((work: Work) => Promise<void>)[] = []
  const reading = {
    ...surroundingsOf(services, registered.module),
    db: services.longReads,
    note: (write: (work: Work) => Promise<void>) => void notes.push(write),
  }
  const answer = await handle(registered, reading, call, services)
  for (const note of notes)
    await transact(services, registered.module, note).catch((error: Error) =>
      services.log.warn({ operation: registered.id, error: error.message }, 'a note could not be kept'),
    )
  return answer
}

async function inTransaction(
  registered: Registered,
  call: Call,
  services: Services,
): Promise<Answer | Problem> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await services.db.transaction().execute(async (db) => {
        const key = takesKey(registered.operation) ? call.request.key : undefined
        if (key === undefined) return write(registered, call, services, db)
        const claim = await claimKey(db, registered, call, key, services)
        if ('replay' in claim) return claim.replay
        const outcome = await write(registered, call, services, db)
        if (outcome instanceof Problem) await releaseKey(db, claim.scope, key)
        else await keepOutcome(db, claim.scope, key, outcome)
        return outcome
      })
    } catch (error) {
      if (attempt >= 3 || !isWorthRetrying(error)) throw error
    }
  }
}

async function write(
  registered: Registered,
  call: Call,
  services: Services,
  db: Db,
): Promise<Answer | Problem> {
  const { flush, ...work } = workOn(services, boundTo(registered, call.caller), db)
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
    scope: JSON.stringify([module.product, id, caller?.id ?? null, filters]),
    limit: Math.min(Number(limit ?? paged.limit), paged.most ?? 100),
    cursor: operation.paged ? (cursor as string | undefined) : undefined,
    number: operation.paged?.numbered ? (number as number | undefined) : undefined,
  })
}
