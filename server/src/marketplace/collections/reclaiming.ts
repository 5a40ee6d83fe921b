import type { Work } from '../../platform/operation/work.ts'
import { leaveNotifications, tellChanged } from '../notifications/public.ts'
import { leaveFavouriteCounts, lockRows } from '../posts/public.ts'
import { lockPerson } from '../users/public.ts'
import { deleteSavedOf, selectSavedOf } from './queries.ts'

/** Lets go of all that somebody saved, and takes it out of everybody's counts. */
export async function forgetSavedOf(work: Work, { userId }: { userId: string }): Promise<void> {
  const { db, clock } = work
  // Listings are locked before people, as by whoever saves one.
  await lockRows(db, await selectSavedOf(db, userId))
  await lockPerson(db, userId)
  const gone = await deleteSavedOf(db, userId)
  await leaveFavouriteCounts(db, gone, userId)
  const left = { actorId: userId, category: 'favourite', referenceIds: gone }
  tellChanged(work, await leaveNotifications(db, left, clock.now()))
}
