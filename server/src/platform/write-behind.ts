import type { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { type Clock, seconds } from './clock.ts'
import type { Db } from './db/database.ts'
import { lastUsed } from './last-used.ts'

/** Of whom, or of what, something is noted, and when that was. */
export type Noted = ReadonlyMap<string, Date>

/** How often something was noted, since it was written last. */
export type Times = ReadonlyMap<string, number>

/** Something that requests leave to be written a moment later, together with what others leave. */
export interface Deferred {
  readonly write: (db: Db, noted: Noted, times: Times) => Promise<void>
  /** It is noted of somebody once in each of these spans of time; without, as often as somebody says so. */
  readonly everyMs?: number
}

interface Gathered {
  lastly: Map<string, Date>
  times: Map<string, number>
}

const pauseMs = seconds(1)
const mostRemembered = 20_000

/**
 * Writes what nobody waits for, such as who is here: not in the way of the requests that tell of it, and
 * many in one statement. What a process has not written when it dies is lost.
 */
export class WriteBehind {
  readonly #to: { db: Db; clock: Clock; log: Logger }
  readonly #gathered = new Map<Deferred, Gathered>()
  /** In which span of time something was noted of somebody last. */
  readonly #last = new Map<Deferred, LRUCache<string, number>>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(to: { db: Db; clock: Clock; log: Logger }) {
    this.#to = to
  }

  note(deferred: Deferred, noted: Iterable<{ id: string }>): void {
    const now = this.#to.clock.now()
    const { lastly, times } = entryOf(this.#gathered, deferred, () => ({
      lastly: new Map(),
      times: new Map(),
    }))
    for (const { id } of noted) {
      if (!this.#isNew(deferred, id, now)) continue
      lastly.set(id, now)
      times.set(id, (times.get(id) ?? 0) + 1)
    }
    if (lastly.size > 0) this.#timer ??= setTimeout(() => void this.flush(), pauseMs)
  }

  #isNew(deferred: Deferred, id: string, now: Date): boolean {
    if (deferred.everyMs === undefined) return true
    const span = Math.floor(now.getTime() / deferred.everyMs)
    const last = entryOf(this.#last, deferred, () => lastUsed<number>(mostRemembered))
    if (last.get(id) === span) return false
    last.set(id, span)
    return true
  }

  /** Writes now what was noted until now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const all = [...this.#gathered]
    this.#gathered.clear()
    for (const [deferred, { lastly, times }] of all) {
      if (lastly.size === 0) continue
      await deferred.write(this.#to.db, lastly, times).catch((error: Error) => {
        for (const id of lastly.keys()) this.#last.get(deferred)?.delete(id)
        this.#to.log.warn({ error: error.message }, 'what was noted could not be written')
      })
    }
  }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
