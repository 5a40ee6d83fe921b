import type { Post } from '@plaza/client/marketplace'
import { texts } from '../../../texts/life.ts'
import { texts as posts } from '../../../texts/posts.ts'
import { ago, date } from '../../../ui/dates.ts'

const soonMs = 5 * 86_400_000

/** Until when a listing is what it is, in a few words; empty where there is nothing to say. */
export function lifeLine(post: Post): string {
  const { status, expires_at: end, restorable_until, closed_reason } = post
  if (status === 'soft_deleted')
    return restorable_until ? texts.restorable(date(restorable_until)) : texts.notRestorable
  if (status === 'closed' && closed_reason) return texts.closedFor(closed_reason)
  if (!end) return ''
  if (status === 'expired') return texts.ended(ago(end))
  if (status !== 'active' && status !== 'reserved') return ''
  if (post.auto_renew) return texts.renewing(date(end))
  return Date.parse(end) - Date.now() < soonMs ? texts.endsSoon(ago(end)) : posts.mine.expires(date(end))
}
