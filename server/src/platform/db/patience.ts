/**
 * Gives up when of several answers that are waited for none has come for a time. One timer stands for all of them, since
 * with a timer for each what was answered stayed alive for long (0092).
 */
export class Patience {
  readonly mostMs: number
  readonly #giveUp: () => void
  #awaited = 0
  #lastHeard = 0
  #timer: NodeJS.Timeout | undefined

  constructor(mostMs: number, giveUp: () => void) {
    this.mostMs = mostMs
    this.#giveUp = giveUp
  }

  asked(): void {
    if (this.#awaited === 0) this.#lastHeard = performance.now()
    this.#awaited += 1
    if (!this.#timer) this.#lookIn(this.mostMs)
  }

  answered(): void {
    this.#awaited -= 1
    this.#lastHeard = performance.now()
  }

  #lookIn(ms: number): void {
    this.#timer = setTimeout(() => this.#look(), ms).unref()
  }

  #look(): void {
    this.#timer = undefined
    if (this.#awaited === 0) return
    const leftMs = this.#lastHeard + this.mostMs - performance.now()
    if (leftMs > 0) this.#lookIn(Math.ceil(leftMs))
    else this.#giveUp()
  }
}
