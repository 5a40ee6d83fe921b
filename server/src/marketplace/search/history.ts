import type { Work } from '../../platform/operation/work.ts'
import type { Deferred } from '../../platform/write-behind.ts'
import { deleteSearchesOf, rememberSearches } from './queries.ts'

/** What people searched for. Nobody waits for it, and a search stays a read. */
export const searchHistory: Deferred = {
  async write(db, noted) {
    const searches = [...noted].map(([id, at]) => ({ ...personAndWords(id), at }))
    const latest = new Date(Math.max(...searches.map(({ at }) => at.getTime())))
    await rememberSearches(db, searches, latest)
  },
}

/** What is noted of a person's search; the same words once. */
export const searchBy = (userId: string, words: string) => ({ id: `${userId} ${words}` })

function personAndWords(id: string): { userId: string; words: string } {
  const end = id.indexOf(' ')
  return { userId: id.slice(0, end), words: id.slice(end + 1) }
}

/** Forgets what somebody searched for. */
export const forgetSearchesOf = ({ db }: Work, { userId }: { userId: string }): Promise<void> =>
  deleteSearchesOf(db, userId)
