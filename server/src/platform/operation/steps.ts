import { deserialize, serialize } from 'node:v8'
import type { Logger } from 'pino'
import { seal, unsealOwn } from '../identity/sealing.ts'
import { newId } from '../ids.ts'
import { ProviderRefused } from '../provider-errors.ts'
import { repeatedly } from '../repeatedly.ts'
import type { Services } from '../services.ts'
import {
  answerClaim,
  answerClaimOrFail,
  type Claim,
  claim,
  claimAbandoned,
  dropClaim,
  keepStep,
  keptSteps,
  LeaseLost,
  releaseClaim,
  renewClaim,
} from './claims.ts'
import { type FlowGround, type RunningFlow, startFlow } from './flow.ts'
import { fingerprintOf, keptAnswer, keptUntil, scopeOf, sealedBody } from './idempotency.ts'
import type { Call } from './input.ts'
import type { Operation } from './operation.ts'
import { type Answer, failureOutcome, outcomeOf } from './outcome.ts'
import { idempotencyInProgress, Problem } from './problem.ts'
import { boundTo, type Registered } from './registry.ts'
import { type Tell, toldAnswer } from './told.ts'
import { surroundingsOf, transact } from './transact.ts'
import type { Work } from './work.ts'

const longestPauseSeconds = 600
const recoveredAtOnce = 10

const sealing = ({ scope, key }: Pick<Claim, 'scope' | 'key'>) => `steps ${scope} ${key}`

/** Runs a request in steps, goes on with it, or brings back the answer that its key has. */
export async function runSteps(registered: Registered, call: Call, services: Services): Promise<Answer> {
  const { steps, signingSecret } = services.settings
  const scope = scopeOf(registered, call)
  const key = call.request.key ?? `own:${newId()}`
  const fingerprint = fingerprintOf(call, signingSecret)
  const now = services.clock.now()
  const claimed = await claim(services.db, {
    scope,
    key,
    fingerprint,
    operation: nameOf(registered),
    input: seal(signingSecret, sealing({ scope, key }), serialize(call)),
    leaseSeconds: steps.leaseSeconds,
    at: now,
    keptUntil: keptUntil(now),
  })
  const isHeard = registered.operation.tells !== undefined && call.request.wantsEvents === true
  if (!claimed) {
    const kept = await keptAnswer(services.db, registered, { scope, key, call }, services)
    return isHeard ? toldAnswer(async () => kept) : kept
  }
  if (!isHeard) return tryOnce(registered, claimed, call, services)
  return toldAnswer((tell) =>
    tryOnce(registered, claimed, call, services, tell).catch((error: unknown) =>
      failureOutcome(registered.operation, error, call.request, services),
    ),
  )
}

export const nameOf = ({ module, id }: Pick<Registered, 'module' | 'id'>): string => `${module.product}/${id}`

/** One try, of the request itself or of recovery. @throws IDEMPOTENCY_IN_PROGRESS when somebody else took over. */
async function tryOnce(
  registered: Registered,
  claimed: Claim,
  call: Call,
  services: Services,
  tell?: Tell,
): Promise<Answer> {
  const { operation } = registered
  let concluded: Answer | undefined
  const conclude = (result: unknown, { db, pipeline }: Work) => {
    concluded = outcomeOf(operation, result, services)
    pipeline(answerClaimOrFail(db, claimed, keptOf(concluded, claimed, services)))
  }
  const running = await flowOf(registered, claimed, call, services, { tell, conclude })
  try {
    const result: unknown = await operation.handle({ ...running.flow, ...call } as Parameters<
      Operation['handle']
    >[0])
    if (concluded) return concluded
    if (result instanceof Problem) throw result
    if (running.undoing() !== undefined) throw new Error('what it did is being taken back')
    return await finish(services, claimed, outcomeOf(operation, result, services))
  } catch (error) {
    if (error instanceof LeaseLost) throw idempotencyInProgress()
    return await fail(registered, claimed, running, error, call, services)
  }
}

async function flowOf(
  registered: Registered,
  claimed: Claim,
  call: Call,
  services: Services,
  { tell, conclude }: Required<Pick<FlowGround, 'conclude'>> & { tell: Tell | undefined },
): Promise<RunningFlow> {
  const { db, clock, settings } = services
  const { leaseSeconds } = settings.steps
  const sealed = claimed.tries > 1 ? await keptSteps(db, claimed) : new Map<string, Buffer>()
  const kept = new Map(
    [...sealed].map(([name, bytes]) => [name, unsealOwn(settings, sealing(claimed), bytes)]),
  )
  return startFlow({
    surroundings: surroundingsOf(services, registered.module),
    providers: services.providers,
    id: `${claimed.scope}/${claimed.key}`,
    kept,
    isRepeat: claimed.tries > 1,
    // Well within the lease, so that what comes back can still be kept.
    mostOutsideMs: leaseSeconds * 400,
    tell,
    conclude,
    async renew() {
      if (!(await renewClaim(db, claimed, leaseSeconds))) throw new LeaseLost()
    },
    read: (look) => look({ ...surroundingsOf(services, registered.module), db: services.reads }),
    transact: (work) => transact(services, boundTo(registered, call.caller), work),
    async keep(name, result, own = db) {
      const step = {
        name,
        result: seal(settings.signingSecret, sealing(claimed), result),
        at: clock.now(),
        leaseSeconds,
      }
      if (!(await keepStep(own, claimed, step))) throw new LeaseLost()
    },
  })
}

