import type { Db } from '../../platform/db/database.ts'
import { lockPreference, type PreferenceRow, updatePreference } from './preference-queries.ts'
import { changed, type PreferenceChange } from './preferences.ts'

/** Keeps what somebody wants besides what they wanted before. */
export async function changePreference(
  db: Db,
  userId: string,
  change: PreferenceChange,
  now: Date,
): Promise<PreferenceRow> {
  const row = changed(await lockPreference(db, userId, now), change)
  await updatePreference(db, userId, row, now)
  return row
}
