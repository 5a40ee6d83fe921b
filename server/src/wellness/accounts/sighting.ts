import type { Work } from '../../platform/operation/work.ts'
import { clockMoved } from './announcements.ts'
import { recordSighting, type Sighting, type UserRow } from './queries.ts'

/** Notes that a user was there, and tells who goes by their clock when their zone followed them. */
export async function noteSighting(
  work: Pick<Work, 'db' | 'announce'>,
  seen: Sighting,
): Promise<UserRow | undefined> {
  const row = await recordSighting(work.db, seen)
  if (!row) return undefined
  const { has_moved: hasMoved, ...user } = row
  if (hasMoved) await work.announce(clockMoved, { userId: user.id })
  return user
}
