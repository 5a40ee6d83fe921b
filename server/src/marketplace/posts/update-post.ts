import { type Static, Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import type { Work } from '../../platform/operation/work.ts'
import { isStaff, member } from '../access.ts'
import { KeptPostId } from '../ids.ts'
import { deleteBaseline } from './baseline-queries.ts'
import { applyChange, mayChange } from './change.ts'
import { savePost } from './history.ts'
import {
  endReview,
  holdChange,
  isReturning,
  keepBaseline,
  reasonsToHold,
  submitListing,
  unpublished,
  withWaiting,
} from './hold.ts'
import { type Change, PostChange } from './input-shapes.ts'
import {
  activePostLimit,
  attributeInvalid,
  coordinatesInvalid,
  duplicatePost,
  invalidTransition,
  mediaNotReady,
  noSuchCategory,
  noSuchPost,
  postingLimit,
  postNotEditable,
  pricePrecision,
} from './problems.ts'
import { AllowDuplicate, askPublisher, checkPublication } from './publication.ts'
import { lockPost } from './queries.ts'
import { replyToAuthor } from './read-back.ts'
import type { PostRow } from './rows.ts'
import { Post } from './shapes.ts'

export const updatePost = operation({
  key: 'M24',
  source: 'named in the specification in the post group; method, path and body chosen here',
  method: 'PUT',
  path: '/post-mgt/update/{post_id}',
  summary: 'Change a listing, or publish a draft; what is risky waits for a moderator',
  access: member,
  params: Type.Object({ post_id: KeptPostId }),
  versioned: true,
  headers: AllowDuplicate,
  body: PostChange,
  replies: { 200: { message: 'Post updated successfully', data: Post } },
  problems: [
    noSuchPost,
    postNotEditable,
    pricePrecision,
    attributeInvalid,
    mediaNotReady,
    coordinatesInvalid,
    noSuchCategory,
    invalidTransition,
    postingLimit,
    activePostLimit,
    duplicatePost,
  ],

  async handle({ params, headers, body, caller, expectVersion, ...work }) {
    const { db, clock } = work
    const editor = { id: caller.id, isStaff: isStaff(caller) }
    const before = await lockPost(db, params.post_id, editor, clock.now())
    if (!before) throw noSuchPost()
    expectVersion(before)
    if (before.author_id === caller.id) await changeOwn(work, before, body, headers)
    else await putRight(work, before, body, caller.id)
    return replyToAuthor(work, before.id, caller.id)
  },
})

/** What appears anew, or has become another thing for those who saw it, may wait for a moderator. */
async function changeOwn(
  work: Work,
  before: PostRow,
  body: Change,
  headers: Static<typeof AllowDuplicate>,
): Promise<void> {
  const { id, author_id: authorId } = before
  if (isToAppear(before, body)) {
    if (body.draft) throw invalidTransition()
    const after = await applyChange(work, { ...before, status: 'draft' }, { ...body, draft: false }, authorId)
    const publisher = await askPublisher(work, { id, authorId, title: after.title }, headers)
    const found = await checkPublication(work, after, publisher)
    // What was declined once is looked at again.
    const reasons = before.status === 'rejected' ? (before.review_reasons ?? found) : found
    await savePost(work, before, reasons.length > 0 ? unpublished(after) : after, authorId)
    return reasons.length > 0 ? submitListing(work, id, reasons) : endReview(work, before)
  }
  const change = withWaiting(before, body)
  if (!mayChange(before, change)) throw postNotEditable()
  const after = await applyChange(work, before, change, authorId)
  const reasons = await reasonsToHold(work, before, after)
  if (reasons.length > 0) return holdChange(work, before, after, { change, reasons })
  await savePost(work, before, after, authorId)
  await keepBaseline(work, before, after)
  // A listing that waits, or that is hidden and waited, goes on waiting.
  if (before.review_change !== null) await endReview(work, before)
}

const isToAppear = (post: PostRow, { draft }: Change) =>
  post.status === 'draft'
    ? draft === false
    : post.status === 'rejected' || (post.status === 'pending_review' && !isReturning(post))

/** What a moderator changes holds at once; what the author waits for goes on waiting. */
async function putRight(work: Work, before: PostRow, body: Change, editorId: string): Promise<void> {
  if (!mayChange(before, body)) throw postNotEditable()
  await savePost(work, before, await applyChange(work, before, body, before.author_id), editorId)
  await deleteBaseline(work.db, before.id)
  work.audit(`post/${before.id}`, { fields: Object.keys(body) })
}
