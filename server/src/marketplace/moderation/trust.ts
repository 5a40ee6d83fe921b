import type { Work } from '../../platform/operation/work.ts'
import { setTrustLevels } from '../users/public.ts'
import { findTrust, type TrustRow } from './trust-queries.ts'
import { trustOf } from './trust-rule.ts'

/** Writes down how far people are trusted, where that has changed. */
export async function updateTrust(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  people: readonly TrustRow[],
): Promise<void> {
  const now = clock.now()
  const levels = people.map((row) => ({ id: row.id, before: row.level, level: trustOf(row, now) }))
  await setTrustLevels(
    db,
    levels.filter(({ before, level }) => before !== level),
  )
}

/** The same of one person, at once. */
export async function updateTrustOf(work: Pick<Work, 'db' | 'clock'>, id: string): Promise<void> {
  const row = await findTrust(work.db, id)
  if (row) await updateTrust(work, [row])
}
