import { performance } from 'node:perf_hooks'
import type { Operation } from '../operation/operation.ts'
import { runsOf } from '../operation/registry.ts'

/**
 * What requests take of this process, by kind: each has its own places, so that none keeps another out.
 * What hashes or asks others waits for these, and is in nobody's way; it is only kept from growing without end.
 */
export const usualPlaces = { read: 32, write: 32, patient: 400 }
export type Kind = keyof typeof usualPlaces

export const kindOf = (operation: Operation): Kind => {
  const runs = runsOf(operation)
  return (runs === 'read' || runs === 'write') && !operation.credentials?.hashesPassword ? runs : 'patient'
}

interface Waiting {
  since: number
  /** How many were to go in first, and this one. */
  position: number
  isGone: () => boolean
  /** Lets it in, or tells it that its time is over. */
  settle: (leave: Leave | undefined) => void
}

/** Gives the place to the next one; a second time it does nothing. */
export type Leave = () => void

/**
 * The way in for requests of one kind. So many run at once; the next ones wait in line for a time, and whoever would
 * wait longer than that, by the pace of the line, is refused at once, before anything was done for them.
 */
export class Gate {
  readonly #atOnce: number
  readonly #mostWaitMs: number
  /** Of who is in the line already: its pace was only a guess. */
  readonly #patienceMs: number
  readonly #line = new Set<Waiting>()
  #running = 0
  /** How long the line took lately for each position in it. */
  #paceMs = 0
  #timer: NodeJS.Timeout | undefined

  constructor(atOnce: number, mostWaitMs: number) {
    this.#atOnce = atOnce
    this.#mostWaitMs = mostWaitMs
    this.#patienceMs = 2 * mostWaitMs
  }

  /** Whether somebody who came now would wait too long. */
  isFull(): boolean {
    return this.#running >= this.#atOnce && (this.#line.size + 1) * this.#paceMs > this.#mostWaitMs
  }

  /** @returns what has to be called at the end, or undefined when there was no place in time. */
  enter(isGone: () => boolean): Leave | undefined | Promise<Leave | undefined> {
    if (this.#running < this.#atOnce) return this.#start()
    if (this.isFull()) return undefined
    return new Promise((settle) => {
      this.#line.add({ since: performance.now(), position: this.#line.size + 1, isGone, settle })
      this.#timer ??= setTimeout(() => this.#refuseLate(), this.#patienceMs)
    })
  }

  #start(): Leave {
    this.#running += 1
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#running -= 1
      this.#letNextIn()
    }
  }

  #letNextIn(): void {
    for (const waiting of this.#line) {
      this.#line.delete(waiting)
      // Whoever hung up needs no answer.
      if (waiting.isGone()) {
        waiting.settle(undefined)
        continue
      }
      this.#paceMs = this.#paceOf(waiting, performance.now())
      waiting.settle(this.#start())
      return
    }
  }

  /** Refuses those whose time is over: they are the first in line. */
  #refuseLate(): void {
    this.#timer = undefined
    const now = performance.now()
    for (const waiting of this.#line) {
      const leftMs = waiting.since + this.#patienceMs - now
      if (leftMs > 0) {
        this.#timer = setTimeout(() => this.#refuseLate(), Math.ceil(leftMs))
        return
      }
      this.#line.delete(waiting)
      this.#paceMs = Math.max(this.#paceMs, this.#paceOf(waiting, now))
      waiting.settle(undefined)
    }
  }

  /** Places become free by the handful, so the first ones of a line say little of its pace. */
  #paceOf({ since, position }: Waiting, now: number): number {
    return Math.min(now - since, this.#patienceMs) / Math.max(position, this.#atOnce)
  }
}

export type Gates = Readonly<Record<Kind, Gate>>

/** A gate for every kind. */
export const openGates = (
  mostWaitMs: number,
  places: Readonly<Record<Kind, number>> = usualPlaces,
): Gates => ({
  read: new Gate(places.read, mostWaitMs),
  write: new Gate(places.write, mostWaitMs),
  patient: new Gate(places.patient, mostWaitMs),
})
