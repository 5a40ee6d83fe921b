import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Text, Verbatim } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { ShownCommentId, ShownPostId } from '../ids.ts'
import { commentsOpen } from '../limits.ts'
import { interestShown } from '../posts/public.ts'
import { lockPerson } from '../users/public.ts'
import { tellOf } from './notice.ts'
import { noSuchComment, noSuchPost, postNotOpen } from './problems.ts'
import {
  findAnswered,
  findCommentedPost,
  insertComment,
  type NewComment,
  selectByRef,
  selectComment,
} from './queries.ts'
import { CommentRecord, presentComment } from './shapes.ts'

export const addComment = operation({
  key: 'M36',
  source: 'named in the specification in the post group; method, path, body and shape chosen here',
  method: 'POST',
  path: '/post-mgt/add-comment',
  summary: 'Ask or answer something below a listing',
  tag: 'posts',
  access: member,
  body: Type.Object({
    post_id: ShownPostId,
    text: Text(1, 1000, { example: 'Does the lamp come with it?' }),
    parent_id: Type.Optional({
      ...ShownCommentId,
      description: 'what it answers; a reply to a reply stands in the same thread',
    }),
    client_ref: Type.Optional(
      Verbatim(8, 64, {
        description: 'of your choice; a repeat answers with the comment that is there',
        example: 'c0ffee-0001',
      }),
    ),
  }),
  replies: { 200: { message: 'Comment added successfully', data: CommentRecord } },
  problems: [noSuchPost, noSuchComment, postNotOpen, commentsOpen.refusal],
  switch: commentsOpen,
  limit: { max: 60, strict: 10, windowSeconds: 60 },

  async handle({ body, caller, request, ...work }) {
    const { db } = work
    const at = work.clock.now()
    const clientRef = body.client_ref ?? null
    // One comment of a person after the other: of two repeats at once the second one finds the first.
    await lockPerson(db, caller.id)
    const written = clientRef === null ? undefined : await selectByRef(db, caller.id, clientRef)
    if (written) return presentComment(written, caller.id)
    const post = await findCommentedPost(db, body.post_id, caller.id, at)
    if (!post) throw noSuchPost()
    const { parent_id: id } = body
    const answered =
      id === undefined ? id : await findAnswered(db, id, { postId: post.id, viewer: caller.id })
    if (id && !answered) throw noSuchComment()
    if (!post.is_open) throw postNotOpen()
    const ids = { id: newId(), postId: post.id, authorId: caller.id }
    const comment: NewComment = { ...ids, answered, text: body.text, clientRef, at }
    await insertComment(db, comment)
    if (post.author_id !== caller.id) {
      const interest = { postId: post.id, userId: caller.id, kind: 'comment' as const }
      await work.announce(interestShown, { ...interest, ip: request.ip })
    }
    await tellOf(work, comment, post, answered)
    const row = await selectComment(db, comment.id, caller.id)
    if (!row) throw noSuchComment()
    return presentComment(row, caller.id)
  },
})
