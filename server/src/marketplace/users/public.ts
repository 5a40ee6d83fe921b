import { minutes } from '../../platform/clock.ts'
import type { Module } from '../../platform/operation/registry.ts'
import type { Deferred } from '../../platform/write-behind.ts'
import type { Caller, Kind } from '../access.ts'
import { selectCallers, touchPeople, type UserRow } from './queries.ts'

export { blockLifted, peopleParted } from './announcements.ts'
export { type BirthdayRow, lockBirthdays, updateBirthdayOpenings, wearHat } from './birthday-queries.ts'
export { changeBlock, setBlock } from './blocking.ts'
export {
  byName,
  byWord,
  isInDirectory,
  type PersonRow,
  searchPeople,
  selectPeople,
  selectPerson,
} from './directory-queries.ts'
export { personalData } from './personal-data.ts'
export { noSuchUser } from './problems.ts'
export {
  changeUser,
  deleteGuests,
  findPerson,
  forgetUser,
  holdPair,
  holdPeople,
  insertGuest,
  insertUser,
  type LeavingContent,
  lockPair,
  lockPerson,
  lockUser,
  type NewUser,
  promoteGuest,
  type Standing,
  selectBlockers,
  selectLeft,
  selectNames,
  selectStaff,
  selectUser,
  selectUserByEmail,
  setTrustLevels,
  touchPeople,
  type UserChange,
  type UserRow,
} from './queries.ts'
export { forgetSilenceOf } from './reclaiming.ts'
export { OwnUser, PublicUser, presentOwnUser, presentPublicUser } from './shapes.ts'
export { selectIsMuted } from './silence-queries.ts'
export { anyReturning, lockReturning, setVacation, type VacationRow } from './vacation-queries.ts'
export {
  hasAccount,
  hasMuted,
  isFoundByContacts,
  isOfPresentOwner,
  isUnblocked,
  isVisible,
  isVisibleOfMany,
  isVisibleOrKnown,
  isVisibleOrKnownTo,
  isVisibleTo,
  isVisibleToPartner,
  isVisibleToPartners,
  partedFrom,
  selectPresentOwners,
} from './visibility.ts'

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
