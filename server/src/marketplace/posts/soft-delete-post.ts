import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import type { Work } from '../../platform/operation/work.ts'
import { type Caller, isStaff, member } from '../access.ts'
import { KeptPostId } from '../ids.ts'
import { postBecameVisible, postLeaving } from './announcements.ts'
import { restorableForMs } from './card-queries.ts'
import { findDeleted, updateRestored, updateSoftDeleted } from './life-queries.ts'
import { isDeletedByStaff, isOpen, leave, recordActOfStaff, seenByAll } from './lifecycle.ts'
import { activePostLimit, noSuchPost, openOrder, removedByModeration, restoreWindowOver } from './problems.ts'
import { allowingTwins, askPublisher, checkLive } from './publication.ts'
import { lockPost } from './queries.ts'
import { readBack } from './read-back.ts'
import type { PostRow } from './rows.ts'
import { Post } from './shapes.ts'

export const softDeletePost = operation({
  key: 'M47',
  source: 'named in the specification in the post group; method, path and body chosen here',
  method: 'PATCH',
  path: '/post-mgt/soft-delete/{post_id}',
  summary: 'Delete a listing so that it can be brought back for 30 days, or bring it back',
  access: member,
  params: Type.Object({ post_id: KeptPostId }),
  versioned: true,
  body: Type.Object({
    restore: Type.Optional(Type.Boolean({ default: false, description: 'bring it back' })),
  }),
  replies: { 200: { message: 'Post updated successfully', data: Post } },
  problems: [noSuchPost, openOrder, restoreWindowOver, removedByModeration, activePostLimit],

  async handle({ params, body, caller, expectVersion, ...work }) {
    const { db, clock } = work
    const editor = { id: caller.id, isStaff: isStaff(caller) }
    const post = await lockPost(db, params.post_id, editor, clock.now())
    const isRestoring = body.restore === true
    if (!post || isLongGone(post, clock.now())) {
      const gone = post ?? (await findDeleted(db, params.post_id, editor))
      throw gone && isRestoring ? restoreWindowOver() : noSuchPost()
    }
    expectVersion(post)
    await (isRestoring ? restore(work, post, caller) : softDelete(work, post, caller))
    return readBack(work, post.id, caller.id)
  },
})

const isLongGone = ({ status, deleted_at }: PostRow, now: Date): boolean =>
  status === 'soft_deleted' && deleted_at !== null && now.getTime() - deleted_at.getTime() >= restorableForMs

async function softDelete(work: Work, post: PostRow, caller: Caller): Promise<void> {
  const isByStaff = post.author_id !== caller.id
  if (post.status === 'soft_deleted' && !(isByStaff && post.taken_down_at === null)) return
  await work.announce(postLeaving, { postId: post.id })
  await updateSoftDeleted(work.db, post.id, { isByStaff, at: work.clock.now() })
  await leave(work, post, 'deleted')
  if (isByStaff) await recordActOfStaff(work, post, 'deleted')
}

/** What comes back is what it was: what was hidden stays so, and what is open again counts as much as a new one. */
async function restore(work: Work, post: PostRow, caller: Caller): Promise<void> {
  if (post.status !== 'soft_deleted') return
  const isByStaff = post.author_id !== caller.id
  if (!isByStaff && isDeletedByStaff(post)) throw removedByModeration()
  const status = post.status_before_deletion ?? 'draft'
  const now = work.clock.now()
  const { id, author_id: authorId, title } = post
  if (isOpen({ ...post, status }, now))
    checkLive(work, await askPublisher(work, { id, authorId, title }, allowingTwins))
  await updateRestored(work.db, id, { status, at: now })
  if (isByStaff) await recordActOfStaff(work, post, 'restored')
  if (seenByAll.includes(status))
    await work.announce(postBecameVisible, { postId: id, authorId, title, how: 'restored' })
}
