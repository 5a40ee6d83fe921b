import { minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Reading } from '../../platform/operation/work.ts'
import { countLivePosts } from '../posts/public.ts'

type Counts = ReadonlyMap<string, number>

const countsKeptMs = minutes(1)
const kept = new WeakMap<Db, { at: number; counts: Promise<Counts> }>()

/**
 * Live listings by the category each is filed under. Counting reads all of them, so each process
 * does it at most once a minute, away from the connections that other reads share.
 */
export function liveCounts({ db, clock }: Pick<Reading, 'db' | 'clock'>): Promise<Counts> {
  const now = clock.now()
  const known = kept.get(db)
  const ageMs = known ? now.getTime() - known.at : countsKeptMs
  if (known && ageMs >= 0 && ageMs < countsKeptMs) return known.counts
  const counts = countLivePosts(db, now)
  kept.set(db, { at: now.getTime(), counts })
  counts.catch(() => kept.delete(db))
  return counts
}
