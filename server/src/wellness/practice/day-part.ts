import { wallClock } from '../../platform/wall-clock.ts'
import type { DayPart } from '../exercises/public.ts'

/** The part of a person's day: morning from five, day from eleven, evening from five, night from ten. */
export function dayPartAt(at: Date, timezone: string): DayPart {
  const hour = new Date(wallClock(at, timezone)).getUTCHours()
  if (hour < 5 || hour >= 22) return 'NIGHT'
  if (hour < 11) return 'MORNING'
  return hour < 17 ? 'DAY' : 'EVENING'
}
