import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { exchangePictures } from './pictures.ts'
import { noSuchListing } from './problems.ts'
import { insertEvent, lockListing, removeListing } from './queries.ts'

export const removePurchaseListing = operation({
  key: 'M170',
  source: 'named in the specification with DELETE; path and shape chosen here',
  method: 'DELETE',
  path: '/purchase-tool/remove/{id}',
  summary: 'Remove one of your purchases; a sold one stays in the totals',
  access: member,
  params: Type.Object({ id: Id }),
  replies: {
    200: {
      message: 'Purchase removed successfully',
      data: Type.Object({ _id: Id, removed: Type.Boolean() }),
    },
  },
  problems: [noSuchListing],

  async handle({ params, caller, ...work }) {
    const { db } = work
    const now = work.clock.now()
    const listing = await lockListing(db, params.id, caller.id)
    if (!listing) throw noSuchListing()
    if (await removeListing(db, listing.id, now)) {
      await exchangePictures(work, listing, [], caller.id)
      await insertEvent(db, listing.id, { kind: 'removed' }, now)
    }
    return { _id: listing.id, removed: true }
  },
})