async function finish(
  services: Services,
  claimed: Claim,
  answer: Answer,
  failure: string | null = null,
): Promise<Answer> {
  const kept = keptOf(answer, claimed, services)
  if (!(await answerClaim(services.db, claimed, kept, failure))) throw idempotencyInProgress()
  return answer
}

const keptOf = (answer: Answer, claimed: Claim, services: Services) => ({
  ...answer,
  sealed: sealedBody(answer, claimed, services),
})

/**
 * What becomes of a try that failed: a request that is refused, or was tried too often, takes back
 * what it did and has its answer; of which nothing has happened, its key is free; any other is tried again.
 */
async function fail(
  { operation }: Registered,
  claimed: Claim,
  running: RunningFlow,
  error: unknown,
  call: Call,
  services: Services,
): Promise<Answer> {
  if (!running.hasHappened()) {
    await dropClaim(services.db, claimed)
    return failureOutcome(operation, error, call.request, services)
  }
  // Written by an earlier try of this very function.
  const begun = running.undoing() as Ending | undefined
  const { answer, failure } =
    begun ?? endingOf(failureOutcome(operation, error, call.request, services), error)
  try {
    const isHopeless =
      error instanceof ProviderRefused || claimed.recoveries >= services.settings.steps.mostTries
    if (begun || answer.status < 500 || isHopeless) {
      await running.undo({ answer, failure } satisfies Ending)
      return await finish(services, claimed, answer, failure)
    }
  } catch (undoing) {
    if (undoing instanceof LeaseLost) throw idempotencyInProgress()
    const { key, operation: name } = claimed
    services.log.error({ key, operation: name, error: String(undoing) }, 'steps could not be taken back yet')
  }
  if (!(await releaseClaim(services.db, claimed, pauseAfter(claimed.recoveries, services))))
    throw idempotencyInProgress()
  return answer
}

/** How a request ends whose steps are taken back. */
interface Ending {
  answer: Answer
  /** Why it was given up; null of one that was refused. */
  failure: string | null
}

/** Only data: what else an answer has, a refusal has not. */
const endingOf = ({ status, body, headers }: Answer, error: unknown): Ending => ({
  answer: { status, shape: undefined, body, headers },
  failure: status < 500 ? null : String(error),
})

const pauseAfter = (recoveries: number, { settings }: Services): number =>
  Math.min(settings.steps.recoverySeconds * 2 ** recoveries, longestPauseSeconds)

/**
 * Goes on with what crashed or failed between two steps, by the same code as the first try; once
 * now, and then at the pace of the settings.
 * @returns a function that stops it, after what is under way.
 */
export function startRecovery(
  services: Services,
  operations: readonly Registered[],
  log: Logger,
): () => Promise<void> {
  const byName = new Map(operations.map((registered) => [nameOf(registered), registered]))
  const names = [...byName.keys()]

  async function recover(stopped: AbortSignal): Promise<void> {
    const { leaseSeconds } = services.settings.steps
    const abandoned = await claimAbandoned(services.db, {
      operations: names,
      leaseSeconds,
      most: recoveredAtOnce,
    })
    await Promise.allSettled(
      abandoned.map(async (claimed) => {
        const registered = byName.get(claimed.operation)
        if (!registered) return
        try {
          const call = deserialize(unsealOwn(services.settings, sealing(claimed), claimed.input)) as Call
          await tryOnce(registered, claimed, call, services)
        } catch (error) {
          // Somebody else took over.
          if (error instanceof Problem) return
          const { key, operation } = claimed
          log.error({ key, operation, error: String(error) }, 'an open request could not be gone on with')
          await releaseClaim(services.db, claimed, pauseAfter(claimed.recoveries, services))
        }
      }),
    )
    if (abandoned.length === recoveredAtOnce && !stopped.aborted) await recover(stopped)
  }

  return repeatedly(recover, {
    everySeconds: services.settings.steps.recoverySeconds,
    onFailure: ({ message }) => log.warn({ error: message }, 'recovery of open requests failed'),
  })
}
