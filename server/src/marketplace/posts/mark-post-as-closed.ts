import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Text } from '../../platform/operation/schema.ts'
import { isStaff, member } from '../access.ts'
import { KeptPostId } from '../ids.ts'
import { updateClosed } from './life-queries.ts'
import { isOpen, leave, recordActOfStaff } from './lifecycle.ts'
import { invalidTransition, noSuchPost } from './problems.ts'
import { lockPost } from './queries.ts'
import { readBack } from './read-back.ts'
import { Post } from './shapes.ts'

export const markPostAsClosed = operation({
  key: 'M49',
  source: 'named in the specification in the post group; method, path and body chosen here',
  method: 'PATCH',
  path: '/post-mgt/mark-as-closed/{post_id}',
  summary: 'End a listing that is not to be had any more, without a sale; its chats stay readable',
  access: member,
  params: Type.Object({ post_id: KeptPostId }),
  versioned: true,
  body: Type.Object({
    reason: Type.Optional(
      Text(1, 300, { description: 'for the owner to remember', example: 'Given to a friend.' }),
    ),
  }),
  replies: { 200: { message: 'Post closed successfully', data: Post } },
  problems: [noSuchPost, invalidTransition],

  async handle({ params, body, caller, expectVersion, ...work }) {
    const { db, clock } = work
    const at = clock.now()
    const post = await lockPost(db, params.post_id, { id: caller.id, isStaff: isStaff(caller) }, at)
    if (!post) throw noSuchPost()
    expectVersion(post)
    if (post.status !== 'closed') {
      if (!isOpen(post, at)) throw invalidTransition()
      const reason = body.reason ?? null
      await updateClosed(db, post.id, { reason, at })
      await leave(work, post, 'closed')
      if (post.author_id !== caller.id) await recordActOfStaff(work, post, 'closed', reason)
    }
    return readBack(work, post.id, caller.id)
  },
})
