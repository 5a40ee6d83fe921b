import { minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Reading } from '../../platform/operation/work.ts'
import { countUsers, type UserCount } from './queries.ts'

const keptMs = minutes(1)
const kept = new WeakMap<Db, { at: number; count: Promise<UserCount> }>()

/** How many people there are. Counting reads all of them, so each process does it at most once a minute. */
export function userCount({ db, clock }: Pick<Reading, 'db' | 'clock'>): Promise<UserCount> {
  const now = clock.now()
  const known = kept.get(db)
  const ageMs = known ? now.getTime() - known.at : keptMs
  if (known && ageMs >= 0 && ageMs < keptMs) return known.count
  const count = countUsers(db, now)
  kept.set(db, { at: now.getTime(), count })
  count.catch(() => kept.delete(db))
  return count
}
