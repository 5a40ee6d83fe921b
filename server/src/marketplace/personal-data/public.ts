import type { Work } from '../../platform/operation/work.ts'
import { endExportsOf } from './queries.ts'

export { accountLeaving } from './announcements.ts'
export { eraseForOwner } from './taking-over.ts'

const copiesAtOnce = 1000

/** Ends the copies that were made for whoever had an account: they are nobody else's to fetch. */
export async function endCopiesOf({ db }: Work, { userId }: { userId: string }): Promise<void> {
  await endExportsOf(db, userId, copiesAtOnce)
}
