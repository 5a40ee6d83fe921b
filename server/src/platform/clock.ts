/** The only source of the current time; tests set it, so that nothing has to wait. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands `offsetMs` away from the system's until it is moved again. */
export function movableClock(): Clock & { advance(ms: number): void; offsetMs(): number } {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      offsetMs += ms
    },
    offsetMs: () => offsetMs,
  }
}

export const seconds = (n: number) => n * 1000
export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000
export const days = (n: number) => n * 86_400_000
