import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { AccessClaims } from '../identity/tokens.ts'
import { lastUsed } from '../last-used.ts'
import type { WriteBehind } from '../write-behind.ts'
import type { BaseCaller, Realm } from './caller.ts'

/** Where people are looked up. */
export interface LookUp {
  reads: Db
  clock: Clock
  /** Takes that they are here. */
  writeBehind: WriteBehind
}

/** Loads whom the sessions belong to, leaving out sessions and people that have ended. */
export type LoadCallers = (
  lookUp: LookUp,
  realm: Realm,
  sessionIds: readonly string[],
) => Promise<BaseCaller[]>

type Loaded = ReadonlyMap<string, BaseCaller>

interface Batch {
  sessionIds: Set<string>
  loaded: Promise<Loaded>
}

/**
 * Finds out who is asking. Each session is looked up after its request has come, so what ended or
 * changed one holds from the next request on, in every process. Requests that come in the same
 * turn of the event loop share a statement.
 */
export class Callers {
  readonly #services: LookUp
  readonly #loaders: ReadonlyMap<BaseCaller['realm'], LoadCallers>
  readonly #gathering = new Map<BaseCaller['realm'], Batch>()
  readonly #last = lastUsed<BaseCaller>(20_000)

  constructor(services: LookUp, modules: readonly { realms: readonly Realm[]; loadCallers: LoadCallers }[]) {
    this.#services = services
    this.#loaders = new Map(
      modules.flatMap(({ realms, loadCallers }) => realms.map((realm) => [realm, loadCallers] as const)),
    )
  }

  /** Who the session was the last time it asked. Nobody may be told anything on this alone. */
  guess({ sessionId }: AccessClaims): BaseCaller | undefined {
    return this.#last.get(sessionId)
  }

  /** @returns the very guess when it was right; undefined when the session or the person has ended. */
  async check({
    realm,
    subjectId,
    sessionId,
  }: Omit<AccessClaims, 'expiresAt'>): Promise<BaseCaller | undefined> {
    let batch = this.#gathering.get(realm)
    if (!batch) {
      const sessionIds = new Set<string>()
      batch = { sessionIds, loaded: this.#load(realm, sessionIds) }
      this.#gathering.set(realm, batch)
    }
    batch.sessionIds.add(sessionId)
    const caller = (await batch.loaded).get(sessionId)
    return caller?.id === subjectId ? caller : undefined
  }

  async #load(realm: BaseCaller['realm'], sessionIds: ReadonlySet<string>): Promise<Loaded> {
    await setImmediate()
    // From here on the statement may have looked already, so nobody else joins.
    this.#gathering.delete(realm)
    const callers = (await this.#loaders.get(realm)?.(this.#services, realm, [...sessionIds])) ?? []
    const loaded = new Map(callers.map((caller) => [caller.sessionId, caller]))
    for (const sessionId of sessionIds) {
      const caller = loaded.get(sessionId)
      const last = this.#last.get(sessionId)
      if (!caller) this.#last.delete(sessionId)
      else if (isDeepStrictEqual(caller, last)) loaded.set(sessionId, last ?? caller)
      else this.#last.set(sessionId, caller)
    }
    return loaded
  }
}
