import { sql } from 'kysely'
import { withholdUploads } from '../../platform/media/jobs.ts'
import { detachUploads } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'

import { deleteBaseline } from './baseline-queries.ts'

export { priceChanged } from './announcements.ts'
export {
  cardColumns,
  cardTables,
  completeCards,
  distanceTo,
  findPostForChat,
  isLive,
  isPublic,
  keptCardColumns,
  newestCardsOf,
  type ProductRow,
  postColumns,
  postTables,
  selectProductDetails,
  type View,
} from './card-queries.ts'
export { hidesSellers } from './comparable-queries.ts'
export { conditionIn, conditionName, conditions } from './conditions.ts'
export { acceptHeld, checkHeld, declineHeld } from './decision.ts'
export { isWaiting } from './hold.ts'
export { upsertReview } from './hold-queries.ts'
export { PostChange } from './input-shapes.ts'
export { aboutPost } from './notice.ts'
export { blurredPoint, type Coordinates, distanceKm, homeOf, kmPerDegree, wrap } from './place.ts'
export {
  attributeInvalid,
  invalidTransition,
  noSuchCategory,
  noSuchPost,
  postNotEditable,
  pricePrecision,
} from './problems.ts'
export {
  addToFavouriteCount,
  countLivePosts,
  countShownPosts,
  insertPost,
  lockPost,
  lockRow,
  lockToldPost,
  markBackAvailableTold,
  markFavouriteTold,
  markPriceDropTold,
  refilePosts,
  type Sale,
  selectToldPrice,
  type ToldPost,
  updateSale,
} from './queries.ts'
export { readBack } from './read-back.ts'
export { type RiskReason, riskReasons } from './risk.ts'
export type { CardRow, ListingRow, PostContent, PostRow } from './rows.ts'
export {
  Post,
  PostCard,
  ProductDetails,
  presentCard,
  presentPost,
  presentProductDetails,
  soldTypes,
} from './shapes.ts'

/**
 * Does to a listing what a moderator decided: hides it, removes it for good with its pictures, or
 * leaves it. What it was before is kept; of both its pictures are shown to nobody any more.
 * @returns whether it is that author's at all.
 */
export async function moderatePost(
  work: Pick<Work, 'db' | 'clock' | 'enqueue'>,
  { id, authorId, action }: { id: string; authorId: string; action: string },
): Promise<boolean> {
  const { db } = work
  const at = work.clock.now()
  const { rows } = await sql<{ photo_ids: string[] }>`
    select photo_ids from marketplace.post where id = ${id} and author_id = ${authorId} and status <> 'deleted' for no key update`.execute(
    db,
  )
  const [post] = rows
  if (!post) return false
  if (action !== 'hide' && action !== 'remove') return true
  const isRemoved = action === 'remove'
  await sql`
    update marketplace.post set status = ${isRemoved ? 'deleted' : 'hidden'},
      deleted_at = case when ${isRemoved}::boolean then ${at}::timestamptz else deleted_at end,
      status_before = case when status = 'hidden' then status_before else status end,
      photo_ids = case when ${isRemoved}::boolean then '{}' else photo_ids end, version = version + 1, updated_at = ${at}
    where id = ${id}`.execute(db)
  if (!isRemoved) {
    await withholdUploads(work, post.photo_ids)
    return true
  }
  await deleteBaseline(db, id)
  const review = await sql<{ photo_ids: string[] }>`
    delete from marketplace.post_review where post_id = ${id} returning photo_ids`.execute(db)
  const pictures = [...post.photo_ids, ...(review.rows[0]?.photo_ids ?? [])]
  await withholdUploads(work, pictures)
  await detachUploads(db, pictures, at)
  return true
}
