import { isDeepStrictEqual } from 'node:util'
import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { type DealRow, lockDeal } from './deal-queries.ts'
import { publishChange, takeBackReminder, tellOfBoth, tellOfSealed } from './notice.ts'
import { noSuchDeal, reviewFinal, reviewTooLate } from './problems.ts'
import { insertReview, type ReviewRow, selectWritten, showBoth, updateReview } from './queries.ts'
import type { ReviewTag } from './tags.ts'

interface Saying {
  dealId: string
  authorId: string
  rating: number
  text: string
  tags: readonly ReviewTag[]
}

/**
 * Writes what somebody, who is locked, says of a deal. Nobody else sees it until both have written, or the time to do so
 * is over; so long it can be written anew.
 * @throws NO_SUCH_DEAL, REVIEW_FINAL, REVIEW_TOO_LATE
 */
export async function writeReview(work: Work, saying: Saying): Promise<ReviewRow> {
  const { dealId, authorId } = saying
  const deal = await lockDeal(work.db, dealId, authorId)
  if (!deal) throw noSuchDeal()
  const written = await selectWritten(work.db, dealId)
  const own = written.find((row) => row.author_id === authorId)
  if (own) await rewrite(work, own, saying)
  else await write(work, deal, { saying, isSecond: written.length > 0 })
  const row = (await selectWritten(work.db, dealId)).find((one) => one.author_id === authorId)
  if (!row) throw new Error('a review is gone that was just written')
  return row
}

/** Changes a review; whoever repeats themselves changes nothing, however late. */
async function rewrite(work: Work, own: ReviewRow, { rating, text, tags }: Saying): Promise<void> {
  if (own.rating === rating && own.text === text && isDeepStrictEqual(own.tags, tags)) return
  const at = work.clock.now()
  if (own.visible_at <= at || own.standing === 'removed') throw reviewFinal()
  await updateReview(work.db, own.id, { rating, text, tags, at })
}

async function write(
  work: Work,
  deal: DealRow,
  { saying, isSecond }: { saying: Saying; isSecond: boolean },
): Promise<void> {
  const { db, clock } = work
  const at = clock.now()
  if (deal.review_until <= at) throw reviewTooLate()
  const { dealId, authorId, ...said } = saying
  const subjectId = deal.buyer_id === authorId ? deal.seller_id : deal.buyer_id
  const review = { id: newId(), dealId, authorId, subjectId, ...said, visibleAt: deal.review_until, at }
  await insertReview(db, review)
  if (isSecond) await showBoth(db, dealId, at)
  if (deal.remind_at === null) await takeBackReminder(work, review)
  const tell = isSecond ? tellOfBoth : tellOfSealed
  await tell(work, review)
  publishChange(work, { dealId, people: [authorId, subjectId] })
}
