import type { Static } from 'typebox'
import { hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { pictureUrl } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import { postBecameVisible } from './announcements.ts'
import { applyChange } from './change.ts'
import { savePost } from './history.ts'
import {
  endReview,
  holdChange,
  keepBaseline,
  reasonsToHold,
  submitListing,
  unpublished,
  withWaiting,
} from './hold.ts'
import type { Change } from './input-shapes.ts'
import { updateReposted, updateRepostedFrom } from './life-queries.ts'
import { isOpen, isStoredOpen } from './lifecycle.ts'
import { invalidTransition, removedByModeration, repostTooSoon } from './problems.ts'
import {
  type AllowDuplicate,
  allowingTwins,
  askPublisher,
  checkDay,
  checkPublication,
  checkReturn,
} from './publication.ts'
import { insertPost } from './queries.ts'
import type { FiledContent, PostRow } from './rows.ts'

type Repost = Pick<Change, 'price'>
type Headers = Static<typeof AllowDuplicate>

/** A listing comes to the top no more often. */
const floorMs = hours(48)

/**
 * Offers a listing again, as it is or for another price.
 * @returns the id of what is on offer now, another one of what was sold
 * @throws REPOST_TOO_SOON, REMOVED_BY_MODERATION, INVALID_TRANSITION, and what publishing throws
 */
export async function repost(work: Work, post: PostRow, wish: Repost, headers: Headers): Promise<string> {
  const isDeletedAndTakenDown = post.status === 'soft_deleted' && post.taken_down_at !== null
  if (post.status === 'hidden' || isDeletedAndTakenDown) throw removedByModeration()
  if (post.status === 'sold') return offerOnceMore(work, post, wish, headers)
  const now = work.clock.now()
  if (isOpen(post, now)) await checkBump(work, post)
  else if (isStoredOpen(post) || post.status === 'closed')
    await checkReturn(work, post, await askPublisher(work, toPublish(post), headers))
  else throw invalidTransition()
  await bringBack(work, post, wish)
  return post.id
}

/** What is still open comes to the top, which counts among what its author publishes in a day. */
async function checkBump(work: Work, post: PostRow): Promise<void> {
  if (post.status !== 'active') throw invalidTransition()
  const now = work.clock.now()
  const nextAt = new Date((post.published_at?.getTime() ?? 0) + floorMs)
  if (nextAt > now) throw repostTooSoon({ details: { next_at: nextAt.toISOString() } })
  checkDay(work, await askPublisher(work, toPublish(post), allowingTwins))
}

const toPublish = ({ id, author_id: authorId, title }: PostRow) => ({ id, authorId, title })

/**
 * Opens a listing from now on, for as long as its category says. Another price that makes another thing of it waits
 * for a moderator, and until then the listing costs what everybody knows.
 */
async function bringBack(work: Work, before: PostRow, { price }: Repost): Promise<void> {
  const now = work.clock.now()
  // To close a listing and bring it back is no way to the top twice within 48 hours.
  const mayRise = before.last_bumped_at === null || now.getTime() - before.last_bumped_at.getTime() >= floorMs
  const as = async (change: Change): Promise<FiledContent> => {
    const draft = { ...before, status: 'draft' } as const
    const after = await applyChange(work, draft, { ...change, draft: false }, before.author_id)
    return mayRise ? after : { ...after, published_at: before.published_at }
  }
  const change = price === undefined ? undefined : withWaiting(before, { price })
  const wanted = await as(change ?? {})
  const reasons = change ? await reasonsToHold(work, before, wanted) : []
  const after = reasons.length > 0 ? await as({}) : wanted
  await savePost(work, before, after, before.author_id)
  await updateReposted(work.db, before.id, { bumpedAt: mayRise ? now : null })
  if (!change) return
  if (reasons.length > 0) return holdChange(work, { ...before, ...after }, wanted, { change, reasons })
  await keepBaseline(work, before, after)
  await endReview(work, before)
}

/** Publishes a new listing that says the same as one that was sold. */
async function offerOnceMore(work: Work, sold: PostRow, wish: Repost, headers: Headers): Promise<string> {
  const { author_id: authorId, photo_ids: pictures } = sold
  const { publicUrl } = work.services.settings
  const id = newId()
  const now = work.clock.now()
  const draft = { ...sold, status: 'draft' as const, quantity_sold: 0, photo_ids: [] }
  const media = { photoUrl: pictures.map((picture) => pictureUrl(publicUrl, picture)) }
  const [post, publisher] = await Promise.all([
    applyChange(work, draft, { ...wish, media, draft: false }, authorId),
    askPublisher(work, { ...toPublish(sold), id }, headers),
  ])
  const reasons = await checkPublication(work, post, publisher)
  const isHeld = reasons.length > 0
  await insertPost(work.db, id, authorId, isHeld ? unpublished(post) : post, now)
  await updateRepostedFrom(work.db, id, sold.id)
  if (isHeld) await submitListing(work, id, reasons)
  else await work.announce(postBecameVisible, { postId: id, authorId, title: post.title, how: 'published' })
  return id
}
