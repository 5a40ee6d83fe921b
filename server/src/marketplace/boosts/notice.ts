import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { aboutPost } from '../posts/public.ts'
import { inEachLanguage } from '../texts.ts'
import type { BoostRow, Report } from './queries.ts'

const noticeOf = (work: Work, { id, user_id, post_id, photo_ids }: BoostRow, what: string) => ({
  ...aboutPost({ id: post_id, photo_ids }, work),
  recipientId: user_id,
  actorId: null,
  category: 'package' as const,
  sourceEvent: `boost:${id}:${what}`,
})

export async function tellStarted(work: Work, boost: BoostRow): Promise<void> {
  const title = inEachLanguage(({ boosts }) => boosts.started)
  await notify(work, [{ ...noticeOf(work, boost, 'started'), title, message: boost.title }])
}

export async function tellResult(
  work: Work,
  boost: BoostRow,
  { views, promoted_impressions: shown }: Report,
): Promise<void> {
  const title = inEachLanguage(({ boosts }) => boosts.over)
  const message = inEachLanguage(({ boosts }) => boosts.result(boost.title, shown, views))
  await notify(work, [{ ...noticeOf(work, boost, 'result'), title, message }])
}
