import { newId } from '../../platform/ids.ts'
import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { disputeMoved } from '../payments/public.ts'
import { lockPerson } from '../users/public.ts'
import { book, moveTransaction, ofHouse } from '../wallet/public.ts'
import { type ChargeRow, giveTimeBack, lockCharge, withholdTime } from './charge-queries.ts'
import { end, regain } from './machine.ts'
import { returnUnused } from './proration.ts'
import { insertSubscription, lockLive, lockSubscription, updateSubscription } from './queries.ts'

// A bank takes back what a period was paid with.

type Moved = Announced<(typeof disputeMoved)['data']>

/** What follows for a plan: its paid time ends, and comes back where the bank gives in. */
export async function followDisputedPlan(work: Work, moved: Moved): Promise<void> {
  const { purpose, phase, personId } = moved
  if (purpose.kind !== 'subscription' || phase === 'asked') return
  await lockPerson(work.db, personId)
  const charge = await lockCharge(work.db, { id: purpose.id })
  if (!charge) return
  if (phase === 'returned') return giveBack(work, charge)
  if (charge.status === 'paid') await takeAway(work, charge)
  if (phase === 'lost') await writeOff(work, charge, moved)
}

/** Ends it now. What others of its payments bought goes back as ever; what this one bought waits for the bank. */
async function takeAway(work: Work, charge: ChargeRow): Promise<void> {
  const { db, clock } = work
  const now = clock.now()
  await moveTransaction(work, charge.id, 'disputed')
  const row = charge.subscription_id ? await lockSubscription(db, charge.subscription_id) : undefined
  const ended =
    row && !row.ended_at
      ? await updateSubscription(db, row.id, end(row, 'charged_back', now), now)
      : undefined
  const withheldMs = ended ? await returnUnused(work, ended, { withheldOf: charge.id }) : 0
  await withholdTime(db, charge.id, { ms: withheldMs, status: 'disputed' })
}

async function giveBack(work: Work, charge: ChargeRow): Promise<void> {
  const { db, clock } = work
  if (charge.status !== 'disputed') return
  const { id, user_id: userId, plan_id: planId, withheld_ms: ms } = charge
  await moveTransaction(work, id, 'succeeded')
  const now = clock.now()
  if (ms === 0) return giveTimeBack(db, id, charge.subscription_id)
  const row =
    (await lockLive(db, userId)) ?? (await insertSubscription(db, { id: newId(), userId, planId, at: now }))
  await updateSubscription(db, row.id, regain(row, ms, now), now)
  await giveTimeBack(db, id, row.id)
}

/** What was earned by it is not. */
async function writeOff(
  work: Work,
  charge: ChargeRow,
  { disputeId, toBringMinor, currency, mode }: Moved,
): Promise<void> {
  await withholdTime(work.db, charge.id, { ms: null, status: 'charged_back' })
  if (toBringMinor > 0)
    await book(work, {
      ...{
        key: `subscription:${charge.id}:charged_back:${disputeId}`,
        kind: 'subscription_charged_back',
        currency,
        mode,
      },
      lines: [
        { account: ofHouse('revenue'), amountMinor: -toBringMinor },
        { account: ofHouse('receivables'), amountMinor: toBringMinor },
      ],
      about: { model: 'subscription', id: charge.subscription_id ?? charge.id },
    })
  if (charge.status === 'paid' || charge.status === 'disputed')
    await moveTransaction(work, charge.id, 'charged_back')
}
