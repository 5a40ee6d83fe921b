import type { Work } from '../../platform/operation/work.ts'
import { noSuchListing } from './problems.ts'
import { selectCosts, selectEvents, selectListing } from './queries.ts'
import { presentDetail } from './shapes.ts'

/** A purchase with everything about it, for its owner. */
export async function readDetail({ db }: Pick<Work, 'db'>, id: string, userId: string) {
  const row = await selectListing(db, id, userId)
  if (!row) throw noSuchListing()
  return presentDetail(row, await selectCosts(db, id), await selectEvents(db, id))
}
