import type { Work } from '../../platform/operation/work.ts'
import { leaveFavouriteCounts, lockRows } from '../posts/public.ts'
import { deleteFavourites, selectSavedPosts } from './queries.ts'

/** Lets go of some of what somebody saved who left, off the counts of the listings as well. @returns how many. */
export async function forgetFavourites({ db }: Work, { id }: { id: string }, most: number): Promise<number> {
  const postIds = await selectSavedPosts(db, id, most)
  await lockRows(db, postIds)
  await leaveFavouriteCounts(db, await deleteFavourites(db, id, postIds), id)
  return postIds.length
}
