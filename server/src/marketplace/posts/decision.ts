import type { Work } from '../../platform/operation/work.ts'
import { deleteBaseline } from './baseline-queries.ts'
import { applyChange, mayChange } from './change.ts'
import { savePost } from './history.ts'
import { endReview, isReturning, letPicturesGo } from './hold.ts'
import { declineReview, leavingNothing, setPostStatus } from './hold-queries.ts'
import { announceReturn } from './lifecycle.ts'
import { postNotEditable } from './problems.ts'
import type { PostContent, PostRow } from './rows.ts'

/**
 * Lets a listing, or a change of it, appear that was held: as if the author said it now, with every rule of today.
 * @throws POST_NOT_EDITABLE, and what a change throws
 */
export async function acceptHeld(work: Work, post: PostRow): Promise<PostContent> {
  if (isReturning(post)) return acceptReturning(work, post)
  const after = await heldAsOfNow(work, post)
  await savePost(work, post, after, post.author_id)
  await endReview(work, post)
  await deleteBaseline(work.db, post.id)
  return after
}

/** It is what it was before it was hidden. */
async function acceptReturning(work: Work, post: PostRow & { status_before: string }): Promise<PostContent> {
  await setPostStatus(work.db, post.id, post.status_before, work.clock.now())
  await endReview(work, post)
  await deleteBaseline(work.db, post.id)
  await announceReturn(work, post)
  return post
}

/** What it would become by what its author asked for. */
async function heldAsOfNow(work: Work, post: PostRow): Promise<PostContent> {
  const { author_id: authorId, review_change: change } = post
  if (!change) return applyChange(work, { ...post, status: 'draft' }, { draft: false }, authorId)
  if (!mayChange(post, change)) throw postNotEditable()
  return applyChange(work, post, change, authorId)
}

/**
 * Makes sure that what was held could appear now, and leaves everything as it is.
 * @throws what `acceptHeld` throws
 */
export async function checkHeld(work: Work, post: PostRow): Promise<void> {
  if (!isReturning(post)) await leavingNothing(work.db, () => heldAsOfNow(work, post))
}

/** Keeps what was held from appearing, and for its author why. */
export async function declineHeld(work: Work, post: PostRow, message: string): Promise<void> {
  const at = work.clock.now()
  await letPicturesGo(work, post)
  await declineReview(work.db, post.id, { message, at })
  await setPostStatus(work.db, post.id, post.review_change ? post.status : 'rejected', at)
  await deleteBaseline(work.db, post.id)
}
