import type { Work } from '../../platform/operation/work.ts'
import { newsEvent, tellFavouriters } from '../collections/public.ts'
import { retractNotifications, retractNotificationsAbout, tellChanged } from '../notifications/public.ts'
import {
  findSale,
  lockRow,
  markBackAvailableTold,
  type PostRow,
  type Sale,
  updateSale,
} from '../posts/public.ts'
import { saleChanged } from './announcements.ts'

/** What of a locked listing is told when its sale changes. */
export type SoldPost = Pick<PostRow, 'id' | 'status' | 'sold_type' | 'sold_at'>

/** Writes down the sale of a locked listing, and tells those whom it concerns. */
export async function changeSale(work: Work, post: SoldPost, sale: Sale): Promise<void> {
  await updateSale(work.db, post.id, sale, work.clock.now())
  await tell(work, post, sale)
}

/**
 * Tells of a sale that somebody wrote down without waiting, of a listing that was on offer before. It is looked at once more: what was
 * undone meanwhile is told nobody.
 */
export async function tellSale(work: Work, postId: string): Promise<void> {
  await lockRow(work.db, postId)
  const post = await findSale(work.db, postId)
  if (post?.status === 'sold') await tellSold(work, post, { soldAt: post.sold_at })
  if (post?.status === 'sold' || post?.status === 'reserved') await work.announce(saleChanged, { postId })
}

const isoOf = (at: Date | null) => at?.toISOString() ?? ''

/** Tells those who saved the listing and those who talk about it; what they heard before and is so no more is taken back. */
async function tell(work: Work, post: SoldPost, sale: Sale): Promise<void> {
  const isSold = sale.status === 'sold'
  if (isSold && post.status !== 'sold') await tellSold(work, post, sale)
  if (!isSold && post.status === 'sold') await tellBack(work, post)
  if (sale.soldType === post.sold_type) return
  await work.announce(saleChanged, { postId: post.id })
}

async function tellSold(
  work: Work,
  post: Pick<SoldPost, 'id'>,
  { soldAt }: Pick<Sale, 'soldAt'>,
): Promise<void> {
  tellChanged(
    work,
    await retractNotificationsAbout(work.db, post.id, work.clock.now(), 'back_available', 'system'),
  )
  await tellFavouriters(work, { ...newsOf(post), category: 'sale', at: isoOf(soldAt) })
}

async function tellBack(work: Work, post: SoldPost): Promise<void> {
  const now = work.clock.now()
  const undone = newsEvent({ ...newsOf(post), category: 'sale', at: isoOf(post.sold_at) })
  tellChanged(work, await retractNotifications(work.db, undone, now))
  if (await markBackAvailableTold(work.db, post.id, now))
    await tellFavouriters(work, { ...newsOf(post), category: 'back_available', at: now.toISOString() })
}

const newsOf = ({ id }: Pick<SoldPost, 'id'>) => ({ postId: id })
