import { hours } from '../../platform/clock.ts'
import { exponentOf, majorOf } from '../../platform/money.ts'
import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import { markPriceDropTold, type priceChanged } from '../posts/public.ts'
import { tellFavouriters } from './jobs.ts'
import { restartSavedPrices } from './queries.ts'

type PriceChange = Announced<(typeof priceChanged)['data']>

/** What a change of a listing's price means to those who saved it. */
export async function followPrice(work: Work, change: PriceChange): Promise<void> {
  const { postId, before, after } = change
  if (after.currency !== before.currency) await restartSavedPrices(work.db, postId, after.price_minor)
  else if (isLargeDrop(change)) await tellDrop(work, change)
}

/** A drop worth telling: at least 5 % and one unit. */
function isLargeDrop({ before, after }: PriceChange): boolean {
  const drop = before.price_minor - after.price_minor
  return drop * 20 >= before.price_minor && drop >= 10 ** exponentOf(after.currency)
}

/** Once in 24 hours, for a listing that is open to buyers. */
async function tellDrop(work: Work, { postId, title, before, after }: PriceChange): Promise<void> {
  const now = work.clock.now()
  const told = { now, before: new Date(now.getTime() - hours(24)) }
  if (!(await markPriceDropTold(work.db, postId, told))) return
  const price = (minor: number) => `${majorOf(minor, after.currency)} ${after.currency}`
  await tellFavouriters(work, {
    postId,
    category: 'price_drop',
    at: now.toISOString(),
    message: `${title}: ${price(before.price_minor)} → ${price(after.price_minor)}`,
    price: after,
  })
}
