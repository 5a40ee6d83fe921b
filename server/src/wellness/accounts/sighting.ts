import type { Work } from '../../platform/operation/work.ts'
import { clockMoved } from './announcements.ts'
import type { UserRow } from './queries.ts'
import {
  planDayStart,
  recordLateSighting,
  recordSighting,
  type SelfDescription,
  type Sighting,
  updateSelf,
} from './zone-queries.ts'

type Noting = Pick<Work, 'db' | 'announce'>

/** Notes that a user was there, and tells who goes by their clock when their zone followed them. */
export async function noteSighting(work: Noting, seen: Sighting): Promise<UserRow | undefined> {
  const row = await recordSighting(work.db, seen)
  if (!row) return undefined
  const { has_moved: hasMoved, ...user } = row
  if (hasMoved) await follow(work, user, seen.at)
  return user
}

/** Notes where a user was when something happened that is only delivered now. */
export async function noteLateSighting(work: Noting, seen: Sighting, now: Date): Promise<void> {
  const user = await recordLateSighting(work.db, seen, now)
  if (user) await follow(work, user, now)
}

/** Keeps what somebody says of themselves; another start of the day holds from their next one on. */
export async function describeSelf(
  work: Noting,
  userId: string,
  said: SelfDescription,
  at: Date,
): Promise<UserRow | undefined> {
  const user = await updateSelf(work.db, userId, said, at)
  const isOfClock = said.timezone !== undefined || said.dayStartMinutes !== undefined
  if (user && isOfClock) await follow(work, user, at)
  return user
}

async function follow(
  { db, announce }: Noting,
  { id, day_start_from: from }: Pick<UserRow, 'id' | 'day_start_from'>,
  at: Date,
): Promise<void> {
  if (from !== null && from > at) await planDayStart(db, id, at)
  await announce(clockMoved, { userId: id })
}

/** When the days of somebody begin at a moment, in minutes after midnight. */
export const dayStartOn = (row: UserRow, at: Date): number =>
  row.day_start_from !== null && row.day_start_before !== null && row.day_start_from > at
    ? row.day_start_before
    : row.day_start_minutes
