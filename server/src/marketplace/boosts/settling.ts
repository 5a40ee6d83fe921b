import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { lockRow } from '../posts/public.ts'
import { promote, stopPromoting } from '../promotions/public.ts'
import { book, moveTransaction, ofHouse, ofPerson, openTransaction } from '../wallet/public.ts'
import { mostPausedMs, restOf, type Standing, settled, unusedMinor } from './boost.ts'
import { reportBoost } from './jobs.ts'
import { tellStarted } from './notice.ts'
import { subjectOf } from './payment.ts'
import { type BoostRow, selectOpen, selectStanding, updateCourse } from './queries.ts'

const isSame = (one: BoostRow, other: BoostRow) =>
  one.status === other.status &&
  one.starts_at.getTime() === other.starts_at.getTime() &&
  one.ends_at.getTime() === other.ends_at.getTime()

/** Has the boosts of a listing follow how it stands and what time it is. The same again changes nothing. */
export async function settleBoosts(work: Work, { postId }: { postId: string }): Promise<void> {
  await lockRow(work.db, postId)
  const now = work.clock.now()
  const open = await selectOpen(work.db, postId)
  if (open.length === 0) return
  const standing = await selectStanding(work.db, postId, now)
  const ofKind = Map.groupBy(open, ({ kind }) => kind)
  for (const boosts of ofKind.values()) {
    const moved = settled(boosts, givenUp(boosts, standing, now) ? 'over' : standing, now)
    for (const [index, before] of boosts.entries()) {
      const after = moved[index]
      if (after && !isSame(before, after)) await move(work, before, after)
    }
  }
}

const givenUp = (boosts: readonly BoostRow[], standing: Standing, now: Date) =>
  standing === 'paused' &&
  boosts.some(({ suspended_at: at }) => at !== null && now.getTime() - at.getTime() >= mostPausedMs)

async function move(work: Work, before: BoostRow, after: BoostRow): Promise<void> {
  const now = work.clock.now()
  const isOver = after.over_at !== null
  const unused = isOver && after.status !== 'completed' ? unusedOf(before, now) : 0
  await updateCourse(work.db, { ...after, refunded_minor: unused }, now)
  if (unused > 0) await giveBack(work, after, unused)
  if (isOver || after.status === 'suspended') await stopPromoting(work, [after.id])
  else await promote(work, placesOf(after))
  if (after.status === 'active' && before.status === 'scheduled') await tellStarted(work, after)
  if (isOver && after.status !== 'refunded') await work.enqueue(reportBoost, { boostId: after.id })
}

export const unusedOf = (boost: BoostRow, now: Date) =>
  unusedMinor(boost.paid_minor, boost.duration_days, restOf(boost, now))

export const placesOf = ({ id, post_id, kind, starts_at, ends_at }: BoostRow) => ({
  ...{ id, postId: post_id, kind },
  ...{ startsAt: starts_at, endsAt: ends_at },
})

/** Puts what was paid for days that nobody saw back into the wallet, once. */
export async function giveBack(work: Work, boost: BoostRow, amountMinor: number): Promise<void> {
  const { id, user_id: personId, currency, mode, paid_minor: paidMinor } = boost
  const about = { model: 'boost', id }
  const entry = await book(work, {
    ...{ key: `boost:${id}:unused`, kind: 'boost_unused', currency, mode, about },
    lines: [
      { account: ofHouse('revenue'), amountMinor: -amountMinor },
      { account: ofPerson(personId, 'available'), amountMinor },
    ],
  })
  if (!entry.isNew) return
  await openTransaction(work, {
    ...{ id: newId(), personId, type: 'refund', status: 'succeeded', amountMinor, currency, mode, about },
    ...{ entryId: entry.id, subject: subjectOf(boost) },
  })
  await moveTransaction(work, id, amountMinor === paidMinor ? 'refunded' : 'partly_refunded')
}
