import { minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Module } from '../../platform/operation/registry.ts'
import type { Deferred } from '../../platform/write-behind.ts'
import type { Caller, Kind } from '../access.ts'
import { deleteBlock, insertBlock, lockPair, selectCallers, touchPeople, type UserRow } from './queries.ts'

export { selectPerson } from './directory-queries.ts'
export { noSuchUser } from './problems.ts'
export {
  changeUser,
  findPerson,
  holdPair,
  insertUser,
  lockPair,
  lockPerson,
  lockUser,
  type Standing,
  selectBlockers,
  selectStaff,
  selectUser,
  selectUserByEmail,
  touchPeople,
  type UserChange,
  type UserRow,
} from './queries.ts'
export { OwnUser, PublicUser, presentOwnUser, presentPublicUser } from './shapes.ts'
export { hasAccount, isUnblocked, isVisible, isVisibleOfMany } from './visibility.ts'

/** What somebody may do, in one word. */
export const kindOf = ({ kind, role }: Pick<UserRow, 'kind' | 'role'>): Kind =>
  kind === 'guest' ? 'guest' : role === 'user' ? 'member' : role

/** When people were last here, to the minute. */
const presence: Deferred = { write: touchPeople, everyMs: minutes(1) }

/** Loads the people of live sessions, and keeps that they are here. */
export const loadCallers: Module['loadCallers'] = async (
  { reads, clock, writeBehind },
  _realm,
  sessionIds,
) => {
  const rows = await selectCallers(reads, sessionIds, clock.now())
  writeBehind.note(presence, rows)
  return rows.map(
    (row): Caller => ({
      realm: 'marketplace',
      kind: kindOf(row),
      id: row.id,
      sessionId: row.session_id,
      name: row.name,
      isVerified: row.is_verified,
      currency: row.currency,
      timezone: row.timezone,
      longitude: row.longitude,
      latitude: row.latitude,
      createdAt: row.created_at,
    }),
  )
}

/** Brings one person's block of another to a wanted state. @returns whether that changed anything. */
export async function setBlock(
  db: Db,
  { isBlocked, ...block }: { blockerId: string; blockedId: string; isBlocked: boolean; at: Date },
): Promise<boolean> {
  await lockPair(db, block.blockerId, block.blockedId)
  return isBlocked ? insertBlock(db, block) : deleteBlock(db, block)
}
