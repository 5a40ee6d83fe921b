import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { disputeMoved } from '../payments/public.ts'
import { lockRow } from '../posts/public.ts'
import { stopPromoting } from '../promotions/public.ts'
import { book, ofHouse } from '../wallet/public.ts'
import { ended } from './boost.ts'
import { reportBoost } from './jobs.ts'
import { type BoostRow, selectBoost, selectPostOf, updateCourse, updateWithheld } from './queries.ts'
import { giveBack, unusedOf } from './settling.ts'

type Moved = Announced<(typeof disputeMoved)['data']>

/** A bank takes back what a boost was paid with: it ends, and those behind it begin when they would have; where the bank gives in, its unused days are paid back. */
export async function followDisputedBoost(work: Work, moved: Moved): Promise<void> {
  const { purpose, phase } = moved
  if (purpose.kind !== 'boost' || phase === 'asked') return
  const postId = await selectPostOf(work.db, purpose.id)
  if (postId === undefined) return
  await lockRow(work.db, postId)
  const boost = await selectBoost(work.db, purpose.id)
  if (!boost) return
  if (phase === 'returned') return payUnused(work, boost)
  if (boost.over_at === null) await stop(work, boost)
  if (phase === 'lost') await writeOff(work, boost, moved)
}

async function stop(work: Work, boost: BoostRow): Promise<void> {
  const { db, clock } = work
  const now = clock.now()
  const over = ended(boost, now)
  await updateCourse(db, { ...over, refunded_minor: 0 }, now)
  const withheldMinor = over.status === 'completed' ? 0 : unusedOf(boost, now)
  await updateWithheld(db, boost.id, { withheldMinor, refundedMinor: 0 })
  await stopPromoting(work, [boost.id])
  if (over.status !== 'refunded') await work.enqueue(reportBoost, { boostId: boost.id })
}

async function payUnused(work: Work, boost: BoostRow): Promise<void> {
  const { id, withheld_minor: minor } = boost
  if (minor === 0) return
  await updateWithheld(work.db, id, { withheldMinor: 0, refundedMinor: minor })
  await giveBack(work, boost, minor)
}

/** What was earned by it is not. */
async function writeOff(
  work: Work,
  { id }: BoostRow,
  { disputeId, toBringMinor, currency, mode }: Moved,
): Promise<void> {
  await updateWithheld(work.db, id, { withheldMinor: 0, refundedMinor: 0 })
  if (toBringMinor === 0) return
  await book(work, {
    ...{ key: `boost:${id}:charged_back:${disputeId}`, kind: 'boost_charged_back', currency, mode },
    lines: [
      { account: ofHouse('revenue'), amountMinor: -toBringMinor },
      { account: ofHouse('receivables'), amountMinor: toBringMinor },
    ],
    about: { model: 'boost', id },
  })
}
