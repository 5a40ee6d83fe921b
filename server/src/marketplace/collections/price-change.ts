import { exponentOf, majorOf } from '../../platform/money.ts'
import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import { retractNotificationsAbout, tellChanged } from '../notifications/public.ts'
import { markPriceDropTold, type priceChanged, selectToldPrice } from '../posts/public.ts'
import { inEachLanguage } from '../texts.ts'
import { tellFavouriters } from './jobs.ts'
import { restartSavedPrices } from './queries.ts'

type PriceChange = Announced<(typeof priceChanged)['data']>

/** What a change of a listing's price means to those who saved it. */
export async function followPrice(work: Work, change: PriceChange): Promise<void> {
  const { postId, before, after } = change
  if (after.currency !== before.currency) {
    await restartSavedPrices(work.db, postId, after.price_minor)
    await takeDropsBack(work, postId)
  } else if (isLargeDrop(change)) await tellDrop(work, change)
  else if (after.price_minor > ((await selectToldPrice(work.db, postId)) ?? before.price_minor))
    await takeDropsBack(work, postId)
}

/** Those who heard of a drop see it no more once it is undone. */
async function takeDropsBack(work: Work, postId: string): Promise<void> {
  tellChanged(work, await retractNotificationsAbout(work.db, postId, work.clock.now(), 'price_drop'))
}

/** A drop worth telling: at least 5 % and one unit. */
function isLargeDrop({ before, after }: PriceChange): boolean {
  const drop = before.price_minor - after.price_minor
  return drop * 20 >= before.price_minor && drop >= 10 ** exponentOf(after.currency)
}

async function tellDrop(work: Work, { postId, title, before, after }: PriceChange): Promise<void> {
  const now = work.clock.now()
  if (!(await markPriceDropTold(work.db, postId, after.price_minor, now))) return
  const { currency } = after
  const [old, present] = [majorOf(before.price_minor, currency), majorOf(after.price_minor, currency)]
  await tellFavouriters(work, {
    postId,
    category: 'price_drop',
    at: now.toISOString(),
    message: inEachLanguage(
      ({ amount }) => `${title}: ${amount(old, currency)} → ${amount(present, currency)}`,
    ),
    price: after,
  })
}
