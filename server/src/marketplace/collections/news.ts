import { hours } from '../../platform/clock.ts'
import { exponentOf, majorOf } from '../../platform/money.ts'
import type { Work } from '../../platform/operation/operation.ts'
import type { ProductJob } from '../../platform/operation/registry.ts'
import { notify } from '../notifications/public.ts'
import {
  aboutPost,
  lockToldPost,
  markPriceDropTold,
  type PostContent,
  type PostRow,
  type ToldPost,
} from '../posts/public.ts'
import { selectFavouriters } from './queries.ts'

const titles = {
  price_drop: 'The price went down',
  sale: 'No longer available',
  back_available: 'Available again',
} as const

/** Something that those who saved a listing should hear. */
interface News {
  postId: string
  category: keyof typeof titles
  /** When it happened, in ISO 8601; of a sale its own time. */
  at: string
  message: string
  /** The price that the message tells of. */
  price?: Pick<PostContent, 'price_minor' | 'currency'>
  /** Who was told last; those after them are next. */
  after?: string
}

const toldAtOnce = 1000

/** The cause of the notices of a piece of news, and the handle to take them back by. */
export const newsEvent = ({ postId, category, at }: Pick<News, 'postId' | 'category' | 'at'>): string =>
  `${category}:${postId}:${at}`

/** Tells people only what is still so when their turn comes. */
function holds(post: ToldPost, { category, at, price }: News): boolean {
  if (category === 'sale') return post.status === 'sold' && post.sold_at?.toISOString() === at
  return (
    post.is_live && (!price || (post.currency === price.currency && post.price_minor <= price.price_minor))
  )
}

/** Goes through those who saved a listing, some at a time; the last of a batch queues the next. */
export const tellingJob: ProductJob = {
  name: 'marketplace.tell-favouriters',
  async handle(work, data) {
    // As `tellFavouriters` queued it.
    const news = data as News
    const post = await lockToldPost(work.db, news.postId, work.clock.now())
    if (!post || !holds(post, news)) return
    const batch = { after: news.after ?? null, limit: toldAtOnce }
    const people = await selectFavouriters(work.db, post, batch)
    await notify(
      work,
      people
        .filter((recipientId) => news.category !== 'sale' || recipientId !== post.buyer_id)
        .map((recipientId) => ({
          ...aboutPost(post, work),
          recipientId,
          actorId: post.author_id,
          category: news.category,
          title: titles[news.category],
          message: news.message,
          sourceEvent: newsEvent(news),
        })),
    )
    const last = people.at(-1)
    if (last && people.length === toldAtOnce) await tellFavouriters(work, { ...news, after: last })
  },
}

/** Tells those who saved a listing, except the buyer of a sale, who knows. */
export const tellFavouriters = ({ enqueue }: Work, news: News): Promise<void> =>
  enqueue(tellingJob.name, news)

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
