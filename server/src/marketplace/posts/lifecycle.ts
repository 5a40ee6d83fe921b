import type { Words } from '../../platform/language.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify, retractNotificationsAbout, tellChanged } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { postBecameVisible, postLeft } from './announcements.ts'
import { aboutPost } from './notice.ts'
import type { ListingRow, PostRow } from './rows.ts'

/** What everybody finds whose author is there. */
export const seenByAll: readonly string[] = ['active', 'reserved', 'sold', 'closed']

/** Open, though it may have ended by the clock. */
export const isStoredOpen = ({ status }: { status: string }): boolean =>
  status === 'active' || status === 'reserved'

/** Open to buyers at this moment. */
export const isOpen = (
  { status, expires_at }: { status: string; expires_at: Date | null },
  now: Date,
): boolean => isStoredOpen({ status }) && expires_at !== null && expires_at > now

/** Its author cannot bring it back: staff deleted it. What was hidden only comes back as it was, hidden. */
export const isDeletedByStaff = ({
  taken_down_at,
  status_before_deletion,
}: Pick<ListingRow, 'taken_down_at' | 'status_before_deletion'>): boolean =>
  taken_down_at !== null && status_before_deletion !== 'hidden'

/** Takes back what people were told of a listing and is so no more, and says that it left. */
export async function leave(
  work: Pick<Work, 'db' | 'clock' | 'publish' | 'announce'>,
  { id, author_id, published_at }: Pick<PostRow, 'id' | 'author_id' | 'published_at'>,
  how: 'closed' | 'deleted' | 'taken_down',
): Promise<void> {
  if (published_at === null) return
  const now = work.clock.now()
  // Of what is closed it holds on that somebody saved it.
  const told = how === 'closed' ? (['price_drop', 'back_available', 'system'] as const) : []
  tellChanged(work, await retractNotificationsAbout(work.db, id, now, ...told))
  await work.announce(postLeft, { postId: id, authorId: author_id, how })
}

/** Says that a listing is there for others as it was, where it is one that everybody finds. */
export async function announceReturn(
  work: Pick<Work, 'announce'>,
  post: { id: string; author_id: string; title: string; status_before: string | null },
): Promise<void> {
  const { id: postId, author_id: authorId, title, status_before: status } = post
  if (status !== null && seenByAll.includes(status))
    await work.announce(postBecameVisible, { postId, authorId, title, how: 'restored' })
}

/** Keeps what staff did to somebody's listing, of which its author hears, but not who did it. */
export async function recordActOfStaff(
  work: Work,
  post: PostRow,
  what: 'closed' | 'deleted' | 'restored',
  reason: string | null = null,
): Promise<void> {
  const title: Words = inEachLanguage(({ posts }) => posts.byStaff[what])
  await notify(work, [
    {
      ...aboutPost(post, work),
      recipientId: post.author_id,
      actorId: null,
      category: 'moderation',
      title,
      message: reason === null ? post.title : `${post.title}: ${reason}`,
      sourceEvent: `staff:${post.id}:${post.version}`,
    },
  ])
  work.audit(`post/${post.id}`, { what, reason })
}
