import { days, hours } from '../../platform/clock.ts'
import { instantOf, wallClock } from '../../platform/wall-clock.ts'

/** When people are told of what was found since the last time. */
const morningHour = 8

/** The next morning where somebody is; weekly, that of a Monday. */
export function nextMorning(now: Date, timezone: string, cadence: 'daily' | 'weekly'): Date {
  const wall = wallClock(now, timezone)
  const today = wall - (((wall % days(1)) + days(1)) % days(1))
  const mornings = Array.from({ length: 9 }, (_, n) => today + days(n) + hours(morningHour))
  const next = mornings.find(
    (morning) => morning > wall && (cadence === 'daily' || new Date(morning).getUTCDay() === 1),
  )
  return instantOf(next ?? wall + days(1), timezone)
}
