import { type Clock, seconds } from './clock.ts'
import type { Db } from './db/database.ts'
import type { LiveBus } from './events/live-bus.ts'

/** Something small that is read much and seldom changes, so that every process keeps it. */
export interface Cached<Value = unknown> {
  /** What the processes call it among themselves. */
  readonly name: string
  readonly load: (db: Db) => Promise<Value>
}

/** Declares what is kept, and where it comes from; whoever writes that says so with the work's `invalidate`. */
export const cached = <Value>(name: string, load: (db: Db) => Promise<Value>): Cached<Value> => ({
  name,
  load,
})

/** Nothing is relied on for longer: who changed it may have died before telling, and the bus be down. */
const mostAgeMs = seconds(5)

const topicOf = ({ name }: Cached) => `cache ${name}`

/** What one process keeps. For reads: what is written goes by what its own transaction finds. */
export class Cache {
  readonly #from: { db: Db; live: LiveBus; clock: Clock }
  readonly #kept = new Map<Cached, { askedAt: number; value: Promise<unknown> }>()
  readonly #heard = new Set<Cached>()
  readonly #followed = new Map<Cached, () => void>()

  constructor(from: { db: Db; live: LiveBus; clock: Clock }) {
    this.#from = from
  }

  /** The value, shared by all who ask: nobody changes it. */
  get<Value>(cached: Cached<Value>): Promise<Value> {
    const now = this.#from.clock.now().getTime()
    const known = this.#kept.get(cached)
    // What is kept under a declaration was loaded by it.
    if (known && Math.abs(now - known.askedAt) < mostAgeMs) return known.value as Promise<Value>
    this.#listenTo(cached)
    const value = cached.load(this.#from.db)
    const entry = { askedAt: now, value }
    this.#kept.set(cached, entry)
    value.catch(() => {
      if (this.#kept.get(cached) === entry) this.#kept.delete(cached)
    })
    return value
  }

  /**
   * Keeps it at hand for one that cannot wait: `take` is given every value as soon as it is known.
   * @returns what to call before each use, so that nothing is relied on for too long.
   */
  follow<Value>(cached: Cached<Value>, take: (value: Value) => void): () => void {
    let newest: Promise<Value> | undefined
    const renew = () => {
      const value = this.get(cached)
      if (value === newest) return
      newest = value
      value.then(
        (known) => {
          if (value === newest) take(known)
        },
        // What was known is better than nothing.
        () => {},
      )
    }
    this.#followed.set(cached, renew)
    renew()
    return renew
  }

  /** Forgets it here at once, and elsewhere as soon as they hear. A load that is under way is kept by nobody. */
  invalidate(cached: Cached): void {
    this.#forget(cached)
    this.#from.live.wake([topicOf(cached)])
  }

  #listenTo(cached: Cached): void {
    if (this.#heard.has(cached)) return
    this.#heard.add(cached)
    this.#from.live.listen(topicOf(cached), () => this.#forget(cached))
  }

  #forget(cached: Cached): void {
    this.#kept.delete(cached)
    this.#followed.get(cached)?.()
  }
}
