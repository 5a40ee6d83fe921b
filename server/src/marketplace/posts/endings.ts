import { days } from '../../platform/clock.ts'
import type { Words } from '../../platform/language.ts'
import type { Work } from '../../platform/operation/work.ts'
import { type Notice, notify, retractNotificationsAbout, tellChanged } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { type EndingRow, lockEnding, markEndingTold, updateRenewed } from './life-queries.ts'
import { aboutPost } from './notice.ts'

/*
 * What is done about the end of a listing is written down beside that end. So it happens once, however often and
 * however late somebody looks, and anew for another end.
 */

/** Renews the next listings whose authors wanted that, and tells the authors of others. @returns how many there were. */
export async function followEndings(work: Work, most: number): Promise<number> {
  const now = work.clock.now()
  const ending = await lockEnding(work.db, now, most)
  if (ending.length === 0) return 0
  await renew(
    work,
    ending.filter((post) => post.is_renewed),
    now,
  )
  await tell(
    work,
    ending.filter((post) => !post.is_renewed),
    now,
  )
  return ending.length
}

/** They go on where they stand among the others, from their end or, where that is past, from now. */
async function renew(work: Work, posts: readonly EndingRow[], now: Date): Promise<void> {
  if (posts.length === 0) return
  const renewed = posts.map((post) => ({ ...post, endsAt: nextEnd(post, now) }))
  await updateRenewed(work.db, renewed)
  for (const { id, is_told: isTold } of posts)
    if (isTold) tellChanged(work, await retractNotificationsAbout(work.db, id, now, 'system'))
  const title = inEachLanguage(({ posts }) => posts.renewed)
  await notify(
    work,
    renewed.map((post) =>
      noticeOf(work, post, { title, sourceEvent: `renewed:${post.id}:${post.endsAt.toISOString()}` }),
    ),
  )
}

const nextEnd = ({ expires_at, expiration_days }: EndingRow, now: Date) =>
  new Date(Math.max(expires_at.getTime(), now.getTime()) + days(expiration_days))

async function tell(work: Work, posts: readonly EndingRow[], now: Date): Promise<void> {
  const last = posts.filter((post) => isWithin(post, 1, now))
  const earlier = posts.filter((post) => !isWithin(post, 1, now))
  await markEndingTold(work.db, { ids: last.map(({ id }) => id), isLast: true })
  await markEndingTold(work.db, { ids: earlier.map(({ id }) => id), isLast: false })
  await notify(work, [
    ...last.filter((post) => isNews(post, 1, now)).map((post) => endingNotice(work, post, 1)),
    ...earlier.filter((post) => isNews(post, 5, now)).map((post) => endingNotice(work, post, 5)),
  ])
}

const isWithin = ({ expires_at }: EndingRow, count: number, now: Date) =>
  expires_at.getTime() - now.getTime() <= days(count)

/** Of a life that is no longer than that, and of an end that has been, nobody needs to be told. */
const isNews = ({ published_at, expires_at }: EndingRow, count: number, now: Date): boolean =>
  expires_at > now && expires_at.getTime() - published_at.getTime() > days(count)

const endingNotice = (work: Work, post: EndingRow, count: 1 | 5): Notice =>
  noticeOf(work, post, {
    title: inEachLanguage(({ posts }) => posts.ending[count]),
    sourceEvent: `ending:${post.id}:${post.expires_at.toISOString()}:${count}`,
  })

const noticeOf = (
  work: Work,
  post: EndingRow,
  { title, sourceEvent }: { title: Words; sourceEvent: string },
): Notice => ({
  ...aboutPost(post, work),
  recipientId: post.author_id,
  actorId: null,
  category: 'system',
  title,
  message: post.title,
  sourceEvent,
})
