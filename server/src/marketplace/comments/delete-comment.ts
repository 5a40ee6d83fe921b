import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { isStaff, member } from '../access.ts'
import { ModeratedId } from '../ids.ts'
import { ownMatter, refuseOwnMatter } from '../trust/public.ts'
import { removeComment } from './notice.ts'
import { noSuchComment, notAuthor } from './problems.ts'
import { selectComment } from './queries.ts'
import { CommentRecord, presentComment } from './shapes.ts'

export const deleteComment = operation({
  source: 'not in the specification; what was said by mistake can be taken back',
  method: 'DELETE',
  path: '/post-mgt/delete-comment/{comment_id}',
  summary: 'Delete your comment; where it was answered, its place stays',
  tag: 'posts',
  access: member,
  params: Type.Object({ comment_id: ModeratedId }),
  replies: { 200: { message: 'Comment deleted successfully', data: CommentRecord } },
  problems: [noSuchComment, notAuthor, ownMatter],

  async handle({ params, caller, ...work }) {
    const { db } = work
    const id = params.comment_id
    const found = await selectComment(db, id, caller.id)
    const isOwn = found?.author_id === caller.id
    if (!found || !(isOwn || isStaff(caller) || found.is_shown)) throw noSuchComment()
    if (!isOwn && !isStaff(caller)) throw notAuthor()
    // What others say below one's own listing is for somebody else of the staff to judge.
    if (!isOwn) refuseOwnMatter(caller, [found.seller_id])
    const isGone = await removeComment(work, { id, authorId: found.author_id })
    if (isGone && !isOwn) work.audit(`comment/${id}`, { author: found.author_id, post: found.post_id })
    return presentComment({ ...found, is_shown: false }, caller.id)
  },
})
