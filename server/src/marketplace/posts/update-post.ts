import { Type } from 'typebox'
import { recordAction } from '../../platform/audit.ts'
import { expectedVersion, IfMatch } from '../../platform/operation/etag.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { isStaff, member } from '../access.ts'
import { restartSavedPrices } from './favourite-queries.ts'
import { tellPriceDrop } from './notices.ts'
import {
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
  versionConflict,
} from './problems.ts'
import { AllowDuplicate, checkPublication } from './publishing.ts'
import { lockPost, type PostRow, updatePostContent } from './queries.ts'
import { readBack } from './reading.ts'
import { Post, PostChange } from './shapes.ts'
import { applyChange } from './writing.ts'

export const updatePost = operation({
  key: 'M24',
  source: 'named in the specification in the post group; method, path and body chosen here',
  method: 'PUT',
  path: '/post-mgt/update/{post_id}',
  summary: 'Change a listing, or publish a draft',
  access: member,
  params: Type.Object({ post_id: Id }),
  headers: Type.Object({ ...IfMatch.properties, ...AllowDuplicate.properties }),
  body: PostChange,
  replies: { 200: { message: 'Post updated successfully', data: Post } },
  problems: [
    noSuchPost,
    versionConflict,
    postNotEditable,
    pricePrecision,
    attributeInvalid,
    mediaNotReady,
    coordinatesInvalid,
    noSuchCategory,
    invalidTransition,
    postingLimit,
    duplicatePost,
  ],

  async handle({ params, headers, body, caller, ...work }) {
    const { db, clock } = work
    const now = clock.now()
    const before = await lockPost(db, params.post_id, { id: caller.id, isStaff: isStaff(caller) }, now)
    if (!before) throw noSuchPost()
    if ((expectedVersion(headers['If-Match']) ?? before.version) !== before.version) throw versionConflict()
    if (!mayChange(before, body)) throw postNotEditable()
    const { id, author_id: authorId } = before
    const after = await applyChange(work, before, body, authorId)
    if (before.status === 'draft' && after.status !== 'draft')
      await checkPublication(work, { ...after, id, authorId }, headers)
    await updatePostContent(db, id, after, now)
    if (after.currency !== before.currency) await restartSavedPrices(db, id, after.price_minor)
    await tellPriceDrop(work, before, after)
    if (authorId !== caller.id)
      await recordAction(work, {
        product: 'marketplace',
        actorId: caller.id,
        action: 'update-post',
        subject: `post/${id}`,
        details: { fields: Object.keys(body) },
      })
    return readBack(work, id, caller.id)
  },
})

/** Of a sold listing, buyers and reviews rely on everything but the description and the pictures. */
function mayChange({ status }: PostRow, body: object): boolean {
  if (status === 'soft_deleted') return false
  return status !== 'sold' || Object.keys(body).every((key) => key === 'description' || key === 'media')
}
