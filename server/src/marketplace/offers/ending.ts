import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { OfferReason, OfferSide } from '../chat/public.ts'
import { lockRows, type postLeft, type priceChanged } from '../posts/public.ts'
import { unitsKept } from './announcements.ts'
import { type Told, tell } from './notice.ts'
import {
  endOffers,
  findStock,
  type OfferRow,
  type StandingRow,
  selectStandingAbout,
  selectStandingBetween,
  selectStandingOf,
} from './queries.ts'

// What ends offers without either of the two: they hear of it from other nouns.

async function end(
  work: Work,
  standing: readonly StandingRow[],
  reason: OfferReason,
  toldOf: (offer: OfferRow) => Told['to'],
): Promise<void> {
  const ids = standing.map(({ id }) => id)
  const ended = await endOffers(work.db, ids, { status: 'ended', reason }, work.clock.now())
  for (const offer of ended) await tell(work, offer, { to: toldOf(offer), actor: null })
  const freed = new Set(ended.filter(({ was }) => was === 'accepted').map(({ post_id }) => post_id))
  for (const postId of freed) await work.announce(unitsKept, { postId })
}

const toBuyer = () => ({ buyer: 'ended' as const })

/** Of a listing that closed or is out of sight. */
export async function endOffersAbout(
  work: Work,
  { postId }: Pick<Announced<(typeof postLeft)['data']>, 'postId'>,
): Promise<void> {
  await end(work, await selectStandingAbout(work.db, postId), 'unavailable', toBuyer)
}

/** Of a listing that is sold, be it by hand or by an order. */
export async function endOffersOfSold(work: Work, { postId }: { postId: string }): Promise<void> {
  const stock = await findStock(work.db, postId)
  if (stock?.status === 'sold') await end(work, await selectStandingAbout(work.db, postId), 'sold', toBuyer)
}

/** Of pieces that are sold by hand: what was promised last goes first. */
export async function endOffersBeyond(
  work: Work,
  { postId, quantitySold }: { postId: string; quantitySold: number },
): Promise<void> {
  const stock = await findStock(work.db, postId)
  const accepted = (await selectStandingAbout(work.db, postId)).filter(({ status }) => status === 'accepted')
  let kept = accepted.reduce((sum, { quantity }) => sum + quantity, 0)
  const left = (stock?.quantity ?? 0) - quantitySold
  const beyond = accepted.filter(({ quantity }) => {
    const isBeyond = kept > left
    if (isBeyond) kept -= quantity
    return isBeyond
  })
  if (beyond.length > 0) await end(work, beyond, 'sold', toBuyer)
}

/** Of a listing that costs something in another currency now; what was accepted stands. */
export async function endOffersInOther(
  work: Work,
  { postId, before, after }: Announced<(typeof priceChanged)['data']>,
): Promise<void> {
  if (before.currency === after.currency) return
  const open = (await selectStandingAbout(work.db, postId)).filter(({ status }) => status === 'open')
  await end(work, open, 'unavailable', toBuyer)
}

async function endLocked(
  work: Work,
  select: () => Promise<StandingRow[]>,
  reason: OfferReason,
  toldOf: (offer: OfferRow) => Told['to'],
): Promise<void> {
  const postIds = new Set((await select()).map(({ post_id }) => post_id))
  if (postIds.size === 0) return
  await lockRows(work.db, [...postIds])
  await end(work, await select(), reason, toldOf)
}

/** Between two people of whom one blocked the other; neither hears of it. */
export const endOffersBetween = (
  work: Work,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> =>
  endLocked(
    work,
    () => selectStandingBetween(work.db, blockerId, blockedId),
    'blocked',
    () => ({}),
  )

/** Of somebody whose account ends. */
export const endOffersOf = (work: Work, { userId }: { userId: string }): Promise<void> =>
  endLocked(
    work,
    () => selectStandingOf(work.db, userId),
    'left',
    ({ buyer_id }) => {
      const stays: OfferSide = buyer_id === userId ? 'seller' : 'buyer'
      return { [stays]: 'ended' as const }
    },
  )
