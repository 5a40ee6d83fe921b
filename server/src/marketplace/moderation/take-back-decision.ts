import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { moderator } from '../access.ts'
import { KeptPostId } from '../ids.ts'
import { lockPost, Post, readBack } from '../posts/public.ts'
import { noSuchDecision } from './problems.ts'
import { takeOwnDecision } from './queries.ts'

export const takeBackDecision = operation({
  source: 'not in the specification; how a moderator undoes a decision that is held',
  method: 'DELETE',
  path: '/post-mgt/reviews/{post_id}/decision',
  summary: 'Take back your decision about a listing before it takes effect; it waits for a moderator again',
  tag: 'posts',
  access: moderator,
  params: Type.Object({ post_id: KeptPostId }),
  replies: { 200: { message: 'Decision taken back successfully', data: Post } },
  problems: [noSuchDecision],

  async handle({ params, caller, ...work }) {
    const { db, clock } = work
    const post = await lockPost(db, params.post_id, { id: caller.id, isStaff: true }, clock.now())
    const taken = post && (await takeOwnDecision(db, post, caller.id))
    if (!taken) throw noSuchDecision()
    work.audit(`post/${post.id}`, { decision: taken.message === null ? 'accept' : 'decline' })
    return readBack(work, post.id, caller.id)
  },
})
