import type { Static } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { lockPreference, type PreferenceRow, updatePreference } from './preference-queries.ts'
import { changed, type PreferenceChange, scheduled } from './preferences.ts'

/** Keeps what somebody wants besides what they wanted before. */
export async function changePreference(
  db: Db,
  { id, timezone }: { id: string; timezone: string },
  change: Static<typeof PreferenceChange>,
  now: Date,
): Promise<{ before: PreferenceRow; row: PreferenceRow }> {
  const before = await lockPreference(db, id, now)
  const row = scheduled(before, changed(before, change), now, timezone)
  await updatePreference(db, id, row, now)
  return { before, row }
}
