import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { Db } from '../db/database.ts'
import {
  ProviderRefused,
  ProviderUnavailable,
  ProviderUnsure,
  providerNotConfigured,
} from '../provider-errors.ts'
import type { Providers } from '../providers.ts'
import { Problem } from './problem.ts'
import type { Attempt, Flow, Outward, Reading, Surroundings, Work } from './work.ts'

/** What a flow stands on; requests and jobs differ in it. */
export interface FlowGround {
  surroundings: Surroundings
  providers: Providers
  /** Names the flow for good; keys that providers see are made of it. */
  id: string
  /** The results of the steps that were finished before, by name. */
  kept: Map<string, Buffer>
  /** Whether it was tried before, so that a call may have been made whose result is not known. */
  isRepeat: boolean
  /** How long a call to the outside may take, in milliseconds. */
  mostOutsideMs: number
  read<Result>(look: (reading: Reading) => Promise<Result>): Promise<Result>
  transact<Result>(work: (work: Work) => Promise<Result>): Promise<Result>
  /** Holds the flow for as long again; of what nobody leases, absent. @throws LeaseLost */
  renew?(): Promise<void>
  /** Tells of the answer while it is made; absent where nobody listens. */
  tell?: ((type: string, data: unknown) => void) | undefined
  /** Has a transaction keep the result as the answer of the request; of a job, absent. */
  conclude?(result: unknown, work: Work): void
  /** Keeps a result, in a transaction of a step or alone. @throws LeaseLost */
  keep(name: string, result: Buffer, db?: Db): Promise<void>
}

export interface RunningFlow {
  flow: Flow
  /** Whether anything has happened that a repeat has to know of. */
  hasHappened(): boolean
  /** Takes back what was done, newest first, each once. `ending` is kept for tries that go on with it. */
  undo(ending: unknown): Promise<void>
  /** The ending with which an earlier try began to take back; undefined when none did. */
  undoing(): unknown
}

const undoName = 'undo'

/** Thrown where an undoing flow would do something new: all that it did is known by then. */
class AllKnown extends Error {}

/** Runs the steps of one try. */
export function startFlow(ground: FlowGround): RunningFlow {
  const { kept, surroundings } = ground
  const undos: { name: string; undo(): Promise<void> }[] = []
  const used = new Set<string>()
  let hasHappened = kept.size > 0 || ground.isRepeat

  const isUndoing = () => kept.has(undoName)

  async function keep(name: string, result: unknown, db?: Db): Promise<Buffer> {
    const bytes = serialize(result)
    await ground.keep(name, bytes, db)
    hasHappened = true
    return bytes
  }

  /** The kept result, or the one that `make` brings; in either case as it is read back. */
  async function once<Result>(name: string, make: () => Promise<Buffer>): Promise<Result> {
    if (used.has(name) || name.startsWith(undoName)) throw new Error(`a step cannot be called ${name} here`)
    used.add(name)
    const known = kept.get(name)
    if (!known && isUndoing()) throw new AllKnown()
    return deserialize(known ?? (await make())) as Result
  }

  const attemptOf = (name: string, mostMs = ground.mostOutsideMs): Attempt => ({
    key: createHash('sha256').update(`${ground.id}\n${name}`).digest('hex').slice(0, 40),
    signal: AbortSignal.timeout(mostMs),
  })

  const flow: Flow = {
    ...surroundings,
    read: ground.read,
    tell: (type, data) => ground.tell?.(type, data),
    async step(name, work, undo) {
      const result = await once<Awaited<ReturnType<typeof work>>>(name, () =>
        ground.transact(async (bound) => keep(name, await work(bound), bound.db)),
      )
      if (undo) undos.push({ name, undo: () => undoStep(name, (bound) => undo(bound, result)) })
      return result
    },
    async conclude(name, work) {
      const { conclude } = ground
      if (!conclude) throw new Error('a job has no answer')
      if (used.has(name)) throw new Error(`a step cannot be called ${name} here`)
      if (isUndoing()) throw new AllKnown()
      used.add(name)
      return ground.transact(async (bound) => {
        const result = await work(bound)
        conclude(result, bound)
        return result
      })
    },
    async outside(name, outward) {
      const result = await once<Awaited<ReturnType<typeof outward.call>>>(name, async () =>
        keep(name, await callOrFind(name, outward)),
      )
      const { undo } = outward
      if (undo)
        undos.push({
          name,
          undo: () => undoOutside(name, (attempt) => undo(ground.providers, result, attempt)),
        })
      return result
    },
  }

  async function callOrFind<Result>(name: string, { call, find, mostMs }: Outward<Result>): Promise<Result> {
    const ask = async () => {
      const attempt = attemptOf(name)
      return find && inTime(attempt.signal, find(ground.providers, attempt))
    }
    if (ground.isRepeat) {
      const found = await ask()
      if (found !== undefined) return found
    }
    const attempt = attemptOf(name, mostMs)
    try {
      return await renewing(ground, () => inTime(attempt.signal, call(ground.providers, attempt)))
    } catch (error) {
      if (isAnswer(error)) throw error
      hasHappened = true
      const found = await ask()
      if (found === undefined) throw error
      return found
    }
  }

  const undoStep = (name: string, undo: (work: Work) => Promise<void>): Promise<void> =>
    kept.has(`${undoName} ${name}`)
      ? Promise.resolve()
      : ground.transact(async (bound) => {
          await undo(bound)
          await keep(`${undoName} ${name}`, null, bound.db)
        })

  async function undoOutside(name: string, undo: (attempt: Attempt) => Promise<void>): Promise<void> {
    if (kept.has(`${undoName} ${name}`)) return
    const attempt = attemptOf(`${undoName} ${name}`)
    await inTime(attempt.signal, undo(attempt))
    await keep(`${undoName} ${name}`, null)
  }

  return {
    flow,
    hasHappened: () => hasHappened,
    undoing: () => {
      const marker = kept.get(undoName)
      return marker && deserialize(marker)
    },
    async undo(ending) {
      if (undos.length === 0) return
      if (!isUndoing()) kept.set(undoName, await keep(undoName, ending))
      for (const { undo } of undos.toReversed()) await undo()
    },
  }
}

/** Renews what holds the flow while a call takes long. */
async function renewing<Result>(
  { renew, mostOutsideMs }: FlowGround,
  call: () => Promise<Result>,
): Promise<Result> {
  const lost = Promise.withResolvers<never>()
  // Who lost it hears of it at the next step at the latest.
  const timer = renew && setInterval(() => renew().catch(lost.reject), mostOutsideMs)
  try {
    return await Promise.race([call(), lost.promise])
  } finally {
    clearInterval(timer)
  }
}

/** Whether nothing happened outside, for sure. Anything else leaves open what came of the call. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ProviderRefused ||
  error instanceof ProviderUnavailable ||
  (error instanceof Problem && (error.status < 500 || error.code === providerNotConfigured.code))

/** Waits no longer than the signal allows, whether or not the call listens to it. */
export function inTime<Result>(signal: AbortSignal, call: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new ProviderUnsure('no answer in time')), { once: true })
    call.then(resolve, reject)
  })
}
