import { createStore, del, entries, set } from 'idb-keyval'
import { useEffect, useSyncExternalStore } from 'react'
import { Failure } from './failure.ts'
import { inTurn, suspendedMs } from './lock.ts'
import type { Session } from './session.ts'

/** Something typed that must arrive once, in order, whatever the connection does. */
export interface Queued<Item> {
  /** Sorts by time; also the key under which the server recognises a repeat. */
  id: string
  item: Item
  /** Set when the server refused it for good; it waits for the person to decide. */
  refusal?: string
}

/** What tabs tell one another. */
type Said = 'changed' | 'who sends?' | 'sending'

/**
 * Sends one item; a repeat must have no further effect.
 * @param keep replaces the stored item, so that a repeat goes on where this try came to.
 */
type Deliver<Item> = (id: string, item: Item, keep: (item: Item) => Promise<void>) => Promise<void>

/**
 * A queue that survives the closing of the page. `deliver` is called for one item after the other;
 * a temporary failure keeps the item and all behind it, a refusal marks it. Everybody who signs in
 * here has their own items: nothing is shown to or sent as somebody else.
 */
export class DeliveryQueue<Item extends { personId: string }> {
  readonly #name: string
  readonly #session: Session
  readonly #store
  readonly #deliver: Deliver<Item>
  readonly #otherTabs: BroadcastChannel
  readonly #listeners = new Set<() => void>()
  #stored: readonly Queued<Item>[] = []
  #items: readonly Queued<Item>[] = []
  #isRead = false
  #isRunning = false
  #isAskedAgain = false
  #retry: ReturnType<typeof setTimeout> | undefined
  #isSending = false
  /** Takes the turn of the tab that sends, while this one waits for its own. */
  #takeOver: (() => void) | undefined
  #hasAnswer = false
  #asked: ReturnType<typeof setTimeout> | undefined

  constructor(name: string, session: Session, deliver: Deliver<Item>) {
    this.#name = `plaza-${name}`
    this.#session = session
    this.#store = createStore(this.#name, 'queue')
    this.#deliver = deliver
    this.#otherTabs = new BroadcastChannel(this.#name)
    this.#otherTabs.onmessage = ({ data }: MessageEvent<Said>) => this.#hear(data)
    window.addEventListener('online', () => void this.run())
    document.addEventListener('visibilitychange', () => {
      this.#ask()
      if (!document.hidden) void this.run()
    })
    session.subscribe(() => {
      this.#show()
      void this.run()
    })
    // The turn to send may be long in coming.
    void this.#load()
    void this.run()
  }

  /** Whether what waits is known by now: a page that was just opened has to read it first. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** What waits of the person who is signed in, oldest first. */
  get items(): readonly Queued<Item>[] {
    return this.#items
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async add(id: string, item: Item): Promise<void> {
    await this.#put({ id, item })
    void this.run()
  }

  async remove(id: string): Promise<void> {
    await del(id, this.#store)
    await this.#changed()
  }

  /** Tries a refused item again. */
  async retry(id: string): Promise<void> {
    const queued = this.#items.find((other) => other.id === id)
    if (!queued) return
    await this.#put({ id, item: queued.item })
    void this.run()
  }

  /** Delivers what waits, one at a time over all tabs. */
  async run(): Promise<void> {
    clearTimeout(this.#retry)
    this.#isAskedAgain = true
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false
        await this.#deliverInTurn()
      }
    } finally {
      this.#isRunning = false
    }
  }

  async #deliverInTurn(): Promise<void> {
    const over = new AbortController()
    await new Promise<void>((resolve) => {
      const deliver = async (turn: AbortSignal) => {
        this.#isSending = true
        await this.#deliverAll(turn).finally(() => {
          this.#isSending = false
          resolve()
        })
      }
      this.#takeOver = inTurn(this.#name, deliver, over.signal)
      this.#ask()
    })
    this.#takeOver = undefined
    over.abort()
  }

  /** Whoever is in front and waits asks who sends: a tab that was suspended with the turn does not answer. */
  #ask(): void {
    clearTimeout(this.#asked)
    const isWaiting = () => !document.hidden && !this.#isSending
    if (!this.#takeOver || !isWaiting()) return
    this.#hasAnswer = false
    this.#otherTabs.postMessage('who sends?' satisfies Said)
    this.#asked = setTimeout(() => {
      if (!this.#hasAnswer && isWaiting()) this.#takeOver?.()
    }, suspendedMs)
  }

  #hear(said: Said): void {
    if (said === 'changed') void this.#load()
    else if (said === 'sending') this.#hasAnswer = true
    else if (this.#isSending) this.#otherTabs.postMessage('sending' satisfies Said)
  }

  async #deliverAll(turn: AbortSignal): Promise<void> {
    while (!turn.aborted) {
      // Another tab may have delivered it meanwhile.
      await this.#load()
      const next = this.#items.find(({ refusal }) => refusal === undefined)
      if (!next || !(await this.#send(next))) return
    }
  }

  /** @returns whether to go on with the next one. */
  async #send({ id, item }: Queued<Item>): Promise<boolean> {
    let latest = item
    try {
      await this.#deliver(id, item, async (changed) => {
        latest = changed
        await this.#put({ id, item: changed })
      })
      await this.remove(id)
      return true
    } catch (error) {
      if (error instanceof Failure && error.status === 401) return false
      if (error instanceof Failure && !error.isTemporary) {
        await this.#put({ id, item: latest, refusal: error.message })
        return true
      }
      const seconds = error instanceof Failure ? (error.retryAfterSeconds ?? 5) : 5
      this.#retry = setTimeout(() => void this.run(), seconds * 1000)
      return false
    }
  }

  async #put({ id, ...rest }: Queued<Item>): Promise<void> {
    await set(id, rest, this.#store)
    await this.#changed()
  }

  async #changed(): Promise<void> {
    this.#otherTabs.postMessage('changed' satisfies Said)
    await this.#load()
  }

  async #load(): Promise<void> {
    const stored = await entries<string, Omit<Queued<Item>, 'id'>>(this.#store)
    this.#stored = stored.map(([id, rest]) => ({ id, ...rest })).sort((a, b) => (a.id < b.id ? -1 : 1))
    this.#isRead = true
    this.#show()
  }

  #show(): void {
    const { personId } = this.#session
    this.#items = this.#stored.filter(({ item }) => item.personId === personId)
    for (const listener of this.#listeners) listener()
  }
}

/** The items that still wait, shown as they go out. */
export function useQueue<Item extends { personId: string }>(
  queue: DeliveryQueue<Item>,
): readonly Queued<Item>[] {
  useEffect(() => void queue.run(), [queue])
  return useSyncExternalStore(queue.subscribe, () => queue.items)
}

/** Whether what waits in a queue is known by now. */
export const useIsRead = <Item extends { personId: string }>(queue: DeliveryQueue<Item>): boolean =>
  useSyncExternalStore(queue.subscribe, () => queue.isRead)
