import type { Work } from '../../platform/operation/work.ts'
import { openRefund } from '../payments/public.ts'
import { book, moveTransaction, ofHouse, ofPerson } from '../wallet/public.ts'
import { addReturned, type ChargeRow, lockPaid } from './charge-queries.ts'
import type { SubscriptionRow } from './queries.ts'

/** The part of an amount that some of its time is worth; a half goes to the even side. */
export function shareOf(amountMinor: number, ms: number, ofMs: number): number {
  const [whole, part] = [BigInt(amountMinor) * BigInt(ms), BigInt(ofMs)]
  const [share, rest] = [whole / part, (whole % part) * 2n]
  const isUp = rest > part || (rest === part && share % 2n === 1n)
  return Number(isUp ? share + 1n : share)
}

/**
 * Gives back the money for paid time that nobody will use: of the last payments, as far as it reaches; but not of the one
 * that a bank takes back.
 * @returns how much time that one had bought of it
 */
export async function returnUnused(
  work: Work,
  row: SubscriptionRow,
  { withheldOf }: { withheldOf?: string } = {},
): Promise<number> {
  let withheld = 0
  if (!row.ended_at || row.returned_ms === 0) return withheld
  const charges = await lockPaid(work.db, row.id)
  let left = row.returned_ms - charges.reduce((sum, { returned_ms: ms }) => sum + ms, 0)
  for (const charge of charges) {
    const ms = Math.min(left, charge.bought_ms - charge.returned_ms)
    if (ms <= 0) continue
    left -= ms
    if (charge.id === withheldOf) {
      withheld = ms
      await addReturned(work.db, charge.id, ms)
    } else await giveBack(work, row, charge, ms)
  }
  return withheld
}

async function giveBack(work: Work, row: SubscriptionRow, charge: ChargeRow, ms: number): Promise<void> {
  const { db } = work
  await addReturned(db, charge.id, ms)
  const amountMinor = shareOf(charge.amount_minor, ms, charge.bought_ms)
  const { payment_id: paymentId, mode } = charge
  if (!paymentId || !mode || amountMinor === 0) return
  const { id: entryId } = await book(work, {
    key: `subscription:${charge.id}:unused`,
    kind: 'subscription_unused',
    currency: charge.currency,
    mode,
    lines: [
      { account: ofHouse('revenue'), amountMinor: -amountMinor },
      { account: ofPerson(row.user_id, 'reserved'), amountMinor },
    ],
    about: { model: 'subscription', id: row.id },
  })
  await moveTransaction(
    work,
    charge.id,
    amountMinor === charge.amount_minor ? 'refunded' : 'partly_refunded',
    {
      entryId,
    },
  )
  await openRefund(work, { key: `subscription:${charge.id}:unused`, paymentId, amountMinor })
}
