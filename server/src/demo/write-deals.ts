import { insertReply, insertReview, recordSale, showBoth } from '../marketplace/reviews/public.ts'
import { hours } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { knownIn, type Town } from './plan.ts'
import type { Deal } from './schemas.ts'
import { leftAt } from './write-marketplace.ts'

/** Who bought what, and what the two say of each other; where only one has written, the other one still can. */
export async function writeDeals(db: Db, town: Town): Promise<void> {
  for (const deal of town.content.deals) await writeDeal(db, deal, town)
}

async function writeDeal(db: Db, { listing: title, buyer, ...said }: Deal, town: Town): Promise<void> {
  const listing = knownIn(town.listings, title)
  const buyerId = knownIn(town.people, buyer).id
  const soldAt = leftAt(listing, town.now)
  const deal = await recordSale(db, { postId: listing.id, buyerId }, soldAt)
  if (!deal) throw new Error(`${title} is sold twice`)
  await writeSaid(db, deal, said)
}

type WrittenDeal = NonNullable<Awaited<ReturnType<typeof recordSale>>>

/** Writes what the two of a deal say of each other. */
export async function writeSaid(
  db: Db,
  deal: WrittenDeal,
  said: Pick<Deal, 'byBuyer' | 'bySeller'>,
): Promise<void> {
  const { buyer_id: buyerId, seller_id: sellerId, completed_at: dealtAt } = deal
  const after = (moment: Date, hoursLater: number) => new Date(moment.getTime() + hours(hoursLater))
  const written = [
    ...(said.byBuyer ? [{ ...said.byBuyer, authorId: buyerId, subjectId: sellerId }] : []),
    ...(said.bySeller ? [{ ...said.bySeller, authorId: sellerId, subjectId: buyerId }] : []),
  ].map((one) => ({ ...one, id: newId(), at: after(dealtAt, one.hoursLater) }))
  for (const { id, authorId, subjectId, rating, text, tags = [], at } of written)
    await insertReview(db, {
      id,
      dealId: deal.id,
      authorId,
      subjectId,
      rating,
      text,
      tags,
      visibleAt: deal.review_until,
      at,
    })
  if (written.length < 2) return
  const shownAt = new Date(Math.max(...written.map(({ at }) => at.getTime())))
  await showBoth(db, deal.id, shownAt)
  for (const { id, subjectId, reply } of written)
    if (reply)
      await insertReply(db, id, { subjectId, text: reply.text, at: after(shownAt, reply.hoursLater) })
}
