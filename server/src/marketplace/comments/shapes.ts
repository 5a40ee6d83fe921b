import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { hintKinds, hintsIn } from '../trust/public.ts'
import { PublicUser, presentPublicUser } from '../users/public.ts'
import type { CommentRow } from './queries.ts'

/** What somebody asked or answered below a listing; of what is gone nothing is left but its place. */
export const CommentRecord = Type.Object(
  {
    _id: Id,
    post_id: Id,
    parent_id: Nullable(Id, 'the top of its thread; null of a top itself'),
    reply_to: Nullable(Id, 'the comment that it answers: the top, or a reply of the same thread'),
    user: Nullable(PublicUser, 'null where the comment is gone, or not for you to see'),
    text: Nullable(Shown('Does the lamp come with it?')),
    is_seller: Type.Boolean({ description: 'the listing is theirs' }),
    own: Type.Boolean(),
    hints: Type.Array(OneOf(hintKinds), { description: 'what in it often goes with fraud' }),
    is_deleted: Type.Boolean(),
    reply_count: Type.Integer({ description: 'of those that you see' }),
    client_ref: Nullable(Shown('c0ffee-0001'), 'of your own'),
    createdAt: Timestamp,
  },
  { title: 'CommentRecord' },
)

/** A comment with the beginning of what was answered. */
export const CommentThread = Type.Object(
  {
    ...CommentRecord.properties,
    replies: Type.Array(CommentRecord, { description: 'the first of them, oldest first' }),
  },
  { title: 'CommentThread' },
)

export function presentComment(row: CommentRow, viewer: string | null): Static<typeof CommentRecord> {
  const { author_id: authorId, is_shown: isShown } = row
  const own = isShown && authorId === viewer
  return {
    _id: row.id,
    post_id: row.post_id,
    parent_id: row.parent_id,
    reply_to: row.reply_to,
    user: isShown
      ? presentPublicUser({
          id: authorId,
          name: row.author_name,
          profile_photo_url: row.author_photo_url,
          is_verified: row.author_is_verified,
          created_at: row.author_created_at,
        })
      : null,
    text: isShown ? row.text : null,
    is_seller: isShown && authorId === row.seller_id,
    own,
    hints: isShown ? hintsIn(row.text) : [],
    is_deleted: !isShown,
    reply_count: row.reply_count,
    client_ref: own ? row.client_ref : null,
    createdAt: row.created_at.toISOString(),
  }
}
