import type { Work } from '../../platform/operation/work.ts'
import { type Notice, notify, retractNotifications, tellChanged } from '../notifications/public.ts'
import { aboutPost } from '../posts/public.ts'
import { inEachLanguage } from '../texts.ts'
import { lockPerson } from '../users/public.ts'
import { type Answered, type CommentedPost, clearComment, type NewComment, selectHearers } from './queries.ts'

/** The same for everybody who hears of a comment, so that nobody hears of it twice. */
const causeOf = (commentId: string) => `comment:${commentId}`
const previewLength = 200

const asked = inEachLanguage(({ comments }) => comments.asked)
const replied = inEachLanguage(({ comments }) => comments.replied)
const answered = inEachLanguage(({ comments }) => comments.answeredBySeller)

/** Tells the listing's owner of a comment, and those whom it answers. */
export async function tellOf(
  work: Work,
  { id, authorId, text }: NewComment,
  post: CommentedPost,
  to: Answered | undefined,
): Promise<void> {
  const replyTo = to ? [to.author_id, to.top_author_id] : []
  const hearers = await selectHearers(work.db, [post.author_id, ...replyTo], { writerId: authorId, post })
  const about = aboutPost(post, work)
  const noticeFor = (recipientId: string): Notice => {
    const isReply = replyTo.includes(recipientId)
    // The owner's picture is for those who go on seeing it: a block takes the notice away with it.
    const isWithOwner = [recipientId, authorId].includes(post.author_id)
    return {
      ...about,
      postImage: isWithOwner ? about.postImage : '',
      action: { ...about.action, payload: { ...about.action.payload, comment_id: id } },
      recipientId,
      actorId: authorId,
      category: isReply ? 'reply' : 'comment',
      sourceEvent: causeOf(id),
      title: !isReply ? asked : authorId === post.author_id ? answered : replied,
      message: [...text].slice(0, previewLength).join(''),
    }
  }
  await notify(work, hearers.map(noticeFor))
}

/** Nobody hears any more of a comment that is gone. */
export async function takeBack(work: Work, commentId: string): Promise<void> {
  tellChanged(work, await retractNotifications(work.db, causeOf(commentId), work.clock.now()))
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
