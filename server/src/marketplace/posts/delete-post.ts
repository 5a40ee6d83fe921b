import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { RemovedPostId } from '../ids.ts'
import { postLeaving } from './announcements.ts'
import { purgePosts } from './jobs.ts'
import { findDeleted, updateDeleted } from './life-queries.ts'
import { leave, recordActOfStaff } from './lifecycle.ts'
import { noSuchPost, openOrder } from './problems.ts'
import { lockPost } from './queries.ts'

export const deletePost = operation({
  key: 'M41',
  source: 'named in the specification in the post group; method, path and reply chosen here',
  method: 'DELETE',
  path: '/post-mgt/delete/{post_id}',
  summary: 'Delete a listing for good, with its pictures',
  access: member,
  params: Type.Object({ post_id: RemovedPostId }),
  replies: {
    200: {
      message: 'Post deleted successfully',
      data: Type.Object({ _id: Id, deleted: Type.Literal(true) }),
    },
  },
  problems: [noSuchPost, openOrder],

  async handle({ params, caller, ...work }) {
    const { db, clock } = work
    const { post_id: id } = params
    const editor = { id: caller.id, isStaff: caller.kind === 'administrator' }
    const post = await lockPost(db, id, editor, clock.now())
    if (!post && !(await findDeleted(db, id, editor))) throw noSuchPost()
    if (post) {
      await work.announce(postLeaving, { postId: id })
      const isByStaff = post.author_id !== caller.id
      await updateDeleted(db, id, { isByStaff, at: clock.now() })
      await leave(work, post, 'deleted')
      if (isByStaff) await recordActOfStaff(work, post, 'deleted')
      await work.enqueue(purgePosts, { postIds: [id] })
    }
    return { _id: id, deleted: true as const }
  },
})
