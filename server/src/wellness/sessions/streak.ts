import { addDays } from './logical-date.ts'

/**
 * Runs of consecutive days with practice. `dates` ascend and do not repeat. A day that is not over
 * yet breaks nothing, so the run may end yesterday; after a flight west it may also end tomorrow.
 */
export function practiceStreak(dates: readonly string[], today: string): { current: number; best: number } {
  let run = 0
  let best = 0
  let previous: string | undefined
  for (const date of dates) {
    run = previous !== undefined && addDays(previous, 1) === date ? run + 1 : 1
    best = Math.max(best, run)
    previous = date
  }
  const isAlive = previous !== undefined && previous >= addDays(today, -1)
  return { current: isAlive ? run : 0, best }
}
