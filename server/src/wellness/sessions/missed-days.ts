import { days, hours, minutes } from '../../platform/clock.ts'
import { instantOf } from '../../platform/wall-clock.ts'
import type { Stay } from '../accounts/public.ts'
import { addDays } from '../days/public.ts'

const startIn = (date: string, { timezone, dayStartMinutes }: Stay): number =>
  instantOf(Date.parse(`${date}T00:00:00Z`) + minutes(dayStartMinutes), timezone).getTime()

// Where a day begins first: UTC+14.
const farthestAhead = hours(14)
const everywhere = days(2)
const halfDay = hours(12)

/**
 * Whether a day on which nothing was done counts against somebody: it is over in every zone that they
 * were in since it began, and they were in it for half a day. So nothing ends early by flying east, and
 * a day that a flight swallowed is nobody's fault. `stays` are in order, the last one is where they are.
 */
export function isMissed(date: string, stays: readonly Stay[], now: Date): boolean {
  return isOver(date, stays, now.getTime()) && timeIn(date, stays, now.getTime()) >= halfDay
}

function isOver(date: string, stays: readonly Stay[], now: number): boolean {
  if (now >= Date.parse(`${date}T00:00:00Z`) + everywhere) return true
  const next = addDays(date, 1)
  let began = Number.POSITIVE_INFINITY
  for (let index = stays.length - 1; index >= 0; index -= 1) {
    const [stay, following] = [stays[index], stays[index + 1]]
    // Left before the day began where they were later.
    if (!stay || (following && following.beganAt.getTime() <= began)) break
    if (startIn(next, stay) > now) return false
    began = Math.min(began, startIn(date, stay))
  }
  return true
}

/** Milliseconds that somebody was in a day, by the zones that they were in. */
function timeIn(date: string, stays: readonly Stay[], now: number): number {
  const utc = Date.parse(`${date}T00:00:00Z`)
  const first = Math.max(0, countBegun(stays, utc - farthestAhead) - 1)
  const around = stays.slice(first, Math.max(first + 1, countBegun(stays, utc + everywhere)))
  // Most people stay where they are, and a day is longer than half of one anywhere.
  if (around.length === 1) return halfDay
  const next = addDays(date, 1)
  return around.reduce((sum, stay, index) => {
    const arrived = first + index === 0 ? Number.NEGATIVE_INFINITY : stay.beganAt.getTime()
    const left = around[index + 1]?.beganAt.getTime() ?? now
    const spent = Math.min(left, startIn(next, stay)) - Math.max(arrived, startIn(date, stay))
    return sum + Math.max(0, spent)
  }, 0)
}

/** How many had begun by then; they are in order, and may be thousands. */
function countBegun(stays: readonly Stay[], at: number): number {
  let [low, high] = [0, stays.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stays[middle]?.beganAt.getTime() ?? at) <= at) low = middle + 1
    else high = middle
  }
  return low
}
