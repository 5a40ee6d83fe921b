import { isDeepStrictEqual } from 'node:util'
import { days } from '../../platform/clock.ts'
import { detachUploads } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { lockPerson, selectStaff } from '../users/public.ts'
import { selectBaseline, upsertBaseline } from './baseline-queries.ts'
import { deleteReview, setPostStatus, upsertReview } from './hold-queries.ts'
import type { Change } from './input-shapes.ts'
import type { HiddenRow } from './life-queries.ts'
import { isTooRisky, type RiskReason, risksOfChange, toldOf } from './risk.ts'
import type { PostContent, PostRow } from './rows.ts'

type Holding = Pick<Work, 'db' | 'clock'>

/** Whether a moderator is to look at a listing or at a change of it. */
export const isWaiting = ({ status, review_reasons, review_declined_at, review_change }: PostRow): boolean =>
  review_reasons !== null &&
  review_declined_at === null &&
  (review_change === null ? status === 'pending_review' : seen.includes(status))

const seen = ['active', 'reserved', 'sold', 'closed']

/** What an author asks for on top of what waits already; nothing waits on for a listing that was sold. */
export function withWaiting(post: PostRow, change: Change): Change {
  const waiting = post.review_declined_at === null && post.status !== 'sold' ? post.review_change : null
  if (waiting === null) return change
  const { address, media, sub_category_id, ...rest } = { ...waiting, ...change }
  const filing = change.category_id === undefined ? sub_category_id : change.sub_category_id
  return {
    ...rest,
    ...(address && { address: { ...waiting.address, ...change.address } }),
    ...(media && { media: { ...waiting.media, ...change.media } }),
    ...(filing !== undefined && { sub_category_id: filing }),
  }
}

/** What stood as long as this can be taken for what everybody knows. */
const standing = days(7)

/**
 * Why a moderator is to look at a change before others see it; empty when nobody needs to. What it is
 * compared with is what a moderator last saw or what stood for a week, so that many small changes weigh
 * as much as one.
 */
export async function reasonsToHold(
  { db, clock }: Holding,
  before: PostRow,
  after: PostContent,
): Promise<RiskReason[]> {
  if (!seen.includes(before.status)) return []
  const now = clock.now()
  const known = await selectBaseline(db, before.id, new Date(now.getTime() - standing))
  const author = await lockPerson(db, before.author_id)
  const risks = risksOfChange(known ?? toldOf(before), toldOf(after), author, now)
  return isTooRisky(risks, author) ? risks : []
}

/**
 * Keeps by what the next change of what people have seen is measured. What is hidden nobody sees: nothing that it says
 * meanwhile stands for any time.
 */
export async function keepBaseline(
  { db, clock }: Holding,
  before: PostRow,
  after: PostContent,
): Promise<void> {
  const told = toldOf(before)
  if (!seen.includes(before.status_before ?? before.status) || isDeepStrictEqual(told, toldOf(after))) return
  const now = clock.now()
  const seenUntil = before.taken_down_at ?? now
  await upsertBaseline(db, before.id, { told, now, before: new Date(seenUntil.getTime() - standing) })
}

/** Why a moderator is to look at a hidden listing before others see it again: it is not what was judged any more. */
export async function reasonsToLookAgain({ db, clock }: Holding, post: HiddenRow): Promise<RiskReason[]> {
  if (!seen.includes(post.status_before)) return []
  const judged = await selectBaseline(db, post.id, new Date(post.taken_down_at.getTime() - standing))
  if (!judged) return []
  const author = await lockPerson(db, post.author_id)
  const risks = risksOfChange(judged, toldOf(post), author, clock.now())
  return isTooRisky(risks, author) ? risks : []
}

/** Whether a listing waits for a moderator that was hidden, and then is what it was. */
export const isReturning = (
  post: PostRow,
): post is PostRow & { status: 'pending_review'; status_before: string } =>
  post.status === 'pending_review' && post.status_before !== null

/** What a listing is until a moderator has looked at it. */
export const unpublished = (post: PostContent): PostContent => ({
  ...post,
  status: 'pending_review',
  published_at: null,
  expires_at: null,
})

/** Puts a listing that is not published yet into the queue. */
export async function submitListing(
  work: Work,
  postId: string,
  reasons: readonly RiskReason[],
): Promise<void> {
  await upsertReview(work.db, { postId, change: null, photoIds: [], reasons, at: work.clock.now() })
  await callStaff(work)
}

/** Puts a change into the queue; the listing stays as it is. */
export async function holdChange(
  work: Work,
  before: PostRow,
  after: PostContent,
  { change, reasons }: { change: Change; reasons: readonly RiskReason[] },
): Promise<void> {
  const at = work.clock.now()
  const { id, photo_ids, status } = before
  const photoIds = after.photo_ids.filter((photo) => !photo_ids.includes(photo))
  await letPicturesGo(work, before)
  await upsertReview(work.db, { postId: id, change, photoIds, reasons, at })
  await setPostStatus(work.db, id, status, at)
  await callStaff(work)
}

/** Once a day: more of the same would only teach people to look away. */
async function callStaff(work: Work): Promise<void> {
  const day = work.clock.now().toISOString().slice(0, 10)
  const staff = await selectStaff(work.db)
  await notify(
    work,
    staff.map((recipientId) => ({
      recipientId,
      actorId: null,
      category: 'moderation',
      title: inEachLanguage(({ moderation }) => moderation.waiting.title),
      message: inEachLanguage(({ moderation }) => moderation.waiting.message),
      reference: { model: 'post_reviews', id: day },
      action: {
        label: inEachLanguage(({ moderation }) => moderation.look),
        actionType: 'navigate',
        payload: { screen: 'PostReviews' },
      },
      sourceEvent: `post-reviews:${day}`,
    })),
  )
}

/** Takes out of the queue what is of a listing there. */
export async function endReview(work: Holding, post: PostRow): Promise<void> {
  if (post.review_reasons === null) return
  await letPicturesGo(work, post)
  await deleteReview(work.db, post.id)
}

/** The pictures that a change would add are used by nothing else for that. */
export const letPicturesGo = ({ db, clock }: Holding, { review_photo_ids }: PostRow): Promise<void> =>
  detachUploads(db, review_photo_ids ?? [], clock.now())
