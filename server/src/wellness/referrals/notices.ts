import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { textsIn } from '../texts.ts'
import { maskedName } from './masked-name.ts'
import { type ReferralRow, selectHearers } from './queries.ts'

export interface ReferralNews {
  referral: ReferralRow
  event: 'JOINED' | 'REWARDED' | 'REVERSED'
  /** Of the last two. */
  points?: number
}

/** Tells people what became of those whom they invited, in their inbox and on their phones. */
export async function tellReferrer(work: Work, news: readonly ReferralNews[]): Promise<void> {
  if (news.length === 0) return
  const hearers = await selectHearers(
    work.db,
    news.map(({ referral }) => referral.id),
  )
  await notify(
    work,
    news.flatMap(({ referral, event, points = 0 }) => {
      const hearer = hearers.get(referral.id)
      if (!hearer) return []
      const { title, message } = textsIn(hearer.language).referral[event]
      return [
        {
          userId: referral.referrer_id,
          category: 'REFERRAL' as const,
          title,
          message: message(maskedName(hearer.referee_name), points),
          sourceEvent: `referral:${referral.id}:${event}`,
          link: 'invite',
        },
      ]
    }),
  )
}
