import { showUploads, withholdUploads } from '../../platform/media/jobs.ts'
import { detachUploads } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { deleteBaseline } from './baseline-queries.ts'
import { reasonsToLookAgain, submitListing } from './hold.ts'
import { deleteReview } from './hold-queries.ts'
import {
  type HiddenRow,
  lockHidden,
  lockOfAuthor,
  updateModerated,
  updateShownAgain,
} from './life-queries.ts'
import { announceReturn, leave } from './lifecycle.ts'
import { aboutPost } from './notice.ts'
import type { RiskReason } from './risk.ts'

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
 * Lifts the hiding of a listing: it is what it was, or below its author's deletion will be. What its author has made
 * another thing of it meanwhile, nobody has judged: a moderator looks at it first.
 * @returns whether it was hidden, and waits for nobody now.
 */
export async function showAgain(work: Work, id: string): Promise<boolean> {
  const { db, clock } = work
  const post = await lockHidden(db, id)
  if (!post) return false
  const reasons = await reasonsToLookAgain(work, post)
  const isHeld = reasons.length > 0
  await updateShownAgain(db, post, { isHeld, at: clock.now() })
  await showUploads(work, post.photo_ids)
  if (isHeld) await holdReturned(work, post, reasons)
  else if (post.status === 'hidden') await announceReturn(work, post)
  return !isHeld
}

async function holdReturned(work: Work, post: HiddenRow, reasons: readonly RiskReason[]): Promise<void> {
  await submitListing(work, post.id, reasons)
  await notify(work, [
    {
      ...aboutPost(post, work),
      recipientId: post.author_id,
      actorId: null,
      category: 'moderation',
      title: inEachLanguage(({ moderation }) => moderation.lookedAtAgain.title),
      message: inEachLanguage(({ moderation }) => moderation.lookedAtAgain.message(post.title)),
      sourceEvent: `returned:${post.id}:${post.taken_down_at.toISOString()}`,
    },
  ])
}
