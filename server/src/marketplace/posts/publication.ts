import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { lockPerson } from '../users/public.ts'
import { duplicatePost, postingLimit } from './problems.ts'
import { countPublishedSince, findTwin } from './queries.ts'
import { isTooRisky, type RiskReason, risksOfListing } from './risk.ts'
import type { PostContent } from './rows.ts'

/** By trust level, from newcomers to those who proved themselves. */
const mostPerDay = [200, 500, 1000, 5000] as const

export const AllowDuplicate = Type.Object({ 'X-Allow-Duplicate': Type.Optional(OneOf(['true', 'false'])) })

/**
 * What holds at the moment a listing appears, be it new or a draft.
 * @returns why a moderator is to look at it first; empty when nobody needs to.
 * @throws POSTING_LIMIT, DUPLICATE_POST
 */
export async function checkPublication(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  post: PostContent & { id: string; authorId: string },
  headers: { 'X-Allow-Duplicate'?: string },
): Promise<RiskReason[]> {
  const now = clock.now()
  const author = await lockPerson(db, post.authorId)
  const today = await countPublishedSince(db, post.authorId, new Date(now.getTime() - days(1)))
  if (today >= (mostPerDay[author.trust_level] ?? mostPerDay[0])) throw postingLimit()
  if (headers['X-Allow-Duplicate'] !== 'true') {
    const twin = await findTwin(db, post, now)
    if (twin) throw duplicatePost({ details: { post_id: twin } })
  }
  const risks = risksOfListing(post, author, now)
  return isTooRisky(risks, author) ? risks : []
}
