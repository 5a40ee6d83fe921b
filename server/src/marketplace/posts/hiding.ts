import { showUploads, withholdUploads } from '../../platform/media/jobs.ts'
import { detachUploads } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import { postBecameVisible } from './announcements.ts'
import { deleteBaseline } from './baseline-queries.ts'
import { deleteReview } from './hold-queries.ts'
import { lockOfAuthor, updateModerated, updateShownAgain } from './life-queries.ts'
import { leave, seenByAll } from './lifecycle.ts'

type Moderating = Pick<Work, 'db' | 'clock' | 'enqueue' | 'publish' | 'announce'>

/**
 * Does to a listing what a moderator decided: hides it, removes it for good with its pictures, or
 * leaves it. What it was before is kept; of both its pictures are shown to nobody any more. What its
 * author has deleted is hidden below that, so that it comes back hidden.
 * @returns whether it was hidden by this; undefined where there is no such listing of that author.
 */
export async function moderatePost(
  work: Moderating,
  { id, authorId, action }: { id: string; authorId: string; action: string },
): Promise<{ hasHidden: boolean } | undefined> {
  const { db } = work
  const at = work.clock.now()
  const post = await lockOfAuthor(db, id, authorId)
  if (!post) return undefined
  if (action !== 'hide' && action !== 'remove') return { hasHidden: false }
  const isRemoved = action === 'remove'
  await updateModerated(db, id, { isRemoved, at })
  await leave(work, post, 'taken_down')
  const hasHidden = !isRemoved && !post.is_hidden
  if (!isRemoved) {
    await withholdUploads(work, post.photo_ids)
    return { hasHidden }
  }
  await deleteBaseline(db, id)
  const pictures = [...post.photo_ids, ...(await deleteReview(db, id))]
  await withholdUploads(work, pictures)
  await detachUploads(db, pictures, at)
  return { hasHidden }
}

/**
 * Lifts the hiding of a listing: it is what it was, or below its author's deletion will be.
 * @returns whether it was hidden.
 */
export async function showAgain(work: Moderating, id: string): Promise<boolean> {
  const post = await updateShownAgain(work.db, id, work.clock.now())
  if (!post) return false
  await showUploads(work, post.photo_ids)
  const { author_id: authorId, title } = post
  if (seenByAll.includes(post.status))
    await work.announce(postBecameVisible, { postId: id, authorId, title, how: 'restored' })
  return true
}
