import { systemClock } from '../../platform/clock.ts'
import type { World } from '../world.ts'

/** A clock that stands still but for when it is moved: what a model tells of times holds to the millisecond. */
export function steppedClock(): World['clock'] {
  const start = systemClock.now().getTime()
  let offsetMs = 0
  return {
    now: () => new Date(start + offsetMs),
    advance(ms) {
      offsetMs += ms
    },
    offsetMs: () => offsetMs,
  }
}
