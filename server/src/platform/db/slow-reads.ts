import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { newId } from '../ids.ts'
import { overloaded } from '../operation/problem.ts'
import { openPool } from './database.ts'

/** For whom, and by which operation, something is read. */
export interface Reader {
  person: string
  operation: string
  /** Told when it waits here, so that others may come in meanwhile. */
  stepAside?: (() => void) | undefined
}

/** Hears of every statement that was too slow for the shared connections. */
export type ObserveSlowRead = (operation: string, outcome: 'answered' | 'failed' | 'refused') => void

const readers = new AsyncLocalStorage<Reader>()

/** Lets what a call reads be known as its reader's, however deep below it is read. */
export const readingFor = <Result>(reader: Reader, look: () => Result): Result => readers.run(reader, look)

const mostAtOnce = 2
const mostWaitMs = 1000

interface Waiting {
  reader: Reader
  start(): void
}

/**
 * Where statements run once more that the shared connections had no time for: a few at once, one for each
 * person, so that nobody's slow reads are in the way of others.
 */
export class SlowReads {
  readonly #pool: pg.Pool
  readonly #observe: ObserveSlowRead
  /** Whose statement is running, by person. */
  readonly #running = new Map<string, Reader>()
  readonly #waiting = new Set<Waiting>()

  constructor(connectionString: string, { mostMs, observe }: { mostMs: number; observe: ObserveSlowRead }) {
    this.#pool = openPool({ connectionString, size: mostAtOnce, isReadOnly: true, mostMs })
    this.#observe = observe
  }

  /** @throws OVERLOADED when there is no place for it within a second. */
  async run(text: string, values: unknown[]): Promise<pg.QueryResult> {
    // What no call asks for, such as looking up who asks, is of no person: each stands by itself.
    const reader = readers.getStore() ?? { person: newId(), operation: 'plaza' }
    reader.stepAside?.()
    await this.#enter(reader)
    try {
      const result = await this.#pool.query(text, values)
      this.#observe(reader.operation, 'answered')
      return result
    } catch (error) {
      this.#observe(reader.operation, 'failed')
      throw error
    } finally {
      this.#running.delete(reader.person)
      this.#startNext()
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  #enter(reader: Reader): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        // Behind another statement of the same call, it is waited for as long as that takes.
        if (this.#running.get(reader.person) === reader) {
          timer = setTimeout(giveUp, mostWaitMs)
          return
        }
        this.#waiting.delete(waiting)
        this.#observe(reader.operation, 'refused')
        reject(overloaded())
      }
      let timer = setTimeout(giveUp, mostWaitMs)
      const waiting = {
        reader,
        start() {
          clearTimeout(timer)
          resolve()
        },
      }
      this.#waiting.add(waiting)
      this.#startNext()
    })
  }

  #startNext(): void {
    for (const waiting of this.#waiting) {
      if (this.#running.size >= mostAtOnce) return
      const { reader } = waiting
      if (this.#running.has(reader.person)) continue
      this.#waiting.delete(waiting)
      this.#running.set(reader.person, reader)
      waiting.start()
    }
  }
}
