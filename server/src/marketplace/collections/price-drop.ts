import { hours } from '../../platform/clock.ts'
import { exponentOf, majorOf } from '../../platform/money.ts'
import type { Work } from '../../platform/operation/work.ts'
import { markPriceDropTold, type PostContent, type PostRow } from '../posts/public.ts'
import { tellFavouriters } from './jobs.ts'

/** A drop worth telling: at least 5 % and one unit, once in 24 hours for a listing that is open to buyers. */
export async function tellPriceDrop(work: Work, before: PostRow, after: PostContent): Promise<void> {
  const now = work.clock.now()
  const drop = before.price_minor - after.price_minor
  const isOpen = after.status === 'active' || after.status === 'reserved'
  const isExpired = after.expires_at !== null && after.expires_at <= now
  const isLarge = drop * 20 >= before.price_minor && drop >= 10 ** exponentOf(after.currency)
  const told = before.last_price_drop_notice_at
  const isRecent = told !== null && now.getTime() - told.getTime() < hours(24)
  if (!isOpen || isExpired || !isLarge || isRecent || after.currency !== before.currency) return
  await markPriceDropTold(work.db, before.id, now)
  const price = (minor: number) => `${majorOf(minor, after.currency)} ${after.currency}`
  await tellFavouriters(work, {
    postId: before.id,
    category: 'price_drop',
    at: now.toISOString(),
    message: `${after.title}: ${price(before.price_minor)} → ${price(after.price_minor)}`,
    price: { price_minor: after.price_minor, currency: after.currency },
  })
}
