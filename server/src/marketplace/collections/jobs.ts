import { sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, sweep } from '../../platform/jobs/sweep.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { aboutPost, lockToldPost } from '../posts/public.ts'
import { inEachLanguage } from '../texts.ts'
import { holds, News, newsEvent } from './news.ts'
import { selectFavouriters } from './queries.ts'

const toldAtOnce = 1000

/** Forgets collections that were removed long ago; a phone asks again within minutes. */
export const sweepCollections = sweep('marketplace.collections.sweep', '23 * * * *', (now) => ({
  'marketplace.collection': sql`removed_at <= ${ago(now, days(30))}`,
}))

/** Goes through those who saved a listing, some at a time; the last of a batch queues the next. */
export const tellSavers = job({
  name: 'marketplace.tell-favouriters',
  data: News,
  runs: 'write',
  async handle(work, news) {
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
          title: inEachLanguage(({ collections }) => collections.news[news.category]),
          message: news.message ?? post.title,
          sourceEvent: newsEvent(news),
        })),
    )
    const last = people.at(-1)
    if (last && people.length === toldAtOnce) await tellFavouriters(work, { ...news, after: last })
  },
})

/** Tells those who saved a listing, except the buyer of a sale, who knows. */
export const tellFavouriters = ({ enqueue }: Work, news: News): Promise<void> => enqueue(tellSavers, news)
