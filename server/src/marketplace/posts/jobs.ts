import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { purgeUploads } from '../../platform/media/jobs.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { anyReturning, lockReturning, setVacation } from '../users/public.ts'
import { postBecameVisible, postEdited } from './announcements.ts'
import { anyChangedKin } from './comparable-queries.ts'
import { refreshComparablesOf } from './comparables.ts'
import { followEndings } from './endings.ts'
import { anyStale } from './kept-card-queries.ts'
import { listingCards } from './kept-cards.ts'
import { deleteSoftDeleted, erasePosts } from './life-queries.ts'
import { showAgain, takeKeptNews } from './vacation-queries.ts'

const cardsAtOnce = 1000
const categoriesAtOnce = 50
const endingsAtOnce = 500
const purgedAtOnce = 100
const toldAtOnce = 100
/** Few, since each may have thousands of listings. */
const returningAtOnce = 10

/** Makes cards of listings anew that are out of date; the last of a batch queues the next. */
export const refreshCards = job({
  name: 'marketplace.refresh-cards',
  due: anyStale,
  data: Nothing,
  runs: 'write',
  async handle({ db, enqueue }) {
    if ((await listingCards.refresh(db, cardsAtOnce)) === cardsAtOnce) await enqueue(refreshCards, {})
  },
})

/** Finds anew what is comparable in categories where something changed, some at a time. */
export const refreshComparables = job({
  name: 'marketplace.refresh-comparables',
  due: anyChangedKin,
  data: Nothing,
  runs: 'write',
  async handle(work) {
    if ((await refreshComparablesOf(work, categoriesAtOnce)) === categoriesAtOnce)
      await work.enqueue(refreshComparables, {})
  },
})

/** Tells authors that their listings are about to end, and renews those that are to go on. */
export const followEndingListings = job({
  name: 'marketplace.follow-ending-listings',
  cron: '*/10 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    if ((await followEndings(work, endingsAtOnce)) === endingsAtOnce)
      await work.enqueue(followEndingListings, {})
  },
})

/** Shows again what was hidden while its author was away, once their time is over. */
export const endVacations = job({
  name: 'marketplace.end-vacations',
  due: anyReturning,
  data: Nothing,
  runs: 'write',
  async handle({ db, clock, enqueue }) {
    const now = clock.now()
    const back = await lockReturning(db, now, returningAtOnce)
    for (const { id } of back) await setVacation(db, id, { since: null, until: null })
    if (back.length > 0) await showAgain(db, back, now)
    for (const { id } of back) await enqueue(tellKeptNews, { authorId: id })
    if (back.length === returningAtOnce) await enqueue(endVacations, {})
  },
})

/** Tells of what somebody published and changed while they were away or limited, some at a time. */
export const tellKeptNews = job({
  name: 'marketplace.tell-kept-news',
  data: Type.Object({ authorId: Id }),
  runs: 'write',
  async handle({ db, clock, enqueue, announce }, { authorId }) {
    const posts = await takeKeptNews(db, authorId, toldAtOnce, clock.now())
    for (const { id: postId, title, kept_news: kept } of posts.filter(({ is_live }) => is_live))
      await (kept === 'edited'
        ? announce(postEdited, { postId })
        : announce(postBecameVisible, { postId, authorId, title, how: 'published' }))
    if (posts.length === toldAtOnce) await enqueue(tellKeptNews, { authorId })
  },
})

/** Erases what deleted listings said, with the pictures that nothing else uses. */
export const purgePosts = job({
  name: 'marketplace.purge-posts',
  data: Type.Object({ postIds: Type.Array(Id, { maxItems: purgedAtOnce }) }),
  runs: 'write',
  handle: (work, { postIds }) => purge(work, postIds),
})

/** Deletes for good what nobody brought back in its time, some at a time. */
export const purgeSoftDeleted = job({
  name: 'marketplace.purge-soft-deleted',
  cron: '11 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const ids = await deleteSoftDeleted(work.db, work.clock.now(), purgedAtOnce)
    await purge(work, ids)
    if (ids.length === purgedAtOnce) await work.enqueue(purgeSoftDeleted, {})
  },
})

async function purge(work: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  // One after another: two listings may have a picture in common, and each is a use of it.
  for (const pictures of await erasePosts(work.db, ids)) await purgeUploads(work, pictures)
}
