import type { Work } from '../../platform/operation/work.ts'
import { applyChange, mayChange } from './change.ts'
import { savePost } from './history.ts'
import { endReview, letPicturesGo } from './hold.ts'
import { declineReview, setPostStatus } from './hold-queries.ts'
import { postNotEditable } from './problems.ts'
import type { PostContent, PostRow } from './rows.ts'

/**
 * Lets a listing, or a change of it, appear that was held: as if the author said it now, with every rule of today.
 * @throws POST_NOT_EDITABLE, and what a change throws
 */
export async function acceptHeld(work: Work, post: PostRow): Promise<PostContent> {
  const { author_id: authorId, review_change: change } = post
  if (change && !mayChange(post, change)) throw postNotEditable()
  const after = change
    ? await applyChange(work, post, change, authorId)
    : await applyChange(work, { ...post, status: 'draft' }, { draft: false }, authorId)
  await savePost(work, post, after, authorId)
  await endReview(work, post)
  return after
}

/** Keeps what was held from appearing, and for its author why. */
export async function declineHeld(work: Work, post: PostRow, message: string): Promise<void> {
  const at = work.clock.now()
  await letPicturesGo(work, post)
  await declineReview(work.db, post.id, { message, at })
  await setPostStatus(work.db, post.id, post.review_change ? post.status : 'rejected', at)
}
