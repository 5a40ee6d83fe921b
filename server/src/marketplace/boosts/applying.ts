import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { lockRow, noSuchPost } from '../posts/public.ts'
import { promote } from '../promotions/public.ts'
import { book, ofHouse, ofPerson, openTransaction } from '../wallet/public.ts'
import { lengthOf } from './boost.ts'
import { tellStarted } from './notice.ts'
import { lockSold, type PackageRow } from './package-queries.ts'
import { alreadyQueued, noSuchPackage, packageFull, packageNotEligible, postNotActive } from './problems.ts'
import { type BoostRow, insertBoost, type ListingRow, selectListing, selectOpen } from './queries.ts'
import { placesOf, settleBoosts } from './settling.ts'

/** So many of a kind may run or wait for a listing. */
export const mostQueued = 3

export const isFor = ({ category_ids: ids }: PackageRow, { category_ids: filedUnder }: ListingRow): boolean =>
  ids.length === 0 || filedUnder.some((id) => ids.includes(id))

interface Wish {
  packageId: string
  postId: string
  /** Not before. */
  startAt: Date | null
}

/**
 * Boosts a listing, behind its other boosts of the kind. The listing is locked before the package, so that of many
 * who press at once each sees what the others did.
 */
export async function apply(
  work: Work,
  personId: string,
  { packageId, postId, startAt }: Wish,
): Promise<BoostRow> {
  const { db, clock, services } = work
  await lockRow(db, postId)
  await settleBoosts(work, { postId })
  const now = clock.now()
  const listing = await selectListing(db, postId, personId, now)
  if (!listing) throw noSuchPost()
  const sold = await lockSold(db, packageId)
  if (!sold) throw noSuchPackage()
  if (listing.standing !== 'shown') throw postNotActive()
  if (!isFor(sold, listing)) throw packageNotEligible()
  const queue = (await selectOpen(db, postId)).filter(({ kind }) => kind === sold.kind)
  if (queue.length >= mostQueued) throw alreadyQueued()
  if (sold.quantity !== null && sold.standing >= sold.quantity) throw packageFull()
  const startsAt = new Date(
    Math.max(now.getTime(), startAt?.getTime() ?? 0, ...queue.map(({ ends_at }) => ends_at.getTime())),
  )
  const id = newId()
  await insertBoost(
    db,
    {
      ...{ id, post_id: postId, user_id: personId, package_id: sold.id, kind: sold.kind },
      ...{ paid_minor: sold.price_minor, currency: sold.currency, mode: services.moneyMode },
      ...{ starts_at: startsAt, ends_at: new Date(startsAt.getTime() + lengthOf(sold.duration_days)) },
      status: startsAt <= now ? 'active' : 'scheduled',
    },
    now,
  )
  await pay(work, personId, id, sold)
  const boost = (await selectOpen(db, postId)).find((row) => row.id === id)
  if (!boost) throw new Error(`boost ${id} was not written`)
  await promote(work, placesOf(boost))
  if (boost.status === 'active') await tellStarted(work, boost)
  return boost
}

async function pay(work: Work, personId: string, id: string, { price_minor, currency }: PackageRow) {
  if (price_minor === 0) return
  const about = { model: 'boost', id }
  const { moneyMode: mode } = work.services
  const entry = await book(work, {
    ...{ key: `boost:${id}:paid`, kind: 'boost_paid', currency, mode, about },
    lines: [
      { account: ofPerson(personId, 'available'), amountMinor: -price_minor },
      { account: ofHouse('revenue'), amountMinor: price_minor },
    ],
  })
  const amountMinor = -price_minor
  await openTransaction(work, {
    ...{ id, personId, type: 'boost', status: 'succeeded', amountMinor, currency, mode, about },
    entryId: entry.id,
  })
}
