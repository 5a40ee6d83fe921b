import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { PaymentRow } from '../payments/public.ts'
import { lockRow, noSuchPost } from '../posts/public.ts'
import { promote } from '../promotions/public.ts'
import { lengthOf } from './boost.ts'
import { tellStarted } from './notice.ts'
import { lockSold, type PackageRow } from './package-queries.ts'
import { awaitCard, payFromWallet } from './payment.ts'
import { alreadyQueued, noSuchPackage, packageFull, packageNotEligible, postNotActive } from './problems.ts'
import {
  type BoostRow,
  findBoost,
  insertBoost,
  type ListingRow,
  selectAwaited,
  selectListing,
  selectOpen,
  updateCourse,
} from './queries.ts'
import { placesOf, settleBoosts } from './settling.ts'

/** So many of a kind may run or wait for a listing. */
export const mostQueued = 3

export const isFor = ({ category_ids: ids }: PackageRow, { category_ids: filedUnder }: ListingRow): boolean =>
  ids.length === 0 || filedUnder.some((id) => ids.includes(id))

export const sources = ['wallet', 'card'] as const

interface Wish {
  packageId: string
  postId: string
  /** Not before. */
  startAt: Date | null
  source: (typeof sources)[number]
  paymentMethodId: string | undefined
}

interface Applied {
  boost: BoostRow
  /** Of a card, of which nobody has been asked yet; null where it is paid. */
  payment: PaymentRow | null
}

/**
 * Boosts a listing, behind its other boosts of the kind: at once from the wallet, and once it has paid by card. The
 * listing is locked before the package, so that of many who press at once each sees what the others did.
 */
export async function apply(work: Work, personId: string, wish: Wish): Promise<Applied> {
  const { db, clock, services } = work
  const { postId } = wish
  await lockRow(db, postId)
  await settleBoosts(work, { postId })
  const now = clock.now()
  const sold = await choosePackage(work, personId, wish)
  const isPaid = wish.source === 'wallet' || sold.price_minor === 0
  const startsAt = new Date(Math.max(now.getTime(), wish.startAt?.getTime() ?? 0))
  const id = newId()
  await insertBoost(
    db,
    {
      ...{ id, post_id: postId, user_id: personId, package_id: sold.id, kind: sold.kind },
      ...{ paid_minor: sold.price_minor, currency: sold.currency, mode: services.moneyMode },
      ...{ starts_at: startsAt, ends_at: new Date(startsAt.getTime() + lengthOf(sold.duration_days)) },
      status: 'pending_payment',
    },
    now,
  )
  const awaited = await findBoost(db, id)
  if (!isPaid) return { boost: awaited, payment: await awaitCard(work, awaited, wish.paymentMethodId) }
  await payFromWallet(work, awaited)
  return { boost: await begin(work, awaited), payment: null }
}

/** @throws what keeps a listing from having a package now */
async function choosePackage(
  { db, clock }: Work,
  personId: string,
  { packageId, postId }: Wish,
): Promise<PackageRow> {
  const listing = await selectListing(db, postId, personId, clock.now())
  if (!listing) throw noSuchPost()
  const sold = await lockSold(db, packageId)
  if (!sold) throw noSuchPackage()
  if (listing.standing !== 'shown') throw postNotActive()
  if (!isFor(sold, listing)) throw packageNotEligible()
  const open = (await selectOpen(db, postId)).map(({ kind }) => kind)
  const taken = [...open, ...(await selectAwaited(db, postId))].filter((kind) => kind === sold.kind)
  if (taken.length >= mostQueued) throw alreadyQueued()
  if (sold.quantity !== null && sold.standing >= sold.quantity) throw packageFull()
  return sold
}

/** Has a boost that is paid run, at once or behind the others of its kind. Its listing is locked. */
export async function begin(work: Work, awaited: BoostRow): Promise<BoostRow> {
  const { db, clock } = work
  const now = clock.now()
  const queue = (await selectOpen(db, awaited.post_id)).filter(({ kind }) => kind === awaited.kind)
  const startsAt = new Date(
    Math.max(now.getTime(), awaited.starts_at.getTime(), ...queue.map(({ ends_at }) => ends_at.getTime())),
  )
  const boost: BoostRow = {
    ...awaited,
    starts_at: startsAt,
    ends_at: new Date(startsAt.getTime() + lengthOf(awaited.duration_days)),
    status: startsAt <= now ? 'active' : 'scheduled',
  }
  await updateCourse(db, boost, now)
  await promote(work, placesOf(boost))
  if (boost.status === 'active') await tellStarted(work, boost)
  return boost
}
