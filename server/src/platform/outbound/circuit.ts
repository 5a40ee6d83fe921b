import { type Clock, seconds } from '../clock.ts'
import { ProviderUnavailable } from '../provider-errors.ts'

const failuresUntilOpen = 5
const openMs = seconds(10)

/** Leaves a server alone for a while that failed several times in a row, then tries it with one call. */
export class Circuit {
  readonly #clock: Clock
  readonly #origin: string
  #failures = 0
  #opensAgainAt = 0
  #isTrying = false

  constructor(origin: string, clock: Clock) {
    this.#origin = origin
    this.#clock = clock
  }

  /** @throws ProviderUnavailable while the server is left alone. */
  enter(): void {
    if (this.#failures < failuresUntilOpen) return
    const waitMs = this.#opensAgainAt - this.#clock.now().getTime()
    // A longer wait than there is means that the clock was set back.
    if ((waitMs > 0 && waitMs <= openMs) || this.#isTrying)
      throw new ProviderUnavailable(
        `${this.#origin} failed ${failuresUntilOpen} times and is left alone for a while`,
        Math.max(1, Math.ceil(waitMs / 1000)),
      )
    this.#isTrying = true
  }

  /** What became of a call that was let in; undefined when it says nothing of the server. */
  leave(isWell: boolean | undefined): void {
    this.#isTrying = false
    if (isWell === undefined) return
    this.#failures = isWell ? 0 : this.#failures + 1
    if (!isWell) this.#opensAgainAt = this.#clock.now().getTime() + openMs
  }
}

/** Lets a number of callers in at once; the others wait in line. */
export class Gate {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** @throws the signal's reason when it ends before there is room. */
  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
      reject(signal.reason)
    }
    this.#waiting.push(resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    await promise
    signal.removeEventListener('abort', giveUp)
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}
