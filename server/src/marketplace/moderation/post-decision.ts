import type { Words } from '../../platform/language.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { aboutPost, acceptHeld, declineHeld, type PostRow } from '../posts/public.ts'
import { inEachLanguage } from '../texts.ts'

/** Lets what waits appear, or with a message to its author declines it. */
export async function decide(work: Work, post: PostRow, message: string | null): Promise<void> {
  const of = post.review_change ? 'change' : 'listing'
  if (message === null) {
    const { title } = await acceptHeld(work, post)
    return tell(
      work,
      post,
      inEachLanguage(({ moderation }) => moderation.accepted[of]),
      title,
    )
  }
  await declineHeld(work, post, message)
  await tell(
    work,
    post,
    inEachLanguage(({ moderation }) => moderation.declined[of]),
    `${post.title}: ${message}`,
  )
}

/** The author hears of the decision, but not whose it was. */
async function tell(work: Work, post: PostRow, title: Words, message: string): Promise<void> {
  await notify(work, [
    {
      ...aboutPost(post, work),
      recipientId: post.author_id,
      actorId: null,
      category: 'moderation',
      title,
      message,
      sourceEvent: `review:${post.id}:${post.version}`,
    },
  ])
}
