import type { Db } from '../../platform/db/database.ts'
import type { User } from '../access.ts'
import { selectStays } from '../accounts/public.ts'
import { addDays, logicalDate } from '../days/public.ts'
import { isMissed } from './missed-days.ts'
import { selectPracticeDates } from './queries.ts'

/**
 * Runs of days with practice that no missed day lies between. `dates` ascend and do not repeat. The run
 * may end before today, while no day since is missed; after a flight west it may also end tomorrow.
 */
export function practiceStreak(
  dates: readonly string[],
  today: string,
  misses: (date: string) => boolean,
): { current: number; best: number } {
  const isUnbroken = (from: string, to: string): boolean => {
    for (let date = addDays(from, 1); date < to; date = addDays(date, 1)) if (misses(date)) return false
    return true
  }
  let run = 0
  let best = 0
  let previous: string | undefined
  for (const date of dates) {
    run = previous !== undefined && isUnbroken(previous, date) ? run + 1 : 1
    best = Math.max(best, run)
    previous = date
  }
  const isAlive = previous !== undefined && isUnbroken(previous, today)
  return { current: isAlive ? run : 0, best }
}

/** A user's run of days with practice, as it stands where they ask from. */
export async function streakOf(
  db: Db,
  { id, timezone, dayStartMinutes }: Pick<User, 'id' | 'timezone' | 'dayStartMinutes'>,
  now: Date,
): Promise<{ current: number; best: number }> {
  const [dates, known] = await Promise.all([selectPracticeDates(db, id), selectStays(db, id)])
  const stays = [...known, { beganAt: now, timezone, dayStartMinutes }]
  return practiceStreak(dates, logicalDate(now, timezone, dayStartMinutes), (date) =>
    isMissed(date, stays, now),
  )
}
