import { days, hours, minutes } from '../../platform/clock.ts'
import { instantOf, lastInstantOf } from '../../platform/wall-clock.ts'
import type { Stay } from '../accounts/public.ts'
import { addDays } from './calendar.ts'

type Place = Pick<Stay, 'timezone' | 'dayStartMinutes'>

const wallStart = (date: string, { dayStartMinutes }: Place): number =>
  Date.parse(`${date}T00:00:00Z`) + minutes(dayStartMinutes)

/** Where somebody was at a moment; before their first stay, its place holds, too. */
export function stayAt(stays: readonly Stay[], at: Date): Stay {
  const stay = stays.findLast(({ beganAt }) => beganAt <= at) ?? stays[0]
  if (!stay) throw new Error('Nobody is nowhere: a history of zones has at least one.')
  return stay
}

/** The moment at which a date begins where somebody is. */
export const startOfDay = (date: string, place: Place): Date =>
  instantOf(wallStart(date, place), place.timezone)

/** The moment after the last one of a date: where the clock goes back over the start of the next, the second time. */
export const endOfDay = (date: string, place: Place): Date =>
  lastInstantOf(wallStart(addDays(date, 1), place), place.timezone)

// Where a day begins first: UTC+14.
const farthestAhead = hours(14)
// A day is over everywhere: it ends last at UTC-12, where it may begin at six in the morning.
const everywhere = days(2)
const halfDay = hours(12)

/** Whether a date is over for good: wherever somebody goes from now on, it is over there, too. */
export const isOverEverywhere = (date: string, now: Date): boolean =>
  now.getTime() >= Date.parse(`${date}T00:00:00Z`) + everywhere

/** The end of a date, and the stay that ends it last. */
export interface Closing {
  at: Date
  stay: Stay
}

/**
 * When a date ends for somebody: at its latest end over all the zones that they were in since it began
 * in the earliest of them. So nothing ends early by flying east, and it lasts longer after a flight west.
 * `stays` are in order, not empty, and the last one is where they are.
 */
export function closingOf(date: string, stays: readonly Stay[]): Closing {
  // Whoever came after that came when the day was over everywhere.
  const settled = Date.parse(`${date}T00:00:00Z`) + everywhere
  const latest = Math.max(1, countBegun(stays, settled))
  let began = Number.POSITIVE_INFINITY
  let last: Closing | undefined
  for (let index = latest - 1; index >= 0; index -= 1) {
    const [stay, following] = [stays[index], stays[index + 1]]
    // Left before the day began where they were later.
    if (!stay || (last && following && following.beganAt.getTime() <= began)) break
    const at = endOfDay(date, stay)
    // Where it was over by the time they came, they had nothing of it.
    const isLived = index === 0 || at > stay.beganAt
    if (isLived && (!last || at > last.at)) last = { at, stay }
    began = Math.min(began, startOfDay(date, stay).getTime())
  }
  if (!last) throw new Error('Nobody is nowhere: a history of zones has at least one.')
  return last
}

/** Whether a date can still be lived by somebody who was in those zones. */
export const isClosed = (date: string, stays: readonly Stay[], now: Date): boolean =>
  isOverEverywhere(date, now) || closingOf(date, stays).at <= now

/** Whether somebody was in a date for less than half a day, because a flight swallowed the rest of it. */
export function isSwallowed(date: string, stays: readonly Stay[], now: Date): boolean {
  // Most people stay where they are, and a day is longer than half of one anywhere.
  if (stays.length === 1) return false
  const utc = Date.parse(`${date}T00:00:00Z`)
  const first = Math.max(0, countBegun(stays, utc - farthestAhead) - 1)
  const around = stays.slice(first, Math.max(first + 1, countBegun(stays, utc + everywhere)))
  if (around.length === 1) return false
  const spent = around.reduce((sum, stay, index) => {
    const arrived = first + index === 0 ? Number.NEGATIVE_INFINITY : stay.beganAt.getTime()
    const left = around[index + 1]?.beganAt.getTime() ?? now.getTime()
    const within =
      Math.min(left, endOfDay(date, stay).getTime()) - Math.max(arrived, startOfDay(date, stay).getTime())
    return sum + Math.max(0, within)
  }, 0)
  return spent < halfDay
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
