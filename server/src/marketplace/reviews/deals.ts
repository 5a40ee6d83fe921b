import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import {
  type DealRow,
  deleteDealsOf,
  deleteUnreviewedDeal,
  insertOrderDeal,
  insertSaleDeal,
  lockSaleDeals,
} from './deal-queries.ts'
import { takeBackDeal, tellOfDeal } from './notice.ts'

/** So long after a deal its two people can review each other. */
const reviewDays = 14
/** So long before the end those who have not written are reminded, once. */
const reminderDays = 3

function newDeal(completedAt: Date) {
  const after = (count: number) => new Date(completedAt.getTime() + days(count))
  const [reviewUntil, remindAt] = [after(reviewDays), after(reviewDays - reminderDays)]
  return { id: newId(), completedAt, reviewUntil, remindAt }
}

/** Writes down that an order came to its end. @returns the deal; undefined where it was written down before. */
export const recordOrder = (db: Db, orderId: string, at: Date): Promise<DealRow | undefined> =>
  insertOrderDeal(db, orderId, newDeal(at))

/** An order came to its end: both are asked what they think of it. */
export async function openOrderDeal(work: Work, { orderId }: { orderId: string }): Promise<void> {
  const deal = await recordOrder(work.db, orderId, work.clock.now())
  if (deal) await tellOfDeal(work, deal, [deal.buyer_id, deal.seller_id])
}

/** Writes down a sale by hand. @returns the deal; undefined where its buyer had one of this listing. */
export const recordSale = (
  db: Db,
  sale: { postId: string; buyerId: string },
  at: Date,
): Promise<DealRow | undefined> => insertSaleDeal(db, sale, newDeal(at))

/** A seller wrote down that somebody here bought it: the buyer is asked, and the seller may review as well. */
export async function openSaleDeal(work: Work, sale: { postId: string; buyerId: string }): Promise<void> {
  const deal = await recordSale(work.db, sale, work.clock.now())
  if (deal) await tellOfDeal(work, deal, [deal.buyer_id])
}

/**
 * A seller took a sale back: it was no deal, with what they wrote of it themselves. Where the buyer has written it stays
 * one, or whoever expects a bad review would take back the sale.
 */
export async function withdrawSaleDeals(
  work: Work,
  { postId, buyerId }: { postId: string; buyerId: string | null },
): Promise<void> {
  for (const deal of await lockSaleDeals(work.db, postId, buyerId))
    if (await deleteUnreviewedDeal(work.db, deal)) await takeBackDeal(work, deal)
}

/** Takes away what was dealt in somebody's name, and what was said of it. */
export const forgetDealsOf = ({ db }: Work, { userId }: { userId: string }): Promise<void> =>
  deleteDealsOf(db, userId)
