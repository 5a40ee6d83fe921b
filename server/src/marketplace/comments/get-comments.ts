import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { anyone, isStaff } from '../access.ts'
import { ShownCommentId, ShownPostId } from '../ids.ts'
import { noSuchComment, noSuchPost } from './problems.ts'
import {
  type CommentRow,
  commentOrder,
  findDiscussion,
  selectFirstReplies,
  selectReplies,
  selectTops,
} from './queries.ts'
import { CommentThread, presentComment } from './shapes.ts'

const firstReplies = 3

export const getComments = operation({
  key: 'M37',
  source: 'named in the specification in the post group; method, path, order, paging and shape chosen here',
  method: 'GET',
  path: '/post-mgt/get-comments/{post_id}',
  summary: 'List what was asked and answered below a listing',
  tag: 'posts',
  access: anyone,
  params: Type.Object({ post_id: ShownPostId }),
  query: Type.Object({
    sort: Type.Optional(
      OneOf(['newest', 'oldest'], { description: 'newest unless said; of the replies of a thread oldest' }),
    ),
    parent_id: Type.Optional({ ...ShownCommentId, description: 'all replies of this thread' }),
  }),
  paged: { limit: 20 },
  replies: {
    200: {
      message: 'Comments fetched successfully',
      data: Type.Array(CommentThread),
      meta: Type.Object({
        comment_count: Type.Integer({
          description: 'below the listing, with replies: of those that you see',
        }),
      }),
    },
  },
  problems: [noSuchPost, noSuchComment],

  async handle({ params, query, caller, db, clock, page }) {
    const viewer = caller?.id ?? null
    const parentId = query.parent_id ?? null
    const order = commentOrder[query.sort ?? (parentId === null ? 'newest' : 'oldest')]
    const ask = { viewer, order, after: page.after, limit: page.limit + 1 }
    const reader = { viewer, isStaff: caller !== null && isStaff(caller), now: clock.now() }
    const [discussion, rows] = await Promise.all([
      findDiscussion(db, { postId: params.post_id, parentId, ...reader }),
      parentId === null ? selectTops(db, params.post_id, ask) : selectReplies(db, parentId, ask),
    ])
    if (!discussion) throw parentId === null ? noSuchPost() : noSuchComment()
    const hidden = new Map(Object.entries(discussion.hidden ?? {}))
    const counted = (row: CommentRow) => ({
      ...row,
      reply_count: row.reply_count - (hidden.get(row.id) ?? 0),
    })
    const answered = rows
      .slice(0, page.limit)
      .map(counted)
      .filter((row) => row.reply_count > 0)
    const replies = await selectFirstReplies(
      db,
      answered.map((row) => row.id),
      viewer,
      firstReplies,
    )
    const present = (row: CommentRow) => presentComment(counted(row), viewer)
    const unseen = [...hidden.values()].reduce((sum, count) => sum + count, 0)
    return page.of(
      rows,
      order.keyOf,
      (row) => ({
        ...present(row),
        replies: replies.filter((reply) => reply.parent_id === row.id).map(present),
      }),
      { comment_count: discussion.count - unseen },
    )
  },
})
