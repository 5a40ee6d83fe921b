import { hours } from '../../platform/clock.ts'
import type { Work } from '../../platform/operation/work.ts'
import {
  findStandingNotification,
  type Notice,
  notify,
  retractNotifications,
  takeOutOfNotification,
  tellChanged,
} from '../notifications/public.ts'
import { aboutPost } from '../posts/public.ts'
import { inEachLanguage } from '../texts.ts'
import { lockPerson } from '../users/public.ts'
import { type Answered, type CommentedPost, clearComment, type NewComment, selectHearers } from './queries.ts'

const causeOf = (commentId: string) => `comment:${commentId}`
const previewLength = 200
const gathered = hours(24)

const asked = inEachLanguage(({ comments }) => comments.asked)
const askedByMany = inEachLanguage(({ comments }) => comments.askedByMany)
const replied = inEachLanguage(({ comments }) => comments.replied)
const answered = inEachLanguage(({ comments }) => comments.answeredBySeller)

/** Tells the listing's owner of a comment, and those whom it answers: of the two, who is both hears that they were answered. */
export async function tellOf(
  work: Work,
  comment: NewComment,
  post: CommentedPost,
  to: Answered | undefined,
): Promise<void> {
  const replyTo = to ? [to.author_id, to.top_author_id] : []
  const readers = { writerId: comment.authorId, post }
  const hearers = await selectHearers(work.db, [post.author_id, ...replyTo], readers)
  const notices = hearers.map((recipientId) =>
    replyTo.includes(recipientId)
      ? replyNotice(work, { recipientId, comment, post })
      : commentNotice(work, comment, post),
  )
  await notify(work, await Promise.all(notices))
}

const previewOf = ({ text }: NewComment) => [...text].slice(0, previewLength).join('')

function replyNotice(
  work: Work,
  { recipientId, comment, post }: { recipientId: string; comment: NewComment; post: CommentedPost },
): Notice {
  const { id, authorId } = comment
  const about = aboutPost(post, work)
  // The owner's picture is for those who go on seeing it: a block takes the notice away with it.
  const isWithOwner = [recipientId, authorId].includes(post.author_id)
  return {
    ...about,
    postImage: isWithOwner ? about.postImage : '',
    action: { ...about.action, payload: { ...about.action.payload, comment_id: id } },
    recipientId,
    actorId: authorId,
    category: 'reply',
    sourceEvent: causeOf(id),
    title: authorId === post.author_id ? answered : replied,
    message: previewOf(comment),
  }
}

/**
 * What people ask below one listing is one notice until its owner has read it, for a day. That the comment is counted
 * already holds those back who comment on the same listing at this moment, so that they join it.
 */
async function commentNotice(work: Work, comment: NewComment, post: CommentedPost): Promise<Notice> {
  const { db, clock } = work
  const gathering = `comment:${post.id}:`
  const about = { recipientId: post.author_id, category: 'comment', referenceId: post.id }
  const standing = await findStandingNotification(db, about, gathering)
  const isJoined = standing?.isOpen && clock.now().getTime() - standing.createdAt.getTime() < gathered
  return {
    ...aboutPost(post, work),
    recipientId: post.author_id,
    actorId: comment.authorId,
    category: 'comment',
    sourceEvent: isJoined ? standing.sourceEvent : `${gathering}${comment.id}`,
    title: asked,
    titleOfMany: askedByMany,
    message: post.title,
    said: { cause: causeOf(comment.id), message: previewOf(comment) },
  }
}

/** Nobody hears any more of a comment that is gone. */
export async function takeBack(work: Work, commentId: string): Promise<void> {
  const [cause, now] = [causeOf(commentId), work.clock.now()]
  const replies = await retractNotifications(work.db, cause, now)
  tellChanged(work, [...replies, ...(await takeOutOfNotification(work.db, cause, now))])
}

/** Takes away what a comment of somebody says, and whoever was told of it hears no more. @returns whether it stood. */
export async function removeComment(
  work: Work,
  { id, authorId }: { id: string; authorId: string },
): Promise<boolean> {
  await lockPerson(work.db, authorId)
  const isGone = await clearComment(work.db, id, work.clock.now())
  if (isGone) await takeBack(work, id)
  return isGone
}
