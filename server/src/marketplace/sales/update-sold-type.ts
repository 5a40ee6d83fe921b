import { operation } from '../../platform/operation/operation.ts'
import type { Work } from '../../platform/operation/work.ts'
import { member } from '../access.ts'
import { haveChat } from '../chat/public.ts'
import { newsEvent, tellFavouriters } from '../collections/public.ts'
import { retractNotifications, retractNotificationsAbout, tellChanged } from '../notifications/public.ts'
import {
  invalidTransition,
  lockPost,
  markBackAvailableTold,
  noSuchPost,
  Post,
  type PostRow,
  pricePrecision,
  readBack,
  type Sale,
  updateSale,
} from '../posts/public.ts'
import { saleChanged } from './announcements.ts'
import { buyerNotEligible } from './problems.ts'
import { buyerOf, SaleChange, saleAfter } from './sale.ts'

export const updateSoldType = operation({
  key: 'M42',
  source: 'named in the specification in the post group; method, path and body chosen here',
  method: 'PUT',
  path: '/post-mgt/update-sold-type',
  summary: 'Mark your listing as reserved, sold here, sold elsewhere, or available again',
  tag: 'posts',
  access: member,
  versioned: true,
  body: SaleChange,
  replies: { 200: { message: 'Sold type updated successfully', data: Post } },
  problems: [noSuchPost, buyerNotEligible, invalidTransition, pricePrecision],

  async handle({ body, caller, expectVersion, ...work }) {
    const { db, clock } = work
    const now = clock.now()
    const post = await lockPost(db, body.post_id, { id: caller.id, isStaff: false }, now)
    if (!post) throw noSuchPost()
    expectVersion(post)
    const sale = saleAfter(post, body, now)
    if (sale) {
      const buyerId = buyerOf(body)
      if (body.sold_type === 'sold_here' && !(buyerId && (await haveChat(db, post.id, caller.id, buyerId))))
        throw buyerNotEligible()
      await updateSale(db, post.id, sale, now)
      await tell(work, post, sale)
    }
    return readBack(work, post.id, caller.id)
  },
})

const isoOf = (at: Date | null) => at?.toISOString() ?? ''

/** Tells those who saved the listing and those who talk about it; what they heard before and is so no more is taken back. */
async function tell(work: Work, post: PostRow, sale: Sale): Promise<void> {
  const isSold = sale.status === 'sold'
  if (isSold && post.status !== 'sold') await tellSold(work, post, sale)
  if (!isSold && post.status === 'sold') await tellBack(work, post)
  if (sale.soldType === post.sold_type) return
  await work.announce(saleChanged, { postId: post.id })
}

async function tellSold(work: Work, post: PostRow, { soldAt }: Sale): Promise<void> {
  tellChanged(
    work,
    await retractNotificationsAbout(work.db, post.id, work.clock.now(), 'back_available', 'system'),
  )
  await tellFavouriters(work, { ...newsOf(post), category: 'sale', at: isoOf(soldAt) })
}

async function tellBack(work: Work, post: PostRow): Promise<void> {
  const now = work.clock.now()
  const undone = newsEvent({ ...newsOf(post), category: 'sale', at: isoOf(post.sold_at) })
  tellChanged(work, await retractNotifications(work.db, undone, now))
  if (await markBackAvailableTold(work.db, post.id, now))
    await tellFavouriters(work, { ...newsOf(post), category: 'back_available', at: now.toISOString() })
}

const newsOf = ({ id, title }: PostRow) => ({ postId: id, message: title })
